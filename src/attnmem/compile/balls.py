"""Real numbers with a bound on their error: the arithmetic behind ``to_mpmath``.

A number is an exact ``Fraction``, or a ``Ball``: a value and a whole number e with |true - value| <= 2^e.
Each operation takes the working precision in bits and adds its own rounding to the bound. What more
precision could decide raises ``Imprecise``; what none can raises ``Undefined``.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb
from statistics import NormalDist
from typing import Any, NamedTuple

from mpmath.libmp import (
    fone,
    from_float,
    from_int,
    from_man_exp,
    from_rational,
    fzero,
    mpf_add,
    mpf_div,
    mpf_erf,
    mpf_erfc,
    mpf_exp,
    mpf_gt,
    mpf_ln2,
    mpf_log,
    mpf_loggamma,
    mpf_mul,
    mpf_neg,
    mpf_pi,
    mpf_pow_int,
    mpf_psi0,
    mpf_shift,
    mpf_sqrt,
    mpf_sub,
    to_float,
    to_int,
)

NOTHING = -(1 << 4096)
EXACT_BITS = 4096
HUGE = 2048
FAR_TAIL = 32
COMB_TERMS = 1 << 14


class Ball(NamedTuple):
    """``value`` is a raw mpmath number; ``error`` an exponent of two, ``NOTHING`` when it is exact."""

    value: Any
    error: int


Number = Fraction | Ball


class Imprecise(ArithmeticError):
    """More working precision may decide."""


class Undefined(ArithmeticError):
    """The operation has no real value here, or one too large to write down."""


def magnitude(value: Any) -> int:
    """The smallest m with |value| < 2^m."""
    return value[2] + value[3] if value[1] else NOTHING


def rounded(value: Any, error: int, prec: int) -> Ball:
    return Ball(value, max(error, magnitude(value) - prec) + 1)


def ball(x: Number, prec: int) -> Ball:
    """``x`` as a ball; an exact number that fits the precision keeps an error of nothing."""
    if isinstance(x, Ball):
        return x
    p, q = x.numerator, x.denominator
    if q & (q - 1) == 0:
        value = from_man_exp(p, 1 - q.bit_length(), prec, "n")
        return Ball(value, NOTHING if p.bit_length() <= prec else magnitude(value) - prec)
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
    value, error = fzero, NOTHING
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
        raise Undefined("out of reach: an exponential beyond exp(2^2048)")
    if x.error > 0:
        raise Imprecise("an exponent")
    value = _exp(x.value, prec)
    return rounded(value, magnitude(value) + x.error + 1, prec)


def _exp(x: Any, prec: int) -> Any:
    """mpmath's exponential, but for large arguments, where it may multiply out a power of e."""
    size = magnitude(x)
    if size < 12:
        return mpf_exp(x, prec, "n")
    working = prec + size + 16
    log_two = mpf_ln2(working)
    doublings = to_int(mpf_div(x, log_two, size + 8, "n"))
    rest = mpf_sub(x, mpf_mul(from_int(doublings), log_two, working, "n"), working, "n")
    return mpf_shift(mpf_exp(rest, prec, "n"), doublings)


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
        return whole_power(base, whole, prec)
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


def whole_power(base: Number, n: int, prec: int) -> Number:
    if n < 0:
        return invert(whole_power(base, -n, prec), prec)
    if n == 1:
        return base
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
    if magnitude(x.value) > FAR_TAIL:
        raise Undefined("out of reach: a tail beyond exp(-2^64)")
    return rounded(mpf_erfc(x.value, prec, "n"), x.error + 1, prec)


def erfcinv(q: Number, prec: int) -> Number:
    """The y > 0 with erfc(y) = q, 0 < q < 1: Newton's steps from a double; what is left is the error."""
    near = ball(q, prec)
    if sign(near) < 0 or magnitude(near.value) < -1020:
        raise Undefined("out of reach: the inverse of a tail below 2^-1020")
    if mpf_gt(near.value, fone) or near.value == fone:
        raise Imprecise("a tail close to one")
    y, working, right = from_float(-NormalDist().inv_cdf(to_float(near.value) / 2) / 2**0.5), prec + 16, 24
    while True:
        slope = _erfc_slope(y, working)
        left = mpf_sub(mpf_erfc(y, working, "n"), near.value, working, "n")
        step = mpf_div(left, slope, working, "n")
        if right > prec:
            error = max(magnitude(step), near.error - magnitude(slope) + 1, 2 - working - magnitude(slope))
            return Ball(y, error + 2)
        y = mpf_add(y, step, working, "n")
        right *= 2


def _erfc_slope(y: Any, prec: int) -> Any:
    """2 e^(-y^2)/sqrt(pi)."""
    tail = mpf_exp(mpf_neg(mpf_mul(y, y)), prec, "n")
    return mpf_div(mpf_shift(tail, 1), mpf_sqrt(mpf_pi(prec), prec, "n"), prec, "n")


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


def digamma(x: Number, prec: int) -> Number:
    """The derivative of log-gamma, at exact numbers only."""
    if not isinstance(x, Fraction) or x <= 0:
        raise Undefined("undefined: a digamma of a number that is not exact and positive")
    value = mpf_psi0(ball(x, prec + 2 * x.numerator.bit_length()).value, prec + 8, "n")
    return Ball(value, max(magnitude(value), 0) - prec)


def settle(compute: Callable[[int], Number], prec: int, limit: int) -> Number:
    """``compute`` at growing working precision until its relative error is below 2^-(prec+1).

    Raises      Imprecise if that needs more than ``limit`` bits, as a hidden exact zero does
    """
    working = prec + 24
    while working <= limit:
        missing = working
        try:
            found = compute(working)
            if isinstance(found, Fraction) or found.error < NOTHING >> 1:
                return found
            excess = found.error - (magnitude(found.value) - 2 - prec)
            if excess <= 0:
                return found
            missing = min(excess + 8, working)
        except Imprecise:
            pass
        working += missing
    raise Imprecise(f"{limit} bits of precision do not tell the value from zero")
