"""False claims that hold at every point a person would try: no method may prove one."""

from typing import NamedTuple

import pytest
import sympy
from sympy import (
    IndexedBase,
    Integer,
    KroneckerDelta,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    sqrt,
)
from tests.proof.samples import derivation

from attnmem.proof.check import check_step
from attnmem.proof.operations import Limit, Solve
from attnmem.proof.record import Assumption, Condition, Finding, Relation, Step, Verdict

EQ, LE, GE, TO = Relation.EQ, Relation.LE, Relation.GE, Relation.TO
ONE = Integer(1)
a, x = sympy.symbols("a x", positive=True)
d = Symbol("d", nonnegative=True)
y, cut = sympy.symbols("y cut", real=True)
n, m, k = sympy.symbols("n m k", integer=True, positive=True)
whole = Symbol("whole", integer=True)
i, j = sympy.symbols("i j", integer=True)
s = IndexedBase("s", real=True)
p, q = (IndexedBase(name, positive=True) for name in "pq")
TINY = Rational(1, 1000)
UNIT = ((y, Integer(-1), ONE),)


class Claimed(NamedTuple):
    """A step and the conditions it is claimed under."""

    name: str
    step: Step
    under: tuple[Condition, ...] = ()


def _step(left, relation, right, **more) -> Step:  # type: ignore[no-untyped-def]
    return Step(left, relation, sympy.sympify(right), because="so it is said", **more)


def _members(low, high, last=k) -> tuple[Condition, ...]:  # type: ignore[no-untyped-def]
    return (Condition(sympy.sympify(low), False, sympy.sympify(high), (i, ONE, last)),)


def finding(claimed: Claimed) -> Finding:
    """What the checker says of the step."""
    assumes = tuple(Assumption(str(c), c) for c in claimed.under)
    return check_step(claimed.step, derivation(states=claimed.step, assumes=assumes))


BETWEEN_WHOLE_NUMBERS = (
    Claimed("above 7/2", _step(n, GE, Rational(9, 2)), (Condition(Rational(7, 2), True, n),)),
    Claimed("below 7/2", _step(whole, LE, Rational(5, 2)), (Condition(whole, True, Rational(7, 2)),)),
    Claimed("above a real number", _step(n, GE, y + 1), (Condition(y, True, n),)),
    Claimed("above half as many again", _step(n, GE, 3 * k / 2 + 1), (Condition(3 * k / 2, True, n),)),
    Claimed("above a root", _step(n, GE, sqrt(k) + 1), (Condition(sqrt(k), True, n),)),
    Claimed(
        "a parabola below zero only between",
        _step((n - Rational(7, 2)) * (n - Rational(9, 2)), GE, 0),
        (Condition(Rational(7, 2), False, n),),
    ),
    Claimed("a parabola between a real number and the next", _step((whole - y) * (whole - y - 1), GE, 0)),
)
OTHER_MEMBERS = (
    Claimed("the next one", _step(Sum(s[i + 1], (i, 1, k)), GE, k * cut), _members(cut, s[i])),
    Claimed("the one before", _step(Sum(s[i - 1], (i, 1, k)), GE, k * cut), _members(cut, s[i])),
    Claimed("every second", _step(Sum(s[2 * i], (i, 1, k)), GE, k * cut), _members(cut, s[i])),
    Claimed("of every second", _step(Sum(s[i], (i, 1, k)), GE, k * cut), _members(cut, s[2 * i])),
    Claimed("another column", _step(Sum(s[i, 2], (i, 1, k)), GE, k * cut), _members(cut, s[i, 1])),
    Claimed("any column", _step(Sum(s[i, j], (i, 1, k)), GE, k * cut), _members(cut, s[i, 1])),
    Claimed("a row", _step(Sum(s[1, i], (i, 1, k)), GE, k * cut), _members(cut, s[i, 1])),
    Claimed("one past the end", _step(Sum(s[i] * s[i + 1], (i, 1, k)), GE, 0), _members(0, s[i])),
    Claimed(
        "a falling family said to rise",
        _step(Sum(s[i] - s[i + 1], (i, 1, k)), GE, 0),
        _members(s[i], s[i + 1]),
    ),
    Claimed("its neighbour's partner", _step(Sum(p[i] - q[i + 1], (i, 1, k)), GE, 0), _members(q[i], p[i])),
)
JUMPS = (
    Claimed("a dip", _step(Piecewise((1, d < 5), (-1, d < 5 + TINY), (1, True)), GE, 0)),
    Claimed("a dip of a line", _step(Piecewise((d + 1, d < 5), (-1, d < 5 + TINY), (d, True)), GE, 0)),
    Claimed("one point", _step(KroneckerDelta(d, 5), LE, 0)),
    Claimed("the pole of a tangent", _step(sympy.tan(d), GE, 0)),
    Claimed("below zero at its first whole number", _step(n**2 - 2 * n, GE, 0)),
)
BOXES = (
    Claimed("over a pole", _step(y**-2, GE, 0, box=UNIT)),
    Claimed("at one point of a box", _step(KroneckerDelta(y, 0), LE, 0, box=UNIT)),
    Claimed("but for one point", _step(Piecewise((-1, sympy.Eq(y, TINY)), (1, True)), GE, 0, box=UNIT)),
    Claimed("a root of negative numbers", _step(sqrt(y), GE, 0, box=UNIT)),
    Claimed("a step", _step(sympy.sign(y), GE, TINY - 1, box=UNIT)),
    Claimed("a function that is only estimated", _step(sympy.erf(y), LE, Rational(8, 10), box=UNIT)),
    Claimed("a box turned round", _step(n, GE, 200, box=((n, Integer(300), Integer(2)),))),
)
LIMITS = (
    Claimed("goes with x only for small powers", _step(x**a + x, TO, x, tends=(x, sympy.oo))),
    Claimed("depends on a sign", _step(Limit(sympy.exp(y * x), x, sympy.oo), EQ, sympy.oo)),
)
NOWHERE = (
    Claimed("a positive number below zero", _step(x, LE, 0), (Condition(x, False, Integer(-1)),)),
    Claimed("times another", _step(a * x, LE, 0), (Condition(x, False, Integer(-1)),)),
    Claimed(
        "between two and one", _step(x, GE, 1), (Condition(x, True, ONE), Condition(Integer(2), True, x))
    ),
    Claimed("a complex root", _step(Solve(x**2 + a, x), EQ, sqrt(-a))),
)


