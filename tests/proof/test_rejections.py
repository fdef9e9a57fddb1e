"""Derivations that derive nothing, assume their end, or say what they did not do are turned away."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar

import pytest
from sympy import Integer, Rational, Sum, Symbol, exp, log
from tests.proof.samples import ABOVE, RISES, SOLVED, SOUND, derivation, x, y

from attnmem.proof.check import check
from attnmem.proof.operations import Integrate, Limit, Operation, Put, Solve, Summation, value
from attnmem.proof.record import (
    Assumption,
    Condition,
    Derivation,
    Finding,
    Formula,
    Relation,
    Side,
    Step,
    Verdict,
)

i = Symbol("i", integer=True)


def assert_rejected(d: Derivation, said: str) -> None:
    """The checker refuses the derivation and says why."""
    bad = [f for f in check(d) if f.verdict in (Verdict.REFUTED, Verdict.UNDECIDED)]
    assert any(said in f"{f.because} {f.certificate}" for f in bad), [f.because for f in bad]


def test_a_sound_derivation_passes():
    assert {f.verdict for f in check(SOUND)} == {Verdict.PROVED}


def test_a_derivation_that_restates_its_conclusion():
    assert_rejected(
        derivation(RISES, replace(ABOVE, because="clearly"), states=ABOVE), "is the statement itself"
    )


def test_a_derivation_without_an_operation():
    assert_rejected(derivation(states=ABOVE), "nothing is derived")


def test_a_derivation_whose_operation_has_nothing_to_do_with_its_end():
    stray = Step(
        Summation(i, (i, Integer(1), Integer(5))),
        Relation.EQ,
        Integer(15),
        because="summing",
    )
    assert_rejected(derivation(stray, states=ABOVE), "no operation has to do with the statement")


def test_a_derivation_that_assumes_its_conclusion():
    taken = Assumption("growth", Condition(1 + x, False, exp(x)))
    assert_rejected(derivation(RISES, states=ABOVE, assumes=(taken,)), "the statement is assumed")


def test_a_derivation_that_assumes_its_conclusion_in_other_words():
    taken = Assumption("growth", Condition(Integer(0), False, exp(x) - x - 1))
    assert_rejected(derivation(RISES, states=ABOVE, assumes=(taken,)), "the statement is assumed")


def test_a_reason_that_names_an_operation_that_was_not_run():
    step = replace(RISES, because="solving for x, the derivative is at least one")
    assert_rejected(derivation(step, states=ABOVE), "names solve")


def test_a_statement_about_a_symbol_that_no_step_mentions():
    stray = Step(exp(x) * y, Relation.GE, y, because="it grows")
    assert_rejected(derivation(RISES, states=stray), "y, which no step mentions")


def test_sides_that_are_one_expression():
    assert_rejected(
        derivation(RISES, Step(exp(x), Relation.EQ, exp(x), because="so"), states=ABOVE), "both sides"
    )


def test_a_formula_that_no_step_proves():
    formula = Formula(key="loose", title="Loose", expression=2 + x, arguments=(x,), unit="1", side=Side.LOWER)
    assert_rejected(
        derivation(RISES, states=ABOVE, formulas=(formula,)), "formula loose is no side of any step"
    )


def test_a_definition_passed_off_as_a_result():
    name = Symbol("name", real=True)
    said = Step(name, Relation.EQ, exp(x), because="by definition")
    assert_rejected(derivation(RISES, states=said, defines={name: exp(x)}), "is the definition of name")


NAME = Symbol("name", real=True)


@pytest.mark.parametrize(
    "said",
    [
        Step(NAME, Relation.LE, exp(x), because="by definition"),
        Step(2 * NAME, Relation.EQ, 2 * exp(x), because="by definition"),
    ],
    ids=["as a bound", "doubled"],
)
def test_a_definition_in_disguise(said):
    assert_rejected(derivation(RISES, states=said, defines={NAME: exp(x)}), "one expression on both sides")


@pytest.mark.parametrize(
    "empty",
    [
        Solve(y - exp(x), y),
        Solve(exp(x) - y, y),
        Solve(2 * y - 2 * exp(x), y),
        Solve(x * y - x * exp(x), y),
        Put(y, {y: exp(x)}),
        Put(2 * y - 1, {y: (exp(x) + 1) / 2}),
        Put(exp(x), {y: x}),
        Summation(exp(x), (i, Integer(1), Integer(1))),
        Summation(exp(x) / 3, (i, Integer(1), Integer(3))),
        Limit(exp(x), y, Integer(0)),
        Integrate(exp(x), (y, Integer(0), Integer(1))),
    ],
    ids=str,
)
def test_an_operation_that_hands_back_what_it_was_given(empty):
    step = Step(empty, Relation.EQ, exp(x), because="as it stands")
    assert_rejected(derivation(step, states=ABOVE), "nothing is derived")


@pytest.mark.parametrize(
    "works", [Solve(x * y - exp(x), y), Solve(log(y) - x, y), Put(y**2, {y: exp(x / 2)})], ids=str
)
def test_an_operation_that_does_something(works):
    step = Step(works, Relation.EQ, value(works), because="as it stands")
    assert not any("nothing is derived" in f.because for f in check(derivation(step, states=ABOVE)))


def test_a_fact_that_comes_later():
    early = Step(exp(x), Relation.GE, 1 + x / 2, because="from the end", using=(ABOVE,))
    assert_rejected(derivation(RISES, early, states=ABOVE), "does not come before it")


def test_a_fact_that_was_proved_under_more():
    small = Assumption("x is small", Condition(x, False, Integer(1)))
    near = Step(exp(x), Relation.LE, 1 + 2 * x, because="near zero", assumes=(small,))
    assert_rejected(
        derivation(RISES, near, states=Step(exp(x), Relation.LE, 2 + 2 * x, because="so", using=(near,))),
        "assumes more: x is small",
    )


def test_a_bound_that_is_not_attained_where_it_says():
    assert_rejected(
        derivation(RISES, states=replace(ABOVE, attained={x: Integer(1)})), "the sides still differ by"
    )


def test_a_false_step_comes_with_a_point():
    found = check(derivation(RISES, states=Step(exp(x), Relation.GE, 1 + 2 * x, because="too steep")))[-1]
    assert found.verdict is Verdict.REFUTED
    at = {name: Rational(value) for name, value in (found.witness or {}).items() if name == "x"}
    assert float((exp(x) - 1 - 2 * x).subs(x, at["x"])) < 0


def test_a_solver_that_finds_nothing_leaves_its_step_undecided():
    step = replace(SOLVED, left=replace(SOLVED.left, zero=exp(x) + y))
    found = check(derivation(step, states=ABOVE))[0]
    assert found.verdict is not Verdict.PROVED


def test_a_quoted_theorem_is_recorded_and_whoever_leans_on_it_says_so():
    quoted = Step(exp(x), Relation.GE, 1 + x + x**2 / 2, because="Taylor", source="Taylor 1715")
    leans = Step(exp(x), Relation.GE, 1 + x, because="less of the same", using=(quoted,))
    verdicts = check(derivation(RISES, quoted, states=leans))
    assert [f.verdict for f in verdicts] == [Verdict.PROVED, Verdict.RECORDED, Verdict.PROVED]
    assert "given Taylor 1715" in verdicts[-1].method


@dataclass(frozen=True, slots=True)
class Counted(Operation):
    """The logarithm of y, and a count of how often it was asked for."""

    name: ClassVar[str] = "count"
    words: ClassVar[str] = r"counting"
    runs: ClassVar[list[int]] = []

    def run(self):  # type: ignore[no-untyped-def]
        self.runs.append(1)
        return log(y)


def assert_runs_every_time(checker: Callable[[Derivation], tuple[Finding, ...]]) -> None:
    """Two checks of one derivation run its operation twice as often as one."""
    d = derivation(Step(Counted(), Relation.EQ, log(y**2) / 2, because="as asked"), states=ABOVE)
    Counted.runs.clear()
    checker(d)
    once = len(Counted.runs)
    checker(d)
    assert once > 0
    assert len(Counted.runs) == 2 * once


def test_verdicts_come_from_no_cache():
    assert_runs_every_time(check)


def test_a_checker_that_reads_a_cache_is_caught():
    held = cache(lambda key: check(DERIVATION_BY_KEY[key]))

    def lazy(d: Derivation) -> tuple[Finding, ...]:
        DERIVATION_BY_KEY[d.key] = d
        return held(d.key)

    with pytest.raises(AssertionError):
        assert_runs_every_time(lazy)


DERIVATION_BY_KEY: dict[str, Derivation] = {}


@pytest.mark.parametrize("given", ["assumed", "defined"])
def test_a_running_index_catches_nothing_that_is_put_in(given):
    """Under w = j the sum of j w over j = 1, 2, 3 is 6 w, not 14."""
    weight = Symbol("w", integer=True)
    total = Step(Sum(i * weight, (i, 1, 3)), Relation.EQ, Integer(14), because="adding up")
    put = {weight: i}
    assumes = (Assumption("w is i", rewrites=put),) if given == "assumed" else ()
    false = derivation(SOLVED, states=total)
    false = replace(false, assumes=(*false.assumes, *assumes), defines=put if given == "defined" else {})
    assert_rejected(false, "which a sum runs over")
