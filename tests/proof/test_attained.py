"""An equality case is one only where the sides are equal and the domain reaches."""

from dataclasses import replace

import sympy
from sympy import IndexedBase, Integer, Rational, Sum, exp, oo, symbols
from tests.proof.planted import GE, LE, Claimed, claim, finding, named

from attnmem.proof.attained import unreached
from attnmem.proof.claim import Claim
from attnmem.proof.domain import Domain
from attnmem.proof.record import Condition, Verdict

r = sympy.Symbol("r", nonnegative=True)
x = sympy.Symbol("x", real=True)
y, c = symbols("y c", positive=True)
d = sympy.Symbol("d", nonnegative=True)
n = sympy.Symbol("n", integer=True, positive=True)
i, j = symbols("i j", integer=True)
HALF = Rational(3, 2)
v = IndexedBase("v", real=True)
HIGH = Condition(v[i], False, c)
w = IndexedBase("w", real=True)
f = sympy.Function("f", real=True)
SUM, WHOLE = Sum(v[i], (i, 1, n)), Sum(v[i] ** 2, (i, 1, n))
ZERO, ONE, TINY = Integer(0), Integer(1), Rational(1, 10**60)


def _claimed(name: str, left, relation, right, at, *under: Condition, **defines):  # type: ignore[no-untyped-def]
    return Claimed(name, claim(left, relation, right, attained=at), under, **defines)


OUTSIDE = (
    _claimed("at an end that is left out", y + 1, GE, 1, {y: Integer(0)}),
    _claimed("beyond a condition", (x - 2) ** 2, GE, 0, {x: Integer(2)}, Condition(x, True, Integer(1))),
    _claimed("between whole numbers", (n - HALF) ** 2, GE, 0, {n: HALF}),
    _claimed("below where counting starts", n, GE, 0, {n: Integer(0)}),
    _claimed("where conditions part", x + r, GE, 0, {x: -r}, Condition(Integer(1), False, x)),
    _claimed("a member above its family", v[i], LE, c + 1, {v[i]: c + 1}, HIGH),
    _claimed("a sum of squares below zero", WHOLE + c, GE, 0, {WHOLE: -c}),
    _claimed("a defined name at its limit", d, LE, 1, {d: Integer(1)}, defines={d: r / (1 + r)}),
    _claimed("at infinity", r / (1 + r), LE, 1, {r: oo}),
)
ALL = (j, Integer(1), n)
UNREACHED = (
    _claimed("a sum below its strict bound", SUM, LE, n * c, {SUM: n * c}, Condition(v[j], True, c, ALL)),
    _claimed("a sum above its bound", SUM, LE, n * c + 1, {SUM: n * c + 1}, Condition(v[j], False, c, ALL)),
    _claimed(
        "squares of what is at least one", WHOLE, GE, 0, {WHOLE: ZERO}, Condition(ONE, False, v[j], ALL)
    ),
    _claimed("a little below nothing", (r + TINY) ** 2, GE, 0, {r: -TINY}),
    _claimed("a member of two indices", w[i, i], LE, c, {w[i, i]: c}, Condition(w[j, j], True, c, ALL)),
    _claimed("a value of a function", f(i), LE, c, {f(i): c}, Condition(f(j), True, c, ALL)),
)
INSIDE = (
    _claimed("a sum at its bound", SUM, LE, n * c, {SUM: n * c}, Condition(v[j], False, c, ALL)),
    _claimed("at an end that belongs to it", r + 1, GE, 1, {r: Integer(0)}),
    _claimed("inside", (x - 2) ** 2, GE, 0, {x: Integer(2)}, Condition(x, True, Integer(3))),
    _claimed("for some parameters only", (x - y) ** 2, GE, 0, {x: y}, Condition(x, False, Integer(1))),
    _claimed("at a condition's end", exp(-x), LE, exp(-1), {x: Integer(1)}, Condition(Integer(1), False, x)),
    _claimed("a member at its family's end", v[i], LE, c, {v[i]: c}, HIGH),
)


@named(OUTSIDE, UNREACHED)
def test_an_equality_case_outside_the_domain_is_none(claimed: Claimed):
    assert finding(claimed).verdict is not Verdict.PROVED


@named(OUTSIDE)
def test_without_it_the_bound_may_be_proved(claimed: Claimed):
    assert finding(claimed._replace(step=replace(claimed.step, attained=None))).verdict is Verdict.PROVED


@named(INSIDE)
def test_an_equality_case_inside_is_kept(claimed: Claimed):
    found = finding(claimed)
    assert found.verdict is Verdict.PROVED
    assert found.tightness.startswith("tightness: attained at")


def test_a_member_keeps_to_what_is_said_of_its_family_under_another_index():
    family = Condition(v[j], False, c, (j, Integer(1), n))
    high = Claim(left=v[i], relation=LE, right=c + 1, domain=Domain((family,)), attained={v[i]: c + 1})
    assert "is never negative" in unreached(high, met=False)
    assert unreached(replace(high, right=c, attained={v[i]: c}), met=False) == ""


def test_a_condition_is_met_by_the_index_that_it_runs_over():
    elsewhere = Condition(w[j, i], True, c, (j, Integer(1), n))  # any second index, first ones up to n
    row = Sum(w[d, i], (i, n + 1, 2 * n))
    high = Claim(left=row, relation=LE, right=n * c, domain=Domain((elsewhere,)), attained={w[d, i]: c})
    assert "is positive" in unreached(high, met=False)
