"""The bucket rule keeps its promise on exact numbers, for every float type, on every edge."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnmem.core import bucket
from attnmem.core.bucket import (
    COUNTED,
    Buckets,
    bucket_cut,
    bucket_indices,
    buckets,
    first_dropped,
    histogram,
)
from attnmem.core.scores import BLOCK, maxima
from attnmem.core.topk import exact_cut, tail_budget
from attnmem.errors import BadInput

from .oracle import assert_within, divergence, heaviest
from .rows import WIDTHS, budgets, rows


def kept_mask(row: np.ndarray, kl: float, width: float, scale: Buckets | None = None) -> np.ndarray:
    """Which keys the rule keeps; with another ``scale`` the same code runs on that one's rounding."""
    block = row[None]
    if tail_budget(kl) == 0:
        return np.isfinite(row)
    top = maxima(block)
    scale = scale or buckets(row.dtype, len(row), kl, width)
    edge = first_dropped(histogram(block, top, scale), scale, kl)
    return bucket_indices(block, top, scale)[0] < edge[0]


@settings(max_examples=400, deadline=None)
@given(case=rows(), kl=budgets)
def test_the_divergence_never_exceeds_the_budget(case, kl):
    row, width = case
    kept = kept_mask(row, kl, width)
    assert kept.sum() == bucket_cut(row[None], kl, width).kept[0]
    assert not kept[np.isneginf(row)].any()
    assert_within(row, kept, kl)


@settings(max_examples=200, deadline=None)
@given(case=rows(), kl=st.floats(1e-9, 3.0))
def test_it_loses_two_bucket_widths_of_budget_and_one_bucket_at_most(case, kl):
    """k_bucket is at most the keys in buckets up to the one that holds the optimum for the shrunk budget."""
    row, width = case
    shrunk = -np.log1p(
        np.expm1(-kl) * np.exp(-2 * width) * (1 - 2e-3)
    )  # e^-7 of it pays for the lightest keys
    best = int(exact_cut(row[None], float(shrunk)).kept[0])
    scale = buckets(row.dtype, len(row), kl, width)
    index = bucket_indices(row[None], row.max()[None], scale)[0]
    holds = np.sort(index[np.isfinite(row)])[best - 1]
    assert kept_mask(row, kl, width).sum() <= (index[np.isfinite(row)] <= holds).sum()


def lone_keys_beside_an_edge() -> list[tuple[np.ndarray, float]]:
    """[0, -d] with d a hair short of an edge that ordinary float32 rounding puts it on, and a budget in
    between.
    """
    found = []
    for b in range(80, 250):
        d = np.nextafter(np.float32(b * 0.1), np.float32(0))
        if d < b * 0.1 and d * np.float32(10) >= b:
            row = np.array([0, -d], dtype=np.float32)
            found.append((row, float(divergence(row, [True, False])) * (1 - 1e-7)))
    return found


def test_ordinary_rounding_is_caught():
    """Planted fault: the same rule with 1/w rounded to nearest breaks the promise on keys planted at the
    edges.
    """
    cases, caught = lone_keys_beside_an_edge(), 0
    assert len(cases) > 3
    for row, kl in cases:
        plain = Buckets(0.1, buckets(row.dtype, 2, kl, 0.1).last, np.float32(10))
        assert_within(row, kept_mask(row, kl, 0.1), kl)
        try:
            assert_within(row, kept_mask(row, kl, 0.1, plain), kl)
        except AssertionError:
            caught += 1
    assert caught > 0


def test_seven_tenths_in_float32_stays_out_of_bucket_seven():
    """0.7f is below 0.7, but 0.7f * 10f is 7."""
    row = np.array([0, -np.float32(0.7)], dtype=np.float32)
    assert np.float32(0.7) * np.float32(10) == 7
    assert bucket_indices(row[None], row[:1], buckets(row.dtype, 2, 0.01, 0.1))[0].tolist() == [0, 6]


