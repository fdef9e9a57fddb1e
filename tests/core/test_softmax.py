"""Softmax and the distances, against definitions written out with mpmath."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf

from attnmem.core.softmax import (
    chi_squared,
    kl_divergence,
    log_sum_exp,
    softmax,
    tail_mass,
    total_variation,
    truncated,
)

scores = st.lists(st.floats(-60, 60), min_size=1, max_size=12)


def exact_weights(values: list[float]) -> list[mpf]:
    weights = [mp.exp(mpf(v)) for v in values]
    return [w / mp.fsum(weights) for w in weights]


@settings(deadline=None)
@given(values=scores, shift=st.sampled_from([0.0, 1e4, -1e4]))
def test_softmax_agrees_with_fifty_digits(values, shift):
    shifted = [v + shift for v in values]
    with mp.workdps(50):
        expected = [float(w) for w in exact_weights(shifted)]
        total = float(mp.log(mp.fsum(mp.exp(mpf(v)) for v in shifted)))
    assert softmax(shifted) == pytest.approx(expected, rel=1e-13)
    assert float(log_sum_exp(shifted)) == pytest.approx(total, rel=1e-14, abs=1e-13)


@settings(deadline=None)
@given(values=scores, other=scores, seed=st.integers(0, 5))
def test_distances_agree_with_fifty_digits(values, other, seed):
    size = min(len(values), len(other))
    p, q = softmax(values[:size]), softmax(other[:size])
    with mp.workdps(50):
        pairs = [(mpf(float(a)), mpf(float(b))) for a, b in zip(p, q, strict=True)]
        tv = float(mp.fsum(abs(a - b) for a, b in pairs) / 2)
        kl = float(mp.fsum(a * mp.log(a / b) for a, b in pairs))
        chi = float(mp.fsum((a - b) ** 2 / b for a, b in pairs))
    assert float(total_variation(p, q)) == pytest.approx(tv, abs=1e-15)
    assert float(kl_divergence(p, q)) == pytest.approx(kl, abs=1e-13, rel=1e-13)
    assert float(chi_squared(p, q)) == pytest.approx(chi, rel=1e-11, abs=1e-28)


def test_masked_keys_weigh_nothing():
    weights = softmax([0.0, -np.inf, 0.0])
    assert weights.tolist() == [0.5, 0.0, 0.5]
    kept = truncated(weights, [True, False, False])
    assert kept.tolist() == [1.0, 0.0, 0.0]
    assert float(tail_mass(weights, [True, False, False])) == 0.5
    assert float(chi_squared(weights, kept)) == np.inf
