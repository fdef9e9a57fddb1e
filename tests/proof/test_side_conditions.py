"""What an operation holds under must be granted: each side condition broken once, and granted once."""

import sympy
from sympy import (
    IndexedBase,
    Integer,
    KroneckerDelta,
    Rational,
    Sum,
    Symbol,
    cos,
    exp,
    floor,
    log,
    oo,
    pi,
    sqrt,
)
from tests.proof.planted import EQ, GE, LE, TO, Claimed, claim, finding, named

from attnmem.proof import operations as op
from attnmem.proof.record import Condition, Verdict

a, x, w = sympy.symbols("a x w", positive=True)
d = Symbol("d", nonnegative=True)
y, u, rho = sympy.symbols("y u rho", real=True)
n, m, k = sympy.symbols("n m k", integer=True, positive=True)
whole = Symbol("whole", integer=True)
even = Symbol("even", integer=True, even=True)
name = Symbol("name", real=True)
i, j = sympy.symbols("i j", integer=True)
last = Symbol("last", integer=True)
from_one = Symbol("from_one", integer=True, positive=True)
p = IndexedBase("p", positive=True)
ONE = Integer(1)


def _delta(other, first=ONE, end=n, weight=1):  # type: ignore[no-untyped-def]
    return op.DeltaSummation(weight * KroneckerDelta(other, j), (j, first, end))


SUMS = (
    Claimed("a delta beyond the range", claim(_delta(m), EQ, 1)),
    Claimed("a delta below the range", claim(_delta(whole), EQ, 1), (Condition(whole, False, n),)),
    Claimed("a delta between whole numbers", claim(_delta(y), EQ, 1)),
    Claimed(
        "a delta at half an index",
        claim(op.DeltaSummation(KroneckerDelta(m, 2 * j), (j, ONE, m)), EQ, 1),
    ),
    Claimed(
        "equal correlation with a token of another window",
        claim(op.DeltaSummation(rho + (1 - rho) * KroneckerDelta(i, j), (j, ONE, m)), EQ, 1 + (m - 1) * rho),
    ),
    Claimed("a sum that may run backwards", claim(op.Summation(w, (i, ONE, last)), EQ, last * w)),
    Claimed("a sum to a real number", claim(op.Summation(i, (i, ONE, y)), EQ, y * (y + 1) / 2)),
    Claimed("a sum to half a number", claim(op.Summation(ONE, (i, ONE, n / 2)), EQ, n / 2)),
    Claimed("a sum over a pole", claim(op.Summation(1 / (i * (i + 1)), (i, -n, n)), EQ, 2)),
    Claimed(
        "a sum whose index is said to be positive",
        claim(op.Summation(KroneckerDelta(from_one, 0), (from_one, Integer(0), n)), EQ, 0),
    ),
    Claimed(
        "a sum over even numbers only",
        claim(op.Summation((-1) ** even, (even, ONE, n)), EQ, n),
    ),
    Claimed(
        "an endless sum in two orders",
        claim(op.Summation((-1) ** (i + 1) / i, (i, ONE, oo)), EQ, log(2)),
    ),
    Claimed("an endless sum of a ratio", claim(op.Summation(y**i, (i, Integer(0), oo)), EQ, 1 / (1 - y))),
    Claimed(
        "a name that counts along",
        claim(op.Summation(name, (i, ONE, n)), EQ, n * name),
        defines={name: i**2},
    ),
    Claimed("a product that may run backwards", claim(op.Product(w, (i, ONE, last)), EQ, w**last)),
    Claimed("an endless product", claim(op.Product(ONE, (i, ONE, oo)), EQ, 1)),
)
COUNTING = (
    Claimed(
        "induction over a real index",
        claim(op.Induction(cos(2 * pi * y), y, name, name, Integer(0), ONE), EQ, cos(2 * pi * y)),
    ),
    Claimed(
        "induction from a half",
        claim(
            op.Induction(whole - Rational(1, 2), whole, name + 1, name, Rational(1, 2), Integer(0)),
            EQ,
            whole - Rational(1, 2),
        ),
    ),
    Claimed(
        "induction that starts above the claim",
        claim(op.Induction(whole**2, whole, name + 2 * whole + 1, name, ONE, ONE), EQ, whole**2),
    ),
)
REAL = (
    Claimed("a derivative by a whole number", claim(op.Diff(cos(2 * pi * n) * a, n), EQ, 0)),
    Claimed("a derivative of a floor", claim(op.Diff(floor(y) + y, y), EQ, 1)),
    Claimed("a derivative of a delta", claim(op.Diff(KroneckerDelta(y, 5) + y, y), EQ, 1)),
    Claimed(
        "a derivative of a hidden function", claim(op.Diff(name * y, y), EQ, name), defines={name: exp(y)}
    ),
    Claimed("a derivative of a count", claim(op.Diff(Sum(p[i], (i, 1, n)) + y, n), EQ, 0)),
    Claimed("a limit outside", claim(op.Limit(x / sqrt(x**2), x, -oo), EQ, 1)),
    Claimed("a limit from the other side", claim(op.Limit(sqrt(x**2) / x, x, Integer(0), "-"), EQ, 1)),
    Claimed(
        "a limit beyond a bound", claim(op.Limit(1 / (1 + x), x, oo), EQ, 0), (Condition(x, False, ONE),)
    ),
    Claimed("a ratio beyond a bound", claim(x + 1, TO, x, tends=(x, oo)), (Condition(x, False, ONE),)),
    Claimed("a limit between whole numbers", claim(op.Limit(n, n, ONE), EQ, 1)),
    Claimed("a series of an absolute value", claim(op.Series(sympy.Abs(y), y, Integer(0), 3), EQ, y)),
    Claimed(
        "an integral over a pole",
        claim(op.Integrate((y - u) ** -2, (y, Integer(0), ONE)), EQ, -1 / (u * (u - 1)) * -1),
    ),
    Claimed(
        "an integral over whole numbers",
        claim(op.Integrate(whole, (whole, Integer(0), ONE)), EQ, Rational(1, 2)),
    ),
    Claimed(
        "an integral of what is positive there only",
        claim(op.Integrate(sqrt(x**2), (x, -ONE, ONE)), EQ, 0),
    ),
    Claimed("an integral of a floor", claim(op.Integrate(floor(y), (y, Integer(0), Integer(2))), EQ, 1)),
)
AS_IT_STANDS = (
    Claimed("a negative root of a positive unknown", claim(op.Solve(x + 1, x), EQ, -1)),
    Claimed("a root between whole numbers", claim(op.Solve(2 * n - 5, n), EQ, Rational(5, 2))),
    Claimed("a factor that may be zero", claim(op.Solve(y * u - y * 3, u), EQ, 3)),
    Claimed("an exponential that is never zero", claim(op.Solve(exp(y) + d, y), EQ, log(-d))),
    Claimed("the root of a root", claim(op.Solve(sqrt(x) + a, x), EQ, a**2)),
    Claimed("a power of one", claim(op.Solve(a**y - a, y), EQ, 1)),
    Claimed("a hidden unknown", claim(op.Solve(name - y, y), EQ, name), defines={name: y**2}),
    Claimed("minus something for a positive letter", claim(op.Put(sqrt(x**2), {x: -a}), EQ, -a)),
    Claimed("something real for a positive letter", claim(op.Put(sympy.Abs(x), {x: y}), EQ, y)),
    Claimed("a half for a whole letter", claim(op.Put(cos(2 * pi * n), {n: Rational(1, 2)}), EQ, 1)),
    Claimed("into a place that runs", claim(op.Put(Sum(i, (i, 1, 3)), {i: Integer(2)}), EQ, 6)),
    Claimed("something that runs", claim(op.Put(Sum(y * i, (i, 1, 2)), {y: i}), EQ, 5)),
    Claimed("into a denominator", claim(op.Put((y**2 - y) / (a * y), {a: y}), EQ, (y - 1) / y)),
    Claimed("a part of a letter", claim(op.Put(a * x + a, {a * x: w}), EQ, w + a)),
)


