"""Real numbers with a bound on their error: the arithmetic behind ``to_mpmath``.

A number is an exact ``Fraction``, or a ``Ball``: a value and a whole number e with |true - value| <= 2^e.
Each operation takes the working precision in bits and adds its own rounding to the bound. What more
precision could decide raises ``Imprecise``; what none can raises ``Undefined``.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

from mpmath.libmp import (
    from_int,
    from_rational,
    fzero,
    mpf_add,
    mpf_div,
    mpf_erf,
    mpf_erfc,
    mpf_exp,
    mpf_gt,
    mpf_log,
    mpf_loggamma,
    mpf_mul,
    mpf_neg,
    mpf_pi,
    mpf_pow_int,
    mpf_sqrt,
)

EXACT_BITS = 4096
HUGE = 64
COMB_TERMS = 1 << 14


class Ball(NamedTuple):
    """``value`` is a raw mpmath number; ``error`` an exponent of two, minus infinity when there is none."""

    value: Any
    error: float


Number = Fraction | Ball


class Imprecise(ArithmeticError):
    """More working precision may decide."""


class Undefined(ArithmeticError):
    """The operation has no real value here, or one too large to write down."""


def magnitude(value: Any) -> float:
    """The smallest m with |value| < 2^m."""
    return value[2] + value[3] if value[1] else -float("inf")


def rounded(value: Any, error: float, prec: int) -> Ball:
    return Ball(value, max(error, magnitude(value) - prec) + 1)


def ball(x: Number, prec: int) -> Ball:
    """``x`` as a ball; an exact number that fits the precision keeps an error of nothing."""
    if isinstance(x, Ball):
        return x
    p, q = x.numerator, x.denominator
    if q & (q - 1) == 0 and p.bit_length() <= prec:
        return Ball(from_rational(p, q, prec, "n"), -float("inf"))
    value = from_rational(p, q, prec, "n")
    return Ball(value, magnitude(value) - prec)


def sign(x: Number) -> int:
    """-1, 0 or 1; 0 only for an exact zero."""
    if isinstance(x, Fraction):
        return (x > 0) - (x < 0)
    if magnitude(x.value) - 1 >= x.error and x.value[1]:
        return -1 if x.value[0] else 1
    raise Imprecise("a sign")


def _small(x: Fraction) -> bool:
    return x.numerator.bit_length() + x.denominator.bit_length() <= EXACT_BITS


def add(terms: Sequence[Number], prec: int) -> Number:
    exact = [t for t in terms if isinstance(t, Fraction)]
    rest = [t for t in terms if isinstance(t, Ball)]
    if exact:
        total = sum(exact, Fraction(0))
        if not rest:
            return total
        rest.append(ball(total, prec))
    value, error = fzero, -float("inf")
    for term in rest:
        value = mpf_add(value, term.value, prec, "n")
        error = max(error, term.error, magnitude(value) - prec) + 1
    return Ball(value, error)


def multiply(a: Number, b: Number, prec: int) -> Number:
    if isinstance(a, Fraction) and isinstance(b, Fraction) and _small(a) and _small(b):
        return a * b
    if a == 0 or b == 0:
        return Fraction(0)
    a, b = ball(a, prec), ball(b, prec)
    value = mpf_mul(a.value, b.value, prec, "n")
    crossed = max(magnitude(a.value) + b.error, magnitude(b.value) + a.error, a.error + b.error) + 2
    return rounded(value, crossed, prec)


def invert(x: Number, prec: int) -> Number:
    if isinstance(x, Fraction):
        if x == 0:
            raise Undefined("undefined: division by zero")
        return 1 / x
    size = magnitude(x.value)
    if x.error > size - 3:
        raise Imprecise("a divisor")
    return rounded(mpf_div(from_int(1), x.value, prec, "n"), x.error - 2 * size + 3, prec)


def exp(x: Number, prec: int) -> Number:
    if x == 0:
        return Fraction(1)
    x = ball(x, prec)
    if magnitude(x.value) > HUGE:
        raise Undefined("out of reach: an exponential beyond exp(2^64)")
    if x.error > 0:
        raise Imprecise("an exponent")
    value = mpf_exp(x.value, prec, "n")
    return rounded(value, magnitude(value) + x.error + 1, prec)


def log(x: Number, prec: int) -> Number:
    if x == 1:
        return Fraction(0)
    if sign(x) <= 0:
        raise Undefined("undefined: the logarithm of a number that is not positive")
    x = ball(x, prec)
    size = magnitude(x.value)
    if x.error > size - 4:
        raise Imprecise("a logarithm's argument")
    return rounded(mpf_log(x.value, prec, "n"), x.error - size + 3, prec)


def log_beyond_one(y: Number, prec: int) -> Number:
    """log(1 + y); y itself where |y| is so small that 1 + y would need more bits than there are."""
    if y == 0:
        return Fraction(0)
    near = ball(y, prec)
    size = magnitude(near.value)
    if size < -prec:
        return rounded(near.value, max(near.error, 2 * size) + 1, prec)
    return log(add((Fraction(1), y), prec), prec)


def sqrt(x: Number, prec: int) -> Number:
    if sign(x) < 0:
        raise Undefined("undefined: the square root of a negative number")
    if x == 0:
        return Fraction(0)
    x = ball(x, prec)
    size = magnitude(x.value)
    if x.error > size - 4:
        raise Imprecise("a root's argument")
    return rounded(mpf_sqrt(x.value, prec, "n"), x.error - (size - 1) // 2 + 1, prec)


def power(base: Number, exponent: Number, prec: int) -> Number:
    """Real powers; a negative base only to whole exponents."""
    if exponent == 0:
        return Fraction(1)
    whole = int(exponent) if isinstance(exponent, Fraction) and exponent.denominator == 1 else None
    if whole is not None and abs(whole) <= 1 << 12:
        return _whole_power(base, whole, prec)
    if exponent == Fraction(1, 2):
        return sqrt(base, prec)
    direction = sign(base)
    if direction == 0:
        if sign(exponent) > 0:
            return Fraction(0)
        raise Undefined("undefined: division by zero")
    if direction < 0 and whole is None:
        raise Undefined("undefined: a negative number to a broken power")
    size = exp(multiply(exponent, log(absolute(base), prec), prec), prec)
    return negate(size) if direction < 0 and whole is not None and whole % 2 else size


def _whole_power(base: Number, n: int, prec: int) -> Number:
    if n < 0:
        return invert(_whole_power(base, -n, prec), prec)
    if isinstance(base, Fraction):
        if n * (base.numerator.bit_length() + base.denominator.bit_length()) <= EXACT_BITS:
            return base**n
        base = ball(base, prec)
    size = magnitude(base.value)
    spread = base.error - size + 1 + n.bit_length()
    if spread > -2:
        raise Imprecise("a power's base")
    value = mpf_pow_int(base.value, n, prec, "n")
    return rounded(value, magnitude(value) + spread + 1, prec)


def negate(x: Number) -> Number:
    return -x if isinstance(x, Fraction) else Ball(mpf_neg(x.value), x.error)


def absolute(x: Number) -> Number:
    if isinstance(x, Fraction):
        return abs(x)
    return negate(x) if x.value[0] else x


def largest(a: Number, b: Number, prec: int) -> Number:
    """The larger of two; of overlapping balls the larger value with the larger error."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return max(a, b)
    p, q = ball(a, prec), ball(b, prec)
    try:
        return a if sign(add((p, negate(q)), prec)) > 0 else b
    except Imprecise:
        return Ball(p.value if mpf_gt(p.value, q.value) else q.value, max(p.error, q.error))


