"""Limits are said of what happens near a point: with a value there, by one formula, for every parameter."""

import sympy
from sympy import Eq, Integer, Piecewise, acos, exp, gamma, log, oo, sqrt
from tests.proof.planted import EQ, TO, Claimed, claim, finding, named

from attnmem.proof import operations as op
from attnmem.proof.record import Condition, Verdict

x, c = sympy.symbols("x c", positive=True)
y = sympy.Symbol("y", real=True)
d = sympy.Symbol("d", nonnegative=True)
ZERO, ONE = Integer(0), Integer(1)


def _limit(
    name: str, of: sympy.Expr, by: sympy.Symbol, to: sympy.Expr, side: str, is_said: sympy.Expr
) -> Claimed:
    return Claimed(name, claim(op.Limit(of, by, to, side), EQ, is_said))


def _goes(name: str, left: sympy.Expr, right: sympy.Expr, *under: Condition) -> Claimed:
    return Claimed(name, claim(left, TO, right, tends=(x if left.has(x) else y, ZERO)), under)


WRONG = (
    _limit("a parameter that may be zero", 1 / (1 + d * x), x, oo, "-", ZERO),
    _limit("a parameter that the limit drops", 1 / (1 + y**2 * x), x, oo, "-", ZERO),
    _limit("a value at the point only", Piecewise((5, Eq(y, 0)), (1, True)), y, ZERO, "+", Integer(5)),
    _limit("a piece of the other side", Piecewise((1, y < 0), (2, True)), y, ZERO, "-", Integer(2)),
    _limit("a logarithm of less than nothing", x * log(x - 2), x, ZERO, "+", ZERO),
    _limit("a root of less than nothing", x * sqrt(x - 2), x, ZERO, "+", ZERO),
    _limit("an arc beyond one", x * acos(1 + x), x, ZERO, "+", ZERO),
    _limit("poles without end", x**2 * gamma(-1 / x), x, ZERO, "+", ZERO),
    _goes("pieces that part at the point", Piecewise((y, y < 0), (2 * y, True)), 2 * y),
    _goes("roots of less than nothing", sqrt(-x), sqrt(-x) * (1 + x)),
    _goes("logarithms of less than nothing", log(x - 5), log(x - 5) + x),
)
RIGHT = (
    _limit("a parameter that is positive", 1 / (1 + c * x), x, oo, "-", ZERO),
    _limit("a logarithm beside its pole", x * log(x), x, ZERO, "+", ZERO),
    _limit("divided by what goes to nothing", (exp(d) - 1) / d, d, ZERO, "+", ONE),
    _limit("positive only near the point", log(1 - x), x, ZERO, "+", ZERO),
    _goes("a logarithm near one", log(1 + y), y),
)


@named(WRONG)
def test_what_is_not_so_near_the_point_is_not_proved(claimed: Claimed):
    assert finding(claimed).verdict is not Verdict.PROVED


@named(RIGHT)
def test_what_is_so_is_proved(claimed: Claimed):
    assert finding(claimed).verdict is Verdict.PROVED
