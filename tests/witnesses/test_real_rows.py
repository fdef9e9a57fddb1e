"""The promise of both counts on a real model's rows and on rows of a million keys."""

import numpy as np
import pytest
from mpmath import mp, mpf

from attnmem import topk
from attnmem.recording import load
from attnmem.recording.synthetic import DISTRIBUTIONS, MOST_KEYS, synthetic_row


def exact_divergence(row: np.ndarray, count: int) -> mpf:
    """KL of the ``count`` largest scores with 40 digits, from the scores as exact numbers."""
    with mp.workdps(40):
        down = sorted((mpf(float(score)) for score in row if np.isfinite(score)), reverse=True)
        weights = [mp.exp(score - down[0]) for score in down]
        return mp.log1p(mp.fsum(weights[count:]) / mp.fsum(weights[:count]))


@pytest.mark.parametrize("kl", [0.1, 0.01, 0.001])
def test_counts_on_recorded_rows_hold_with_forty_digits(kl):
    rows = load().rows[::4, -1]
    found = topk(rows, kl=kl)
    for row, exact, bucket in zip(rows, found.k_exact, found.k_bucket, strict=True):
        assert exact_divergence(row, exact) <= mpf(kl)
        assert exact == 1 or exact_divergence(row, exact - 1) > mpf(kl)
        assert exact_divergence(row, bucket) <= mpf(kl)


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_the_bucket_count_holds_and_is_near_on_a_million_keys(name):
    """Added up in extended precision, whose error is far below what the rule leaves of the budget."""
    row, kl = synthetic_row(name, MOST_KEYS), 0.01
    found = topk(row, kl=kl)
    down = np.sort(row)[::-1].astype(np.longdouble)
    weights = np.exp(down - down[0])
    kept = int(found.k_bucket[0])
    assert np.log1p(weights[kept:].sum() / weights[:kept].sum()) <= kl
    assert found.k_exact[0] <= kept <= 1.3 * found.k_exact[0]


def test_the_reported_divergence_is_that_of_the_recorded_row():
    row = load().last_row[7, 3]
    found = topk(row, kl=0.01)
    assert float(exact_divergence(row, int(found.k_exact[0]))) == pytest.approx(found.kl[0], rel=1e-12)
