"""Every formula has a value wherever its quantities and its own conditions let it be asked."""

from dataclasses import replace

import pytest

from attnmem.proof.defined import needs_of
from attnmem.proof.domain import Domain
from attnmem.proof.needs import seen
from attnmem.proof.record import Condition, Formula
from attnmem.theory import FORMULAS, formula

# Here a binary entropy below one is all that is needed; the derivation assumes it, and its steps show why.
LESS_THAN_A_BIT = ("index-state-exhausted", "index-slot-share", "index-state-share")


def _unseen(of: Formula) -> list[str]:
    domain = Domain(of.conditions)
    return [str(need) for need in needs_of(of.expression) if not seen(need, domain)]


@pytest.mark.parametrize("key", [f.key for f in FORMULAS if f.key not in LESS_THAN_A_BIT])
def test_a_formula_has_a_value_on_its_whole_domain(key: str):
    assert _unseen(formula(key)) == []


@pytest.mark.parametrize("key", LESS_THAN_A_BIT)
def test_the_only_others_need_an_error_that_leaves_something_of_a_bit(key: str):
    unseen = _unseen(formula(key))
    assert len(unseen) == 1
    assert "error_probability*log(error_probability)" in unseen[0]


def test_a_condition_with_a_slip_is_noticed():
    lead = formula("residency-lead-steps")
    (spare,) = lead.conditions
    rate = next(s for s in spare.right.free_symbols if s.name == "link_bytes_per_s")
    step = next(s for s in spare.right.free_symbols if s is not rate)
    assert _unseen(lead) == []
    assert _unseen(replace(lead, conditions=(Condition(spare.left, True, rate / step),)))
    assert _unseen(replace(lead, conditions=()))