@pytest.mark.parametrize("size", [1, 2, 65537, COUNTED + 1, BLOCK - 1, BLOCK, BLOCK + 3])
@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64])
def test_two_keys_to_a_count_gives_the_same_histogram(size, kind):
    row = (np.random.default_rng(size).standard_normal(size) * 4).astype(kind)
    block, top = row[None], row.max()[None]
    scale = buckets(row.dtype, size, 0.01, 0.125)
    assert scale.last < 256
    plain = np.bincount(bucket_indices(block, top, scale)[0], minlength=scale.last + 1)
    assert (histogram(block, top, scale)[0] == plain).all()


def test_rows_do_not_disturb_each_other():
    block = np.random.default_rng(3).standard_normal((7, 500)) * 3
    together = bucket_cut(block, 0.01, 0.1).kept
    assert together.tolist() == [bucket_cut(row[None], 0.01, 0.1).kept[0] for row in block]


def test_more_keys_than_a_block_are_counted_block_by_block(monkeypatch):
    row = np.random.default_rng(5).standard_normal((3, 1000)) * 3
    whole = bucket_cut(row, 0.01, 0.1)
    monkeypatch.setattr(bucket, "BLOCK", 64)
    assert (bucket_cut(row, 0.01, 0.1).kept == whole.kept).all()
    assert (bucket_cut(row.astype(np.float32)[:1], 0.01, 0.1).kept == whole.kept[0]).all()


@pytest.mark.parametrize("width", [*WIDTHS, 800.0, 1e300])
@pytest.mark.parametrize("kind", [np.float16, np.float32, np.float64])
def test_corner_rows(width, kind):
    one = np.array([[-5]], dtype=kind)
    assert bucket_cut(one, 0.01, width).kept.tolist() == [1]
    assert bucket_cut(one, 0.0, width).kept.tolist() == [1]
    ties = np.zeros((1, 9), dtype=kind)
    assert bucket_cut(ties, 0.01, width).kept.tolist() == [9]
    masked = np.array([[0, -np.inf, -np.inf, 0]], dtype=kind)
    assert bucket_cut(masked, 0.01, width).kept.tolist() == [2]
    ends = np.array([[np.finfo(kind).max, np.finfo(kind).min]], dtype=kind)
    assert bucket_cut(ends, 0.01, width).kept.tolist() == [1]
    assert bucket_cut(ends, 0.0, width).kept.tolist() == [2]


def test_a_weight_that_underflows_is_still_positive_at_budget_zero():
    assert bucket_cut(np.array([[0.0, -5000.0, -np.inf]]), 0.0).kept.tolist() == [2]


@pytest.mark.parametrize("width", [0, -0.1, np.nan, np.inf, -np.inf, "wide", None])
def test_a_width_that_is_not_positive_is_refused(width):
    with pytest.raises(BadInput, match="bucket width must be"):
        bucket_cut(np.zeros((1, 2)), 0.01, width)


@pytest.mark.parametrize("kl", [-1e-300, -1, np.nan, np.inf, "some", None])
def test_a_budget_below_zero_is_refused(kl):
    with pytest.raises(BadInput, match="divergence budget must be"):
        bucket_cut(np.zeros((1, 2)), kl)


def test_a_width_that_needs_too_many_buckets_is_refused():
    with pytest.raises(BadInput, match=r"needs .* buckets, 4194304 at most"):
        bucket_cut(np.zeros((1, 2)), 0.01, 1e-9)


@pytest.mark.parametrize(("bad", "says"), [(np.nan, "nan"), (np.inf, "inf")])
def test_the_position_of_a_score_without_softmax_is_named(bad, says):
    block = np.zeros((3, 5), dtype=np.float32)
    block[2, 4] = bad
    with pytest.raises(BadInput, match=f"row 12, key 4: the score is {says}"):
        bucket_cut(block, 0.01, first=10)


def test_a_row_of_masked_keys_is_refused():
    with pytest.raises(BadInput, match="row 1: every score is -inf"):
        bucket_cut(np.array([[0.0, 1.0], [-np.inf, -np.inf]]), 0.01)


def test_the_selection_is_never_smaller_than_the_optimum():
    row = np.random.default_rng(1).standard_normal(4096) * 3
    for kl in (0.1, 0.01, 0.001):
        best = exact_cut(row[None], kl).kept[0]
        found = bucket_cut(row[None], kl, 0.1).kept[0]
        assert best <= found <= 1.25 * best
        assert_within(row, heaviest(row, found), kl)