@named(SUMS, COUNTING, REAL, AS_IT_STANDS)
def test_an_operation_without_its_side_condition_is_not_proved(claimed):
    found = finding(claimed)
    assert found.verdict is not Verdict.PROVED
    assert found.certificate or found.witness


GRANTED = (
    Claimed("a delta in range", claim(_delta(m), EQ, 1), (Condition(m, False, n),)),
    Claimed("a sum that may be empty", claim(op.Summation(w, (i, ONE, n - 1)), EQ, (n - 1) * w)),
    Claimed("an endless sum that converges", claim(op.Summation(1 / i**2, (i, ONE, oo)), EQ, pi**2 / 6)),
    Claimed(
        "induction from one",
        claim(op.Induction(n**2, n, name + 2 * n + 1, name, ONE, ONE), EQ, n**2),
    ),
    Claimed("a derivative", claim(op.Diff(exp(y) * u, y), EQ, exp(y) * u)),
    Claimed("a limit", claim(op.Limit(x / sqrt(x**2 + 1), x, oo), EQ, 1)),
    Claimed("an integral", claim(op.Integrate(y**2, (y, -ONE, ONE)), EQ, Rational(2, 3))),
    Claimed(
        "a factor that is not zero",
        claim(op.Solve(y * u - y * 3, u), EQ, 3),
        (Condition(Integer(0), True, y),),
    ),
    Claimed("a positive root", claim(op.Solve(a * x - w, x), EQ, w / a)),
    Claimed("something at least as positive", claim(op.Put(sqrt(x**2), {x: a + 1}), GE, 1)),
    Claimed("something small enough", claim(op.Put(log(1 + x), {x: a}), LE, a)),
)


@named(GRANTED)
def test_an_operation_with_its_side_condition_is_proved(claimed):
    assert finding(claimed).verdict is Verdict.PROVED


def test_the_finding_names_the_condition_and_the_operation():
    assert (
        "it is not seen that -m + n is never negative, as deltasummation needs"
        in finding(SUMS[0]).certificate
    )
