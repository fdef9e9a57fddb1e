"""The exact count: never one key too few, never one too many beyond the doubt of a float64 sum."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf

from attnmem.core import topk
from attnmem.core.softmax import softmax, tail_mass
from attnmem.core.topk import exact_cut, tail_budget
from attnmem.errors import BadInput

from .oracle import assert_within, divergence, heaviest
from .rows import budgets, rows


@settings(max_examples=300, deadline=None)
@given(case=rows(), kl=budgets)
def test_the_count_suffices_on_exact_numbers(case, kl):
    row, _ = case
    cut = exact_cut(row[None], kl)
    assert cut.keys[0] == np.isfinite(row).sum()
    assert_within(row, heaviest(row, cut.kept[0]), kl)


@settings(max_examples=300, deadline=None)
@given(case=rows(), kl=st.floats(1e-12, 5.0))
def test_one_key_fewer_would_not_suffice(case, kl):
    row, _ = case
    kept = int(exact_cut(row[None], kl).kept[0])
    assert kept == 1 or divergence(row, heaviest(row, kept - 1)) > kl * (1 - 1e-10)


@given(case=rows(), kl=budgets)
@settings(deadline=None)
def test_tail_and_gap_describe_the_cut(case, kl):
    row, _ = case
    cut = exact_cut(row[None], kl)
    kept, keys = int(cut.kept[0]), int(cut.keys[0])
    if kept == keys:
        assert np.isnan(cut.gap[0])
        assert cut.tail[0] == 0
        return
    down = np.sort(row.astype(np.float64))[::-1]
    assert cut.gap[0] == down[kept - 1] - down[kept]
    mass = float(tail_mass(softmax(row), heaviest(row, kept)))
    assert cut.tail[0] == pytest.approx(mass, rel=1e-12, abs=1e-300)
    assert cut.tail[0] <= tail_budget(kl)


def test_a_rule_that_drops_one_key_more_is_caught():
    """Planted fault: the oracle that clears the exact count refuses the count below it."""
    row = np.random.default_rng(0).standard_normal(300) * 3
    kept = int(exact_cut(row[None], 0.01).kept[0])
    assert_within(row, heaviest(row, kept), 0.01)
    with pytest.raises(AssertionError, match="exceeds the budget"):
        assert_within(row, heaviest(row, kept - 1), 0.01)


def test_forgetting_the_summation_error_is_caught(monkeypatch):
    """Planted fault: comparing rounded sums as if they were exact drops one key too many by an ulp."""
    cases = [
        (np.zeros(keys), float(-mp.log1p(-mpf(drop) / keys)))
        for keys in range(2, 40)
        for drop in range(1, keys)
    ]
    for row, kl in cases:
        assert_within(row, heaviest(row, exact_cut(row[None], kl).kept[0]), kl)
    monkeypatch.setattr(topk, "UNIT", 0.0)
    masks = [(row, heaviest(row, exact_cut(row[None], kl).kept[0]), kl) for row, kl in cases]
    broken = [(row, mask, kl) for row, mask, kl in masks if divergence(row, mask) > mpf(kl)]
    with pytest.raises(AssertionError, match="exceeds the budget"):
        assert_within(*broken[0])


def test_ties_at_the_cut_are_broken_by_count():
    assert exact_cut(np.zeros((1, 4)), np.log(2) + 1e-9).kept.tolist() == [2]
    assert exact_cut(np.zeros((1, 4)), np.log(2) - 1e-9).kept.tolist() == [3]
    assert exact_cut(np.zeros((1, 4)), np.log(2) + 1e-9).gap.tolist() == [0.0]


def test_budget_zero_keeps_every_positive_weight():
    block = np.array([[0.0, -800.0, -np.inf, -1e5]])
    assert exact_cut(block, 0.0).kept.tolist() == [3]
    assert exact_cut(block, 1e-300).kept.tolist() == [1]


@pytest.mark.parametrize("kl", [-1, np.nan, np.inf, "x", None, [1, 2]])
def test_a_budget_that_is_none_is_refused(kl):
    with pytest.raises(BadInput, match="divergence budget must be"):
        exact_cut(np.zeros((1, 2)), kl)
