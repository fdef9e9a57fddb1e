"""False and tricky statements of kinds that algebra alone believes: no method may prove one.

Each is false, or has no meaning, at some point of the domain it is claimed on, often at one point only.
"""

import sympy
from sympy import (
    Abs,
    IndexedBase,
    Integer,
    KroneckerDelta,
    Max,
    Min,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    acos,
    acosh,
    atanh,
    binomial,
    ceiling,
    cos,
    exp,
    factorial,
    floor,
    frac,
    gamma,
    log,
    loggamma,
    oo,
    pi,
    sign,
    sin,
    sqrt,
    tan,
    tanh,
)
from tests.proof.planted import EQ, GE, LE, TO, Claimed, claim, finding, named

from attnmem.proof import operations as op
from attnmem.proof.record import Condition, Verdict
from attnmem.symbols import symbols

tail, share, keys, kept = symbols("tail_mass", "resident_share", "key_count", "kept_count")
a, b, x = sympy.symbols("a b x", positive=True)
d = Symbol("d", nonnegative=True)
y, u, v = sympy.symbols("y u v", real=True)
z = Symbol("z")
n, m, k = sympy.symbols("n m k", integer=True, positive=True)
t = Symbol("t", integer=True, nonnegative=True)
whole = Symbol("whole", integer=True)
i, j = sympy.symbols("i j", integer=True)
name = Symbol("name", real=True)
s = IndexedBase("s", real=True)
p = IndexedBase("p", positive=True)
M = Symbol("M", commutative=False)
K = sympy.MatrixSymbol("K", n, n)
any_ = IndexedBase("any")
ZERO, ONE = Integer(0), Integer(1)
TINY = Rational(1, 1000)


def _cond(small, large, strict=False):  # type: ignore[no-untyped-def]
    return (Condition(sympy.sympify(small), strict, sympy.sympify(large)),)


