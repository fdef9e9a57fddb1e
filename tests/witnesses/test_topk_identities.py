"""The formulas tell the truth about rows that never heard of them; a wrong formula is found out."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from attnmem.recording import load
from attnmem.witnesses import topk_identities
from attnmem.witnesses.topk_identities import Reading, gap_bounds, identities, output_error

seeds = st.integers(0, 2**32 - 1)
ROUNDING = 1e-12


def rows_and_masks(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Five rows of up to 40 keys and any kept sets that hold at least the largest score."""
    draw = np.random.default_rng(seed)
    scores = draw.standard_normal((5, draw.integers(2, 40))) * draw.choice([0.3, 2.0, 8.0])
    kept = draw.random(scores.shape) < draw.random()
    kept[np.arange(5), scores.argmax(axis=-1)] = True
    return scores, kept


def assert_equal(reading: Reading) -> None:
    assert reading.measured == pytest.approx(reading.predicted, rel=ROUNDING, abs=1e-14), reading.key


def assert_upper(reading: Reading, rounding: float = 1e-15) -> None:
    """``rounding`` is what the measured side itself may be off by."""
    assert (reading.measured <= reading.predicted * (1 + ROUNDING) + rounding).all(), reading.key


@settings(deadline=None)
@given(seed=seeds)
def test_the_identities_hold_for_any_kept_set(seed):
    for reading in identities(*rows_and_masks(seed)):
        assert_equal(reading)


@settings(deadline=None)
@given(seed=seeds)
def test_the_gap_bounds_hold_for_the_largest_scores(seed):
    scores, _ = rows_and_masks(seed)
    for count in {1, scores.shape[-1] // 2, scores.shape[-1] - 1} - {0}:
        for reading in gap_bounds(scores, count):
            assert_upper(reading)


@pytest.mark.parametrize(("keys", "count", "gap"), [(2, 1, 0.0), (9, 4, 0.5), (300, 7, 6.0), (64, 63, 20.0)])
def test_the_gap_bounds_are_attained_where_head_and_tail_are_flat(keys, count, gap):
    flat = np.where(np.arange(keys) < count, 0.0, -gap)[None]
    for reading in gap_bounds(flat, count):
        assert_equal(reading)


@settings(deadline=None)
@given(seed=seeds)
@example(seed=8627386)  # rows that keep all they weigh: nothing moves, and the two sums still round apart
def test_the_output_moves_no_further_than_tail_times_diameter(seed):
    scores, kept = rows_and_masks(seed)
    values = np.random.default_rng(seed).standard_normal((scores.shape[-1], 3))
    # two weighted means of so many vectors, each off by a unit and a half per term at most
    rounding = 3 * (len(values) + 8) * 2.0**-53 * np.linalg.norm(values, axis=1).max()
    assert_upper(output_error(scores, kept, values), rounding)


def test_the_output_bound_is_attained_by_two_points():
    values = np.where(np.arange(6)[:, None] < 2, [[0.0, 0.0]], [[3.0, 4.0]])
    assert_equal(output_error(np.ones((1, 6)), [[True] * 2 + [False] * 4], values))


def test_the_bounds_hold_on_the_recording():
    rows = load().last_row.reshape(270, -1).astype(np.float64)
    for count in (1, 64, 1024):
        for reading in gap_bounds(rows, count):
            assert_upper(reading)


@pytest.mark.parametrize("key", ["topk-kl-tail", "topk-chi2-tail", "topk-tail-budget"])
def test_a_wrong_formula_is_found_out(key, monkeypatch):
    """Planted fault: a formula that is off by one part in a thousand."""
    right = topk_identities.compiled
    monkeypatch.setattr(
        topk_identities, "compiled", lambda of: lambda *v: right(of)(*v) * (1.001 if of == key else 1)
    )
    wrong = next(reading for reading in identities(*rows_and_masks(1)) if reading.key == key)
    with pytest.raises(AssertionError, match=key):
        assert_equal(wrong)


def test_a_bound_for_another_count_is_found_out():
    """Planted fault: the gap of one cut, the tail of another."""
    flat = np.where(np.arange(9) < 4, 0.0, -2.0)[None]
    low = gap_bounds(flat, 4)[2].predicted
    with pytest.raises(AssertionError, match="topk-kl-gap"):
        assert_upper(gap_bounds(flat, 3)[2]._replace(predicted=low))
