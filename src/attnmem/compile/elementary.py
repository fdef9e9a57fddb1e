"""Exponentials, logarithms and powers of balls."""

from fractions import Fraction
from typing import Any

from mpmath.libmp import (
    from_int,
    mpf_div,
    mpf_exp,
    mpf_ln2,
    mpf_log,
    mpf_mul,
    mpf_pi,
    mpf_pow_int,
    mpf_shift,
    mpf_sqrt,
    mpf_sub,
    to_int,
)

from attnmem.compile.balls import (
    EXACT_BITS,
    Ball,
    Imprecise,
    Number,
    Undefined,
    absolute,
    add,
    ball,
    invert,
    magnitude,
    multiply,
    negate,
    rounded,
    sign,
)

HUGE = 2048


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
    whole = int(exponent) if not isinstance(exponent, Ball) and exponent.denominator == 1 else None
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
    if not isinstance(base, Ball):
        if n * (base.numerator.bit_length() + base.denominator.bit_length()) <= EXACT_BITS:
            return base**n
        base = ball(base, prec)
    size = magnitude(base.value)
    spread = base.error - size + 1 + n.bit_length()
    if spread > -2:
        raise Imprecise("a power's base")
    value = mpf_pow_int(base.value, n, prec, "n")
    return rounded(value, magnitude(value) + spread + 1, prec)


def pi(prec: int) -> Number:
    return Ball(mpf_pi(prec), 2 - prec)


def tanh(x: Number, prec: int) -> Number:
    """1 - 2/(e^2x + 1)."""
    grown = add((exp(multiply(Fraction(2), x, prec), prec), Fraction(1)), prec)
    return add((Fraction(1), multiply(Fraction(-2), invert(grown, prec), prec)), prec)


def atanh(x: Number, prec: int) -> Number:
    """log((1 + x)/(1 - x))/2."""
    above, below = add((Fraction(1), x), prec), add((Fraction(1), negate(x)), prec)
    ratio = multiply(above, invert(below, prec), prec)
    return multiply(Fraction(1, 2), log(ratio, prec), prec)


def half_sum(direction: int, x: Number, prec: int) -> Number:
    """(e^x + e^-x)/2 or (e^x - e^-x)/2, as ``direction`` says."""
    grown = exp(x, prec)
    shrunk = multiply(Fraction(direction), invert(grown, prec), prec)
    return multiply(Fraction(1, 2), add((grown, shrunk), prec), prec)