BRANCHES = (
    Claimed("the root of a square", claim(sqrt(y**2), EQ, y)),
    Claimed("the root of a square less something", claim(sqrt((d - 5) ** 2), EQ, d - 5)),
    Claimed("the logarithm of a square", claim(log((d - 5) ** 2), EQ, 2 * log(d - 5))),
    Claimed("the logarithm of a product of two negative", claim(log(y * u), EQ, log(y) + log(u))),
    Claimed("the logarithm of a quotient turned over", claim(log(y / u), EQ, -log(u / y))),
    Claimed("a root of a product", claim(sqrt(y * u), EQ, sqrt(y) * sqrt(u))),
    Claimed("a root of a quotient", claim(sqrt(y / u), EQ, sqrt(y) / sqrt(u))),
    Claimed("a power of a power", claim((y**2) ** u, EQ, y ** (2 * u))),
    Claimed("the cosine undone", claim(acos(cos(y)), EQ, y)),
    Claimed("a logarithm of what is positive but once", claim(log((d - 3) ** 2 + d), GE, log((d - 3) ** 2))),
    Claimed("the area of a tangent", claim(atanh(tanh(y) * 2), GE, y), _cond(0, y)),
    Claimed("beyond the area's end", claim(acosh(x), GE, 0)),
    Claimed("the power of zero to zero", claim(d**u, GE, 0)),
    Claimed("complex letters", claim(sqrt(z**2), EQ, z)),
    Claimed("the square of a complex letter", claim(z**2, GE, 0)),
)
SIZES = (
    Claimed("a size less a size", claim(Abs(y - u), EQ, Abs(y) - Abs(u))),
    Claimed("the triangle turned round", claim(Abs(y + u), GE, Abs(y) + Abs(u))),
    Claimed("a size at its corner", claim(Abs(d - 3), GE, d - 3 + TINY)),
    Claimed("a size below its argument", claim(Abs(y), LE, y)),
    Claimed("a sign that may be zero", claim(sign(y) ** 2, EQ, 1)),
    Claimed("a sign times its size", claim(y / Abs(y), EQ, sign(y))),
    Claimed("the larger of two and their sum", claim(Max(y, u), LE, y + u)),
    Claimed("the smaller of two at a tie", claim(Min(y, u), LE, Max(y, u) - TINY)),
    Claimed("the larger of three", claim(Max(y, u, v), EQ, Max(y, u))),
    Claimed(
        "over a size that vanishes",
        claim(Abs(y - u) / Abs(y - u), EQ, Piecewise((0, sympy.Eq(y, u)), (1, True))),
    ),
    Claimed("a size in a denominator", claim(1 / Abs(d - 7), GE, 0)),
)
STEPS = (
    Claimed("the floor of a sum", claim(floor(y + u), EQ, floor(y) + floor(u))),
    Claimed("a floor doubled", claim(floor(2 * y), EQ, 2 * floor(y))),
    Claimed("a ceiling is a floor and one", claim(ceiling(y), EQ, floor(y) + 1)),
    Claimed("a floor strictly below", claim(floor(y), LE, y - TINY)),
    Claimed("a fraction that reaches one", claim(frac(y), LE, 1 - TINY)),
    Claimed("a fraction of the negative", claim(frac(-y), EQ, 1 - frac(y))),
    Claimed("division with rest", claim(n - m * floor(n / m), GE, 1)),
    Claimed("rounding up a quotient", claim(m * ceiling(n / m), LE, n + m - 2)),
    Claimed("one over a floor", claim(1 / floor(x), GE, 0)),
    Claimed("a floor of a product", claim(floor(a * b), GE, floor(a) * b)),
    Claimed("half a whole number", claim(floor(n / 2), EQ, (n - 1) / 2)),
)
SEAMS = (
    Claimed("a seam that is open", claim(Piecewise((d, d < 3), (d - 1, d > 3), (d - 9, True)), GE, d - 1)),
    Claimed("a seam left out", claim(Piecewise((1, y < 0), (1, y > 0)), EQ, 1)),
    Claimed("one at the seam only", claim(Piecewise((0, y < 0), (0, y > 0), (1, True)), EQ, 0)),
    Claimed("a piece without a value", claim(Piecewise((log(y), y > -1), (0, True)), LE, Abs(y))),
    Claimed("a pole in a piece", claim(Piecewise((1 / (y - 2), y > 1), (0, True)), GE, 0)),
    Claimed(
        "pieces in another order",
        claim(Piecewise((1, y < 2), (2, y < 1), (3, True)), EQ, Piecewise((2, y < 1), (1, y < 2), (3, True))),
    ),
    Claimed(
        "a delta read as a piece", claim(KroneckerDelta(whole, 7), EQ, Piecewise((0, whole < 7), (0, True)))
    ),
    Claimed(
        "continuous but not so steep",
        claim(Piecewise((y**2, y < 1), (2 * y - 1, True)), LE, y**2 - TINY * (y - 1) ** 2),
    ),
)
WHOLE_OR_REAL = (
    Claimed("a real number is no step from the next", claim(x**2, GE, x)),
    Claimed("between two squares", claim((y - 2) * (y - 3), GE, 0)),
    Claimed("a sine that vanishes at whole numbers", claim(sin(pi * y), EQ, 0)),
    Claimed("a power of minus one", claim((-1) ** (2 * whole + n), EQ, 1)),
    Claimed("counting down to a half", claim(2**n, GE, n**2)),
    Claimed("a cube below a power", claim(2**t, GE, t**3 - 9 * t)),
    Claimed("a product of neighbours", claim(whole * (whole + 1), GE, TINY)),
    Claimed("whole and real mixed", claim(n * y, GE, y)),
    Claimed("a factorial below", claim(factorial(t), GE, t + TINY)),
    Claimed("a factorial of the negative", claim(factorial(whole), GE, 1)),
    Claimed("choices beyond all", claim(binomial(n, k), GE, 1)),
    Claimed(
        "choices by factorials", claim(binomial(n, k), EQ, factorial(n) / (factorial(k) * factorial(n - k)))
    ),
    Claimed("the gamma of the negative", claim(gamma(y + 1), EQ, y * gamma(y))),
    Claimed("a logarithm of gamma", claim(loggamma(y + 1) - loggamma(y), EQ, log(y))),
)
DOMAINS = (
    Claimed("a quotient with a parameter", claim((y**2 - u**2) / (y - u), EQ, y + u)),
    Claimed("a zero that moves with a parameter", claim(1 / (d - a) ** 2, GE, 0)),
    Claimed("a denominator that is zero where two meet", claim(x / (x - a) - a / (x - a), EQ, 1)),
    Claimed("an exponential in a denominator", claim(1 / (exp(y) - 1), GE, -1 / (1 - exp(y)) - 1)),
    Claimed("a logarithm in a denominator", claim(log(x) / log(x) + x, GE, x / (1 + log(x) ** 2))),
    Claimed("a root in a denominator", claim((d - 4) / (sqrt(d) - 2), EQ, sqrt(d) + 2)),
    Claimed("a tangent through its poles", claim(tan(y) * cos(y), EQ, sin(y))),
    Claimed("a hyperbolic zero", claim(tanh(y) / tanh(y) * y, EQ, y + KroneckerDelta(y, 0))),
    Claimed("the log of one less a share", claim(-log(1 - share), GE, share)),
    Claimed("odds of a whole share", claim(share / (1 - share), GE, share)),
    Claimed("a domain that a parameter empties", claim(x, LE, -1), (*_cond(x, a), *_cond(a + 1, x))),
    Claimed(
        "dropped keys that are none", claim((keys - kept) / (keys - kept), EQ, 1 + KroneckerDelta(keys, kept))
    ),
    Claimed("a name outside its own domain", claim(log(1 - tail), LE, 0), defines={tail: x - 5}),
    Claimed("a name below its own domain", claim(tail, LE, 1), defines={tail: 2 * share}),
)
RANGES = (
    Claimed(
        "an empty sum that divides",
        claim(Sum(p[i], (i, 1, n - 1)) / Sum(p[i], (i, 1, n - 1)), EQ, 1 + KroneckerDelta(n, 1)),
    ),
    Claimed(
        "the logarithm of an empty sum", claim(log(Sum(p[i], (i, 1, t))), GE, log(Sum(p[i], (i, 1, t))) - 1)
    ),
    Claimed(
        "a sum to the end and back",
        claim(Sum(s[i], (i, 1, n)), EQ, Sum(s[i], (i, 1, k)) + Sum(s[i], (i, k + 1, n))),
    ),
    Claimed("a longer sum is larger", claim(Sum(s[i], (i, 1, n)), LE, Sum(s[i], (i, 1, n + 1)))),
    Claimed("a first term that may be none", claim(Sum(p[i], (i, 1, t)), GE, p[1])),
    Claimed("terms below their sum", claim(s[1], LE, Sum(Abs(s[i]), (i, 1, t)))),
    Claimed(
        "a sum with a pole in it",
        claim(Sum(1 / (i - 3), (i, 1, n)), EQ, Sum(1 / (i - 3), (i, 1, n - 1)) + 1 / (n - 3)),
    ),
    Claimed(
        "a double sum in the other order",
        claim(Sum(s[i], (i, 1, j), (j, 1, n)), EQ, n * Sum(s[i], (i, 1, n))),
    ),
    Claimed("a harmonic sum", claim(op.Summation((-1) ** i, (i, ONE, n)), EQ, Rational(-1, 2))),
    Claimed("a ratio of one", claim(op.Summation(y**i, (i, ZERO, n)), EQ, (1 - y ** (n + 1)) / (1 - y))),
    Claimed("the endless harmonic sum", claim(op.Summation(1 / i, (i, ONE, oo)), EQ, oo)),
)
LIMITS = (
    Claimed("equal in the limit only", claim(x / (1 + x), EQ, 1)),
    Claimed("attained in the limit only", claim(x / (1 + x), LE, 1, attained={x: oo})),
    Claimed("not uniform in a parameter", claim(op.Limit(d**x, x, oo), EQ, 0), _cond(d, 1)),
    Claimed("a limit that a parameter turns", claim(op.Limit(exp(-d * x), x, oo), EQ, 0)),
    Claimed(
        "two limits in the other order",
        claim(
            op.Limit(op.Limit(x / (x + a), x, ZERO), a, ZERO),
            EQ,
            op.Limit(op.Limit(x / (x + a), a, ZERO), x, ZERO).run(),
        ),
    ),
    Claimed("a ratio with a parameter that may be zero", claim(d * x + 1, TO, d * x, tends=(x, oo))),
    Claimed("a ratio with an exponent", claim(x**y + x**u, TO, x**y, tends=(x, oo))),
    Claimed("no limit at all", claim(op.Limit(sin(x), x, oo), EQ, sympy.AccumBounds(-1, 1))),
    Claimed("a limit of a floor", claim(op.Limit(floor(x), x, ONE), EQ, 0)),
    Claimed("a limit of a size", claim(op.Limit(Abs(y) / y, y, ZERO, "+-"), EQ, 1)),
    Claimed("falls to a parameter", claim((1 - exp(-d * x)) / (1 + x), GE, exp(-d * x) / (2 + x))),
    Claimed("above infinity", claim(x, LE, -oo)),
)
MATRICES = (
    Claimed(
        "a matrix over a number that may be zero",
        claim(M / (y - 3) * (y - 3), EQ, M + M * KroneckerDelta(y, 3)),
    ),
    Claimed(
        "a square of a sum",
        claim(
            (M + Symbol("N", commutative=False)) ** 2,
            EQ,
            M**2 + 2 * M * Symbol("N", commutative=False) + Symbol("N", commutative=False) ** 2,
        ),
    ),
)