def erf(x: Number, prec: int) -> Number:
    if x == 0:
        return Fraction(0)
    x = ball(x, prec)
    return rounded(mpf_erf(x.value, prec, "n"), x.error + 1, prec)


def erfc(x: Number, prec: int) -> Number:
    if x == 0:
        return Fraction(1)
    x = ball(x, prec)
    if magnitude(x.value) > HUGE // 2:
        raise Undefined("out of reach: a tail beyond exp(-2^64)")
    return rounded(mpf_erfc(x.value, prec, "n"), x.error + 1, prec)


def pi(prec: int) -> Number:
    return Ball(mpf_pi(prec), 2 - prec)


def log_binomial(n: Number, k: Number, prec: int) -> Number:
    """ln C(n, k): the exact whole number where it is short enough to form, log-gamma elsewhere."""
    if not (isinstance(n, Fraction) and isinstance(k, Fraction)):
        raise Undefined("undefined: a binomial of numbers that are not exact")
    if not 0 <= k <= n:
        raise Undefined("undefined: a binomial outside 0 <= k <= n")
    whole = n.denominator == k.denominator == 1
    few = min(k, n - k)
    if whole and few * n.numerator.bit_length() <= COMB_TERMS:
        return log(Fraction(comb(int(n), int(few))), prec)
    parts = [_log_factorial(n, prec), negate(_log_factorial(k, prec)), negate(_log_factorial(n - k, prec))]
    return add(parts, prec)


def _log_factorial(x: Fraction, prec: int) -> Ball:
    argument = ball(x + 1, prec + 2 * x.numerator.bit_length())
    value = mpf_loggamma(argument.value, prec, "n")
    return Ball(value, magnitude(value) - prec + 2)


def settle(compute: Callable[[int], Number], prec: int, limit: int) -> Number:
    """``compute`` at growing working precision until its relative error is below 2^-(prec+1).

    Raises      Imprecise if that needs more than ``limit`` bits, as a hidden exact zero does
    """
    working = prec + 24
    while working <= limit:
        missing = working
        try:
            found = compute(working)
            if isinstance(found, Fraction) or found.error == -float("inf"):
                return found
            excess = found.error - (magnitude(found.value) - 2 - prec)
            if excess <= 0:
                return found
            missing = int(min(excess + 8, working))
        except Imprecise:
            pass
        working += missing
    raise Imprecise(f"{limit} bits of precision do not tell the value from zero")
