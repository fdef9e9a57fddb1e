"""What is said of one member, or of one side of a point, is not said of all members, or of both sides."""

import sympy
from sympy import Abs, Function, IndexedBase, Integer, Rational, Sum, exp, symbols
from tests.proof.planted import EQ, GE, LE, TO, Claimed, claim, finding, named

from attnmem.proof.record import Condition, Verdict

x = sympy.Symbol("x", real=True)
c = sympy.Symbol("c", positive=True)
n = sympy.Symbol("n", integer=True, positive=True)
i, j = symbols("i j", integer=True)
v = IndexedBase("v", real=True)
f = Function("f", positive=True)
ONE, ZERO = Integer(1), Integer(0)
ALL = (i, ONE, n)


def _sum(e: sympy.Expr) -> Sum:
    return Sum(e, ALL)


ONE_FOR_ALL = (
    Claimed("one member bounds a sum", claim(_sum(v[i]), LE, n * c), (Condition(v[i], False, c),)),
    Claimed("one member bounds a sum from below", claim(_sum(v[i]), GE, n * c), (Condition(c, False, v[i]),)),
    Claimed(
        "one makes all alike", claim(n * _sum(v[i] ** 2), LE, _sum(v[i]) ** 2), (Condition(c, False, v[i]),)
    ),
    Claimed("one value of a function", claim(_sum(f(i)), LE, n * c), (Condition(f(i), False, c),)),
    Claimed("from the right only", claim(Abs(x), TO, x, tends=(x, ZERO))),
    Claimed("from the right of a point inside", claim(Abs(x - 1), TO, x - 1, tends=(x, ONE))),
    Claimed("a step at the point", claim(2 + sympy.sign(x), TO, 3 + x, tends=(x, ZERO))),
    Claimed("a tail that dies on one side", claim(1 + exp(-1 / x), TO, 1 + x, tends=(x, ZERO))),
)
ALL_OF_THEM = (
    Claimed("every member bounds a sum", claim(_sum(v[i]), LE, n * c), (Condition(v[i], False, c, ALL),)),
    Claimed("one member, and one bound", claim(v[i], LE, c + 1), (Condition(v[i], False, c),)),
    Claimed("from the only side", claim(Abs(x), TO, x, tends=(x, ZERO)), (Condition(ZERO, True, x),)),
    Claimed("from below only", claim(Abs(x), TO, -x, tends=(x, ZERO)), (Condition(x, True, ZERO),)),
    Claimed("from both sides alike", claim(1 - exp(-x), TO, x, tends=(x, ZERO))),
    Claimed("inside, from both sides", claim(x**2 - 1, TO, 2 * (x - 1), tends=(x, ONE))),
    Claimed("beside the kink", claim(Abs(x), TO, x, tends=(x, Rational(1, 2)))),
    Claimed("a member outside every sum", claim(_sum(v[j]), EQ, n * v[j]), (Condition(v[i], False, c),)),
)


@named(ONE_FOR_ALL)
def test_what_holds_for_one_is_not_taken_for_all(claimed: Claimed):
    assert finding(claimed).verdict is not Verdict.PROVED


@named(ALL_OF_THEM)
def test_what_is_said_of_all_is_used(claimed: Claimed):
    assert finding(claimed).verdict is Verdict.PROVED


def test_a_fact_about_one_member_is_none_about_all():
    bound = (Condition(v[i], False, ONE), Condition(ONE, False, v[i]))
    fact = claim(v[i], EQ, 1)
    assert finding(Claimed("one", fact, bound)).verdict is Verdict.PROVED
    for goal in (
        claim(_sum(v[i]), EQ, n, using=(fact,)),
        claim(_sum(exp(v[i])), EQ, n * exp(1), using=(fact,)),
    ):
        assert finding(Claimed("all", goal, bound)).verdict is not Verdict.PROVED


def test_a_fact_about_any_member_is_one_about_all():
    fact = claim(exp(v[i]) / exp(v[i] - c), EQ, exp(c))
    goal = claim(_sum(exp(v[i]) / exp(v[i] - c)), EQ, n * exp(c), using=(fact,))
    assert finding(Claimed("all", goal)).verdict is Verdict.PROVED
