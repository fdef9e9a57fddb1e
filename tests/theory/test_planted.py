"""Wrong formulas planted in derivations of every chapter: the checker proves none of them."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
import sympy
from sympy import Expr, Integer, Max, Min, Mul, Rational

from attnmem.proof.bounds import own_bounds
from attnmem.proof.check import check_step
from attnmem.proof.matrices import is_matrix
from attnmem.proof.operation import value
from attnmem.proof.record import Condition, Derivation, Relation, Step, Verdict
from attnmem.theory import DERIVATIONS, derivation

FEW_PERCENT = Rational(1, 20)


def exactly(step: Step) -> bool:
    """Whether any other right side is wrong: of an equation, and of nothing else."""
    return step.relation is Relation.EQ and not step.right.has(sympy.oo) and step.right != 0


def plants(step: Step) -> Iterator[tuple[str, Expr]]:
    """Right sides that a hand could have written instead, all of them wrong."""
    right = step.right
    yield "5 % more", right * (1 + FEW_PERCENT)
    yield "the sign", -right
    for symbol in sorted(right.free_symbols, key=str):
        if symbol.is_Symbol and own_bounds(symbol).whole:
            yield f"one more {symbol}", right.xreplace({symbol: symbol + 1})
            break
    factors = [f for f in Mul.make_args(right) if f.free_symbols]
    if len(factors) > 1:
        yield f"without {factors[0]}", right / factors[0]
    ends = {end: (Min if isinstance(end, Max) else Max)(*end.args) for end in right.atoms(Max, Min)}
    if ends:
        yield "smaller for larger", right.xreplace(ends)


def tighter(step: Step) -> Expr:
    """A bound that asks for 5 % of its right side more than holds where it is attained."""
    slack = FEW_PERCENT * sympy.Abs(step.right) + Rational(1, 10**6)
    return step.right - slack if step.relation is Relation.LE else step.right + slack


def planted(of: Derivation) -> Iterator[tuple[str, Step]]:
    """The wrong steps of one derivation: of its statement, and of its first bound where that is equal."""
    bounds = [s for s in of.steps if s.attained and s.relation is not Relation.EQ]
    for step in (of.states, *bounds[: exactly(of.states)]):
        if step.source or is_matrix(value(step.left), step.right):
            continue
        if exactly(step):
            yield from (
                (name, replace(step, right=right)) for name, right in plants(step) if right != step.right
            )
        elif step.attained:
            yield "5 % tighter", replace(step, right=tighter(step), attained=None)
            yield "turned", replace(step, relation=step.relation.turned, attained=None)


CHAPTERS = tuple(dict.fromkeys(d.chapter for d in DERIVATIONS))
OF_EACH = [
    d for c in CHAPTERS for d in [d for d in DERIVATIONS if d.chapter == c][-3:]
]  # the others have twins


@pytest.mark.parametrize("of", OF_EACH, ids=lambda d: d.key)
def test_a_wrong_formula_is_not_proved(of: Derivation):
    wrong = list(planted(of))
    verdicts = {name: check_step(step, of).verdict for name, step in wrong}
    assert Verdict.PROVED not in verdicts.values(), verdicts
    assert Verdict.REFUTED in verdicts.values() or not wrong


def test_every_chapter_has_wrong_formulas_that_are_refuted():
    assert {d.chapter for d in OF_EACH if any(planted(d))} == set(CHAPTERS)


def narrowed(of: Derivation) -> Iterator[Step]:
    """The steps that assume a condition of their own."""
    for step in of.all_steps:
        if any(a.condition is not None for a in step.assumes):
            yield step


@pytest.mark.parametrize("of", [d for d in DERIVATIONS if any(narrowed(d))], ids=lambda d: d.key)
def test_what_a_step_assumes_is_needed(of: Derivation):
    for step in list(narrowed(of))[:1]:
        loose = replace(step, assumes=tuple(a for a in step.assumes if a.condition is None))
        assert check_step(loose, of).verdict is not Verdict.PROVED, step.because


WEAK = ("residency-decode-set", "residency-lead", "float-stagnation", "topk-budget", "index-kept")


@pytest.mark.parametrize("key", WEAK)
def test_a_weak_condition_for_a_strict_one_is_not_enough(key: str):
    of = derivation(key)
    weak = tuple(
        replace(a, condition=replace(a.condition, strict=False)) if a.condition else a for a in of.assumes
    )
    assert weak != of.assumes
    loose = replace(of, assumes=weak)
    steps = [replace(s, using=()) if s.using else s for s in loose.all_steps if not s.source]
    assert any(check_step(step, loose).verdict is not Verdict.PROVED for step in steps)


def test_a_right_formula_that_is_planted_is_noticed():
    """The planted fault of this test: a plant that changes nothing is proved, and would fail above."""
    of = derivation("topk-tail")
    assert check_step(replace(of.states, right=of.states.right + Integer(0)), of).verdict is Verdict.PROVED
    assert Condition(Integer(0), True, Integer(1)).strict
