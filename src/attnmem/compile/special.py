"""Error functions, log-gamma and its derivative, of balls."""

from fractions import Fraction
from math import comb
from statistics import NormalDist
from typing import Any

from mpmath.libmp import (
    fone,
    from_float,
    mpf_add,
    mpf_div,
    mpf_erf,
    mpf_erfc,
    mpf_exp,
    mpf_gt,
    mpf_loggamma,
    mpf_mul,
    mpf_neg,
    mpf_pi,
    mpf_psi0,
    mpf_shift,
    mpf_sqrt,
    mpf_sub,
    to_float,
)

from attnmem.compile.balls import (
    Ball,
    Imprecise,
    Number,
    Undefined,
    absolute,
    add,
    ball,
    magnitude,
    negate,
    rounded,
    sign,
)
from attnmem.compile.elementary import log

FAR_TAIL = 32
COMB_TERMS = 1 << 14


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


def _tail_inverse(q: Number, prec: int) -> Number:
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


def digamma(x: Number, prec: int) -> Number:
    """The derivative of log-gamma, at exact numbers only."""
    if not isinstance(x, Fraction) or x <= 0:
        raise Undefined("undefined: a digamma of a number that is not exact and positive")
    value = mpf_psi0(ball(x, prec + 2 * x.numerator.bit_length()).value, prec + 8, "n")
    return Ball(value, max(magnitude(value), 0) - prec)


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


def erfinv(x: Number, prec: int) -> Number:
    """erfinv is odd, and erfcinv of the distance to one."""
    if x == 0:
        return Fraction(0)
    size = _tail_inverse(add((Fraction(1), negate(absolute(x))), prec), prec)
    return size if sign(x) > 0 else negate(size)


def erfcinv(q: Number, prec: int) -> Number:
    return erfinv(add((Fraction(1), negate(q)), prec), prec)
