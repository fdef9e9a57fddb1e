"""False claims that hold at every point a person would try: no method may prove one."""

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
from tests.proof.planted import EQ, GE, LE, TO, Claimed, claim, finding, named

from attnmem.proof.operations import Limit, Solve
from attnmem.proof.record import Condition, Verdict

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


def _members(low, high, last=k) -> tuple[Condition, ...]:  # type: ignore[no-untyped-def]
    return (Condition(sympy.sympify(low), False, sympy.sympify(high), (i, ONE, last)),)


BETWEEN_WHOLE_NUMBERS = (
    Claimed("above 7/2", claim(n, GE, Rational(9, 2)), (Condition(Rational(7, 2), True, n),)),
    Claimed("below 7/2", claim(whole, LE, Rational(5, 2)), (Condition(whole, True, Rational(7, 2)),)),
    Claimed("above a real number", claim(n, GE, y + 1), (Condition(y, True, n),)),
    Claimed("above half as many again", claim(n, GE, 3 * k / 2 + 1), (Condition(3 * k / 2, True, n),)),
    Claimed("above a root", claim(n, GE, sqrt(k) + 1), (Condition(sqrt(k), True, n),)),
    Claimed(
        "a parabola below zero only between",
        claim((n - Rational(7, 2)) * (n - Rational(9, 2)), GE, 0),
        (Condition(Rational(7, 2), False, n),),
    ),
    Claimed("a parabola between a real number and the next", claim((whole - y) * (whole - y - 1), GE, 0)),
)
OTHER_MEMBERS = (
    Claimed("the next one", claim(Sum(s[i + 1], (i, 1, k)), GE, k * cut), _members(cut, s[i])),
    Claimed("the one before", claim(Sum(s[i - 1], (i, 1, k)), GE, k * cut), _members(cut, s[i])),
    Claimed("every second", claim(Sum(s[2 * i], (i, 1, k)), GE, k * cut), _members(cut, s[i])),
    Claimed("of every second", claim(Sum(s[i], (i, 1, k)), GE, k * cut), _members(cut, s[2 * i])),
    Claimed("another column", claim(Sum(s[i, 2], (i, 1, k)), GE, k * cut), _members(cut, s[i, 1])),
    Claimed("any column", claim(Sum(s[i, j], (i, 1, k)), GE, k * cut), _members(cut, s[i, 1])),
    Claimed("a row", claim(Sum(s[1, i], (i, 1, k)), GE, k * cut), _members(cut, s[i, 1])),
    Claimed("one past the end", claim(Sum(s[i] * s[i + 1], (i, 1, k)), GE, 0), _members(0, s[i])),
    Claimed(
        "a falling family said to rise",
        claim(Sum(s[i] - s[i + 1], (i, 1, k)), GE, 0),
        _members(s[i], s[i + 1]),
    ),
    Claimed("its neighbour's partner", claim(Sum(p[i] - q[i + 1], (i, 1, k)), GE, 0), _members(q[i], p[i])),
)
JUMPS = (
    Claimed("a dip", claim(Piecewise((1, d < 5), (-1, d < 5 + TINY), (1, True)), GE, 0)),
    Claimed("a dip of a line", claim(Piecewise((d + 1, d < 5), (-1, d < 5 + TINY), (d, True)), GE, 0)),
    Claimed("one point", claim(KroneckerDelta(d, 5), LE, 0)),
    Claimed("the pole of a tangent", claim(sympy.tan(d), GE, 0)),
    Claimed("below zero at its first whole number", claim(n**2 - 2 * n, GE, 0)),
)
BOXES = (
    Claimed("over a pole", claim(y**-2, GE, 0, box=UNIT)),
    Claimed("at one point of a box", claim(KroneckerDelta(y, 0), LE, 0, box=UNIT)),
    Claimed("but for one point", claim(Piecewise((-1, sympy.Eq(y, TINY)), (1, True)), GE, 0, box=UNIT)),
    Claimed("a root of negative numbers", claim(sqrt(y), GE, 0, box=UNIT)),
    Claimed("a step", claim(sympy.sign(y), GE, TINY - 1, box=UNIT)),
    Claimed("a function that is only estimated", claim(sympy.erf(y), LE, Rational(8, 10), box=UNIT)),
    Claimed("a box turned round", claim(n, GE, 200, box=((n, Integer(300), Integer(2)),))),
)
LIMITS = (
    Claimed("goes with x only for small powers", claim(x**a + x, TO, x, tends=(x, sympy.oo))),
    Claimed("depends on a sign", claim(Limit(sympy.exp(y * x), x, sympy.oo), EQ, sympy.oo)),
)
NOWHERE = (
    Claimed("a positive number below zero", claim(x, LE, 0), (Condition(x, False, Integer(-1)),)),
    Claimed("times another", claim(a * x, LE, 0), (Condition(x, False, Integer(-1)),)),
    Claimed(
        "between two and one", claim(x, GE, 1), (Condition(x, True, ONE), Condition(Integer(2), True, x))
    ),
    Claimed("a complex root", claim(Solve(x**2 + a, x), EQ, sqrt(-a))),
)


Q = (d - 5) ** 2 - Rational(1, 10000)
WITHOUT_VALUE = (
    Claimed("a quotient at one point", claim(((d - 5) ** 2 - 1) / (d - 6), EQ, d - 4)),
    Claimed("a logarithm between two points", claim(2 * sympy.log(Q), EQ, sympy.log(Q**2))),
    Claimed("below a quotient", claim(((d - 5) ** 2 - 1) / (d - 6), LE, d)),
)


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
    Claimed("a rising family", claim(Sum(s[i + 1] - s[i], (i, 1, k)), GE, 0), _members(s[i], s[i + 1])),
    Claimed("one family above another", claim(Sum(p[i] - q[i], (i, 1, k)), GE, 0), _members(q[i], p[i])),
    Claimed(
        "members above their index", claim(Sum(s[i], (i, 1, k)), GE, Sum(i, (i, 1, k))), _members(i, s[i])
    ),
)


@named(MEMBERS)
def test_what_is_said_of_a_member_is_used_for_that_member(claimed):
    assert finding(claimed).verdict is Verdict.PROVED
