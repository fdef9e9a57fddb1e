"""Tricky statements about what operations return, and about conditions that say less than they seem to."""

import sympy
from sympy import (
    Abs,
    IndexedBase,
    Integer,
    Max,
    Min,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    ceiling,
    exp,
    floor,
    frac,
    log,
    sqrt,
)
from tests.proof.planted import EQ, GE, LE, Claimed, claim, finding, named

from attnmem.proof import operations as op
from attnmem.proof.record import Condition, Verdict

a, b, x = sympy.symbols("a b x", positive=True)
d = Symbol("d", nonnegative=True)
y, u = sympy.symbols("y u", real=True)
n = Symbol("n", integer=True, positive=True)
i = Symbol("i", integer=True)
s = IndexedBase("s", real=True)
p = IndexedBase("p", positive=True)
f = sympy.Function("f", real=True)
TINY = Rational(1, 1000)
JUMP = Piecewise((0, y < 0), (1, True))


def _cond(small, large):  # type: ignore[no-untyped-def]
    return (Condition(sympy.sympify(small), False, sympy.sympify(large)),)


RETURNED = (
    Claimed("the slope of a size", claim(op.Diff(sqrt(y**2), y), EQ, 1)),
    Claimed("the slope of a jump", claim(op.Diff(JUMP, y), EQ, 0)),
    Claimed("the slope of a fraction", claim(op.Diff(frac(y), y), EQ, 1)),
    Claimed(
        "an integral over a pole that may be inside",
        claim(op.Integrate(1 / (y + 2), (y, u, 1)), EQ, log(3) - log(u + 2)),
    ),
    Claimed(
        "an integral that need not converge", claim(op.Integrate(exp(-y * x), (x, 0, sympy.oo)), EQ, 1 / y)
    ),
    Claimed("a slope that may be zero", claim(op.Solve((u - 1) * y - (u - 1) ** 2, y), EQ, u - 1)),
    Claimed("the root of a floor", claim(op.Solve(floor(y) - 3, y), EQ, 3)),
    Claimed("a range that counts itself", claim(op.Summation(i * n, (i, 1, i)), EQ, n)),
    Claimed("halves rounded down", claim(op.Summation(floor(i / 2), (i, 1, n)), EQ, n**2 / 4)),
    Claimed(
        "a ratio that may be one", claim(op.Summation(x**i, (i, 0, n)), EQ, (x ** (n + 1) - 1) / (x - 1))
    ),
    Claimed("a factor of zero", claim(op.Product(i - 3, (i, 1, n)), EQ, sympy.factorial(n - 3))),
    Claimed("zero for a positive letter", claim(op.Put(1 / a, {a: d}), GE, 0)),
    Claimed("both at once", claim(op.Put(a / b, {a: b, b: a}), EQ, 1)),
    Claimed("a series on both sides of a corner", claim(op.Series(sqrt(y**2), y, 0, 3), EQ, y)),
)
CONDITIONS = (
    Claimed("a product that is positive", claim(y, GE, 0), _cond(0, y * u)),
    Claimed("a square that is positive", claim(y, GE, 0), _cond(0, y**2)),
    Claimed("below the larger", claim(y, LE, u), _cond(y, Max(u, 3))),
    Claimed("the smaller is below", claim(y, LE, u), _cond(Min(y, 3), u)),
    Claimed("rounded up", claim(y, GE, 3), _cond(3, ceiling(y))),
    Claimed("nearly at the step", claim(floor(y), GE, 3), _cond(3, y + TINY)),
    Claimed("a square of a logarithm", claim(x, GE, 1), _cond(0, log(x) ** 2)),
)
INEQUALITIES = (
    Claimed("means turned round", claim((a + b) / 2, LE, sqrt(a * b))),
    Claimed("means of any sign", claim((y + u) / 2, GE, sqrt(y * u))),
    Claimed("the logarithm of a mean", claim(log((a + b) / 2), LE, (log(a) + log(b)) / 2)),
    Claimed("the square of a sum", claim(Sum(s[i], (i, 1, n)) ** 2, LE, Sum(s[i] ** 2, (i, 1, n)))),
    Claimed("a sum times its inverses", claim(Sum(p[i], (i, 1, n)) * Sum(1 / p[i], (i, 1, n)), GE, n**2 + 1)),
    Claimed("a function nobody knows", claim(f(y + 1), GE, f(y))),
    Claimed("a power that falls below one", claim(x**a, LE, x ** (a + 1))),
    Claimed("three terms of the exponential", claim(exp(y), GE, 1 + y + y**2 / 2)),
    Claimed("a bound out of reach", claim(sympy.tanh(y), LE, 1 - TINY)),
    Claimed("the larger of two exponentials", claim(exp(Max(y, u)), LE, exp(y) + exp(u) - TINY)),
    Claimed("a size between", claim(Abs(y - Integer(1)) + Abs(y + 1), LE, 2 * Abs(y))),
)


@named(RETURNED, CONDITIONS, INEQUALITIES)
def test_a_tricky_statement_is_not_proved(claimed):
    assert finding(claimed).verdict is not Verdict.PROVED
