"""The checker always ends, and always with a finding: random statements, broken records, endless work."""

import random
from dataclasses import replace

import pytest
import sympy
from sympy import Expr, Integer, Max, Min, Piecewise, Rational, Sum, Symbol, exp, floor, log, sqrt, tanh
from tests.proof.planted import EQ, GE, LE, Claimed, claim, finding
from tests.proof.samples import RISES, SOUND, derivation

from attnmem.proof import check as checker
from attnmem.proof import work
from attnmem.proof.check import check, check_step
from attnmem.proof.operations import Diff, Integrate, Limit, Put, Series, Solve, Summation
from attnmem.proof.record import Assumption, Condition, Derivation, Relation, Step, Verdict
from attnmem.symbols import symbols
from attnmem.theory import DERIVATIONS
from attnmem.theory.residency_stand_in import RESIDENCY_STAND_IN, delta

tail, share, keys, kept = symbols("tail_mass", "resident_share", "key_count", "kept_count")
y, u = sympy.symbols("y u", real=True)
i = Symbol("i", integer=True)
LEAVES = (tail, share, keys, kept, y, u, Integer(0), Integer(1), Integer(-2), Rational(1, 3))


def grown(chance: random.Random, depth: int) -> Expr:
    """A random expression over bounded, whole and free symbols."""
    if depth == 0:
        return chance.choice(LEAVES)
    a, b = grown(chance, depth - 1), grown(chance, depth - 1)
    kinds = (
        lambda: a + b,
        lambda: a - b,
        lambda: a * b,
        lambda: a / (b if b != 0 else Integer(3)),
        lambda: exp(a) if not a.is_number else a,
        lambda: log(a) if not a.is_number else b,
        lambda: sqrt(a),
        lambda: floor(a) + b,
        lambda: Max(a, b) if a.is_extended_real and b.is_extended_real else a,
        lambda: Min(a, b) if a.is_extended_real and b.is_extended_real else b,
        lambda: sympy.Abs(a),
        lambda: a**2,
        lambda: tanh(a),
        lambda: Piecewise((a, y < u), (b, True)),
        lambda: Sum(a * i, (i, 1, keys)),
    )
    return chance.choice(kinds)()


def statement(seed: int) -> Claimed:
    """A random statement under random conditions, with or without an operation."""
    chance = random.Random(seed)
    left, right = grown(chance, 2), grown(chance, chance.randint(0, 2))
    by = chance.choice((tail, share, keys, y))
    sides = (
        left,
        Diff(left, by),
        Put(left, {by: right}),
        Summation(left, (i, Integer(1), kept)),
        Limit(left, by, Integer(0)),
        Series(left, by, Integer(0), 2),
        Integrate(by * u, (by, Integer(0), right)),
        Solve(left - u, by),
    )
    pairs = [chance.sample((tail, share, y, u, Integer(1)), 2) for _ in range(chance.randint(0, 2))]
    under = tuple(Condition(a, chance.random() < 0.7, b) for a, b in pairs)
    side = chance.choice(sides) if chance.random() < 0.5 else left
    return Claimed(str(seed), claim(side, chance.choice((EQ, LE, GE)), right), under)


@pytest.mark.parametrize("seed", range(70))
def test_no_statement_leads_the_checker_into_an_exception(seed: int):
    found = finding(statement(seed))
    assert "the checker met" not in found.certificate


BROKEN = (
    {"relation": Relation.TO},
    {"tends": (y, sympy.oo)},
    {"along": y},
    {"attained": {y: Integer(0)}},
    {"box": ((y, Integer(2), Integer(-2)),)},
    {"right": sympy.zoo},
    {"right": sympy.nan},
    {"right": sympy.I},
    {"using": (RISES,)},
    {"assumes": (Assumption("no such order", Condition(sympy.oo, True, y)),)},
    {"assumes": (Assumption("itself", rewrites={y: 1 / y}),)},
)


@pytest.mark.parametrize("of", random.Random(3).sample(DERIVATIONS, 4), ids=lambda d: d.key)
@pytest.mark.parametrize("change", BROKEN, ids=lambda change: "-".join(map(str, change))[:30])
def test_a_broken_record_is_a_finding(of: Derivation, change: dict):
    broken = replace(of, states=replace(of.states, **change), steps=of.steps[:1])
    assert all(found.verdict in Verdict for found in check(broken))


def test_an_exception_inside_is_a_finding(monkeypatch: pytest.MonkeyPatch):
    def stumble(*_: object) -> None:
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(checker, "prove", stumble)
    monkeypatch.setattr(checker, "faults", stumble)
    found = check(SOUND)
    assert {f.verdict for f in found} == {Verdict.REFUTED, Verdict.UNDECIDED}
    assert all("ZeroDivisionError: planted" in f.certificate + f.because for f in found)


def test_a_crossing_of_bounds_is_no_point_of_a_strict_condition():
    """Where both ends meet nothing is claimed, and nothing is divided by zero."""
    small, large = sympy.symbols("small large", nonnegative=True)
    ends = tuple(Condition(s, False, Integer(1)) for s in (small, large))
    gap = Condition(small, True, large)
    assert (
        finding(Claimed("", claim(small / (large - small), GE, small), (gap, *ends))).verdict
        is Verdict.PROVED
    )
    assert finding(Claimed("", claim(1 / (large - small), GE, 2), (gap, *ends))).verdict is Verdict.REFUTED


def test_a_large_exponent_does_not_hang():
    """It did: a hundred in an exponent became a polynomial of that degree, and SymPy took it apart."""
    small = Assumption("the error is small", Condition(delta, False, Integer(100)))
    step = RESIDENCY_STAND_IN.states
    assert check_step(step, replace(RESIDENCY_STAND_IN, assumes=(small,))).verdict is Verdict.PROVED


def test_endless_work_is_stopped_by_what_it_did_and_not_by_the_clock(monkeypatch: pytest.MonkeyPatch):
    large = Symbol("x") ** (work.SMALL + 1)
    made = []

    def endless(_: Expr) -> None:
        while True:
            made.append(abs(step()))

    def step() -> int:
        return 1

    with pytest.raises(work.OutOfWork):
        work.watched(endless, large)
    assert len(made) == work.MOST_CALLS - 1  # the first call is that of ``endless``
    made.clear()
    with work.purse(50):
        assert work.or_else("stopped", endless, large) == "stopped"
        assert work.or_else("stopped", endless, large) == "stopped"
    assert len(made) == 49


def test_an_operation_that_does_not_end_leaves_its_step_undecided(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(work, "SMALL", 0)
    monkeypatch.setattr(work, "MOST_CALLS", 200)
    step = Step(Solve(y**5 - y - 3, y, root=0), Relation.EQ, y, because="so it is said")
    found = check_step(step, derivation(states=step))
    assert (found.verdict, found.certificate) == (
        Verdict.UNDECIDED,
        "solve gave no answer: stopped after 200 calls",
    )


def test_a_domain_of_too_many_parts_is_undecided():
    many = sympy.symbols("q:10", real=True)
    ends = tuple(c for q in many for c in (Condition(Integer(0), False, q), Condition(q, False, Integer(1))))
    found = finding(Claimed("", claim(sum(many), GE, 0), ends))
    assert found.verdict is Verdict.UNDECIDED
    assert "more than 256" in found.certificate
