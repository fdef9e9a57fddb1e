"""``attnmem.topk``: counts, tails and bounds per row, for anything with an array inside."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import attnmem
from attnmem.core import scores as reading
from attnmem.errors import BadInput
from attnmem.recording import load
from attnmem.witnesses import topk as witness
from attnmem.witnesses.looseness import looseness, recorded_looseness
from attnmem.witnesses.topk import COLUMNS, topk


def test_the_public_name_is_the_function():
    assert attnmem.topk is topk


@settings(deadline=None, max_examples=60)
@given(
    seed=st.integers(0, 2**32 - 1),
    kl=st.sampled_from([0.0, 1e-6, 0.01, 0.1, 1.0]),
    kind=st.sampled_from([np.float16, np.float32, np.float64]),
)
def test_a_row_obeys_its_own_columns(seed, kl, kind):
    draw = np.random.default_rng(seed)
    block = (draw.standard_normal((4, draw.integers(1, 60))) * draw.choice([0.5, 3, 10])).astype(kind)
    block[draw.random(block.shape) < 0.2] = -np.inf
    block[:, 0] = 1
    found = topk(block, kl=kl)
    assert (found.n == np.isfinite(block).sum(axis=1)).all()
    assert (found.k_exact >= 1).all()
    assert (found.k_exact <= found.k_bucket).all()
    assert (found.k_bucket <= found.n).all()
    assert (found.kl <= kl).all()
    assert found.kl == pytest.approx(-np.log1p(-found.tail))
    cuts = found.k_exact < found.n
    assert (np.isnan(found.gap) == ~cuts).all()
    assert (np.isnan(found.kl_bound) == ~cuts).all()
    assert (found.kl_bound[cuts] >= found.kl[cuts] * (1 - 1e-12)).all()
    assert (found.tail[~cuts] == 0).all()


def test_axes_but_the_last_are_rows_in_c_order():
    cube = np.random.default_rng(0).standard_normal((2, 3, 50))
    whole, flat = topk(cube), topk(cube.reshape(6, 50))
    assert whole.row.tolist() == list(range(6))
    for name in COLUMNS:
        assert np.array_equal(getattr(whole, name), getattr(flat, name), equal_nan=True)
    assert np.array_equal(topk(np.asfortranarray(cube)).k_exact, flat.k_exact)


def test_the_same_rows_come_out_of_any_block_size(monkeypatch):
    block = np.random.default_rng(1).standard_normal((9, 40)) * 3
    whole, seen = topk(block), []
    monkeypatch.setattr(witness, "row_blocks", lambda array: reading.row_blocks(array, 100))
    parts = topk(block, progress=lambda done, total: seen.append((done, total)))
    assert np.array_equal(parts.k_exact, whole.k_exact)
    assert np.array_equal(parts.row, whole.row)
    assert seen == [(2, 9), (4, 9), (6, 9), (8, 9), (9, 9)]


def test_a_masked_key_changes_nothing():
    row = np.random.default_rng(2).standard_normal(100) * 3
    masked = np.insert(row, [0, 50, 100], -np.inf)
    for name in COLUMNS:
        assert np.array_equal(getattr(topk(row), name), getattr(topk(masked), name), equal_nan=True)


def test_a_tail_that_underflows_has_no_looseness():
    found = topk([[0.0, -5000.0]])
    assert found.k_exact.tolist() == [1]
    assert found.kl.tolist() == found.kl_bound.tolist() == [0.0]
    assert np.isnan(found.looseness[0])


def test_scores_at_both_ends_of_the_range_do_not_overflow():
    found = topk([[1.7e308, -1.7e308]])
    assert found.k_exact.tolist() == found.k_bucket.tolist() == [1]


def test_no_rows_give_an_empty_record():
    assert len(topk(np.zeros((0, 5)))) == 0
    assert np.isnan(looseness(topk(np.zeros((0, 5))), 0.01).median)


def test_results_cannot_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        topk([1.0, 2.0]).k_exact[0] = 7


def test_errors_name_the_row_of_the_whole_array():
    cube = np.zeros((2, 2, 3))
    cube[1, 0, 2] = np.inf
    with pytest.raises(BadInput, match="row 2, key 2: the score is inf"):
        topk(cube)


def test_the_recorded_looseness_is_that_of_its_rows():
    found = topk(load().last_row, kl=0.1)
    spread = recorded_looseness(0.1)
    factors = found.looseness[~np.isnan(found.looseness)]
    assert spread.rows == len(factors)
    assert spread.median == np.median(factors)
    assert spread.ninetieth == np.quantile(factors, 0.9)
    assert 1 < spread.median < spread.ninetieth
