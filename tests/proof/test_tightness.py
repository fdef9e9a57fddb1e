"""A bound says where it is attained, or that this is unknown; what is exact says nothing of it."""

from dataclasses import replace

from sympy import Integer, exp
from tests.proof.samples import ABOVE, RISES, SOLVED, derivation, x

from attnmem.proof.check import check
from attnmem.proof.record import Formula, Side
from attnmem.proof.tightness import UNKNOWN, of_formula, of_step
from attnmem.theory import FORMULAS, home

BOUND = Formula(key="line", title="A line", expression=1 + x, arguments=(x,), unit="1", side=Side.LOWER)


def test_a_step_says_where_its_sides_meet():
    assert of_step(replace(ABOVE, attained={x: Integer(0)})) == "tightness: attained at x = 0"
    assert of_step(ABOVE) == UNKNOWN
    assert of_step(SOLVED) == ""


def test_a_formula_says_what_the_step_says_that_ends_in_it():
    tight = derivation(RISES, states=replace(ABOVE, attained={x: Integer(0)}))
    assert of_formula(BOUND, tight) == "tightness: attained at x = 0"
    assert of_formula(BOUND, derivation(RISES, states=ABOVE)) == UNKNOWN
    assert of_formula(replace(BOUND, side=Side.EXACT), tight) == ""
    assert of_formula(replace(BOUND, expression=exp(x) / 2), tight) == UNKNOWN


def test_a_finding_carries_it():
    found = check(derivation(RISES, states=replace(ABOVE, attained={x: Integer(0)})))
    assert [f.tightness for f in found] == [UNKNOWN, "tightness: attained at x = 0"]


def test_every_bound_of_the_book_has_its_label():
    assert all(bool(of_formula(f, home(f.key))) == (f.side is not Side.EXACT) for f in FORMULAS)