def _asis(e, *others):  # type: ignore[no-untyped-def]
    """A product that SymPy has not looked at."""
    return sympy.Mul(e, *others, evaluate=False)


UNTOUCHED = (
    Claimed(
        "a cube root that goes through zero",
        claim(_asis((d - 2) ** Rational(1, 3), (d - 2) ** Rational(2, 3)), EQ, d - 2),
    ),
    Claimed("a power with a real exponent", claim(_asis((-x) ** y, (-x) ** (-y)), EQ, 1)),
    Claimed("zero to a negative power", claim(_asis(d**-a, d**a), EQ, 1)),
    Claimed("a floor over itself", claim(_asis(floor(y), 1 / floor(y)), EQ, 1)),
    Claimed("a root squared", claim(_asis(sqrt(y**2 - 4 * u), sqrt(y**2 - 4 * u)), EQ, y**2 - 4 * u)),
    Claimed("a mean over nothing", claim(_asis(Sum(p[i], (i, 1, t)), 1 / Sum(p[i], (i, 1, t))), LE, 1)),
    Claimed("a line over itself", claim(_asis(d - 4, 1 / (d - 4)), EQ, 1)),
    Claimed("an exponential less one over itself", claim(_asis(exp(y) - 1, 1 / (exp(y) - 1)), EQ, 1)),
    Claimed("a logarithm over itself", claim(_asis(log(x), 1 / log(x)), EQ, 1)),
    Claimed("a size over itself", claim(_asis(Abs(y - u), 1 / Abs(y - u)), EQ, 1)),
    Claimed(
        "an inverse that need not be",
        claim(sympy.MatMul(sympy.Inverse(K), K, evaluate=False), EQ, sympy.Identity(n)),
    ),
)
MIXED = (
    Claimed(
        "the larger of each, all alike",
        claim(Sum(Max(s[i], 0), (i, 1, k)), LE, Max(Sum(s[i], (i, 1, k)), 0)),
    ),
    Claimed(
        "the larger of each, but seldom",
        claim(Sum(Max(s[i], 0), (i, 1, k)), LE, Max(Sum(s[i], (i, 1, k)), 0)),
        tuple(Condition(low, False, high, (i, ONE, k)) for low, high in ((-TINY, s[i]), (s[i], ONE))),
    ),
    Claimed("the size of a sum", claim(Sum(Abs(s[i]), (i, 1, k)), EQ, Abs(Sum(s[i], (i, 1, k))))),
    Claimed("a power that starts at one", claim(d**t, LE, d), _cond(d, 1)),
    Claimed("zero to zero", claim(d**t, LE, t * d), _cond(d, 1)),
    Claimed("a slip of one piece", claim(Piecewise((5, sympy.Eq(y, 0)), (y, True)), EQ, y)),
    Claimed("a square of an unknown family", claim(Sum(any_[i] ** 2, (i, 1, k)), GE, 0)),
    Claimed("a complex root", claim(sqrt(z) ** 2 + z * z.conjugate(), GE, z)),
    Claimed("a log on a box through zero", claim(log(y), LE, 1, box=((y, -ONE, ONE),))),
    Claimed("a gamma on a box with its pole", claim(gamma(y), GE, -100, box=((y, -ONE / 2, ONE),))),
    Claimed("a bound from both sides", claim(y - u, GE, TINY), (*_cond(y, u), *_cond(u, y))),
    Claimed("falls to nothing unless a letter is zero", claim((1 + d) / (1 + d * x) - TINY, GE, 0)),
    Claimed("falls to a limit that jumps", claim(1 / (1 + x) - TINY * (1 - exp(-d * x)), GE, 0)),
    Claimed("rises for all but one letter", claim(exp(d * x) - 1 - TINY * d, GE, 0)),
    Claimed(
        "a name that leaves its domain a little",
        claim(tail, GE, 0, using=(claim(tail, LE, 1),)),
        defines={tail: ((d - 5) ** 2 - TINY**2) / ((d - 5) ** 2 + 1)},
    ),
    Claimed(
        "a name that may be one",
        claim(-log(1 - tail), GE, tail, using=(claim(tail, LE, 1),)),
        defines={tail: exp(-((d - 5) ** 2))},
    ),
    Claimed("a half between neighbours", claim((2 * whole - 7) ** 2, GE, 1 + TINY)),
    Claimed("a whole number above a root", claim(n, GE, floor(sqrt(k)) + 1), _cond(sqrt(k), n)),
    Claimed("a remainder of the negative", claim(whole - 3 * floor(whole / 3), LE, 1)),
    Claimed(
        "a rounding that goes both ways", claim(Abs(y - floor(y + Rational(1, 2))), LE, Rational(1, 2) - TINY)
    ),
)
GROUPS = (BRANCHES, SIZES, STEPS, SEAMS, WHOLE_OR_REAL, DOMAINS, RANGES, LIMITS, MATRICES, UNTOUCHED, MIXED)


@named(*GROUPS)
def test_a_tricky_statement_is_not_proved(claimed):
    assert finding(claimed).verdict is not Verdict.PROVED