Q = (d - 5) ** 2 - Rational(1, 10000)
WITHOUT_VALUE = (
    Claimed("a quotient at one point", _step(((d - 5) ** 2 - 1) / (d - 6), EQ, d - 4)),
    Claimed("a logarithm between two points", _step(2 * sympy.log(Q), EQ, sympy.log(Q**2))),
    Claimed("below a quotient", _step(((d - 5) ** 2 - 1) / (d - 6), LE, d)),
)


def named(*groups: tuple[Claimed, ...]):  # type: ignore[no-untyped-def]
    """Parameters for a test, each under the name of its claim."""
    return pytest.mark.parametrize("claimed", [pytest.param(c, id=c.name) for g in groups for c in g])


@named(BETWEEN_WHOLE_NUMBERS, OTHER_MEMBERS, JUMPS, BOXES, LIMITS, NOWHERE, WITHOUT_VALUE)
def test_a_false_claim_is_not_proved(claimed):
    assert finding(claimed).verdict is not Verdict.PROVED


def test_a_side_without_a_value_is_named():
    found = finding(WITHOUT_VALUE[0])
    assert found.verdict is Verdict.UNDECIDED
    assert "it is not seen that d - 6 is zero nowhere" in found.certificate


def test_a_denominator_kept_from_zero_by_a_condition_is_seen():
    beyond = (Condition(Integer(6), True, d),)
    assert finding(WITHOUT_VALUE[0]._replace(under=beyond)).verdict is Verdict.PROVED


MEMBERS = (
    Claimed("a rising family", _step(Sum(s[i + 1] - s[i], (i, 1, k)), GE, 0), _members(s[i], s[i + 1])),
    Claimed("one family above another", _step(Sum(p[i] - q[i], (i, 1, k)), GE, 0), _members(q[i], p[i])),
    Claimed(
        "members above their index", _step(Sum(s[i], (i, 1, k)), GE, Sum(i, (i, 1, k))), _members(i, s[i])
    ),
)


@named(MEMBERS)
def test_what_is_said_of_a_member_is_used_for_that_member(claimed):
    assert finding(claimed).verdict is Verdict.PROVED
