"""Real numbers with a bound on their error: the arithmetic behind ``to_mpmath``.

A number is an exact ``Fraction``, or a ``Ball``: a value and a whole number e with |true - value| <= 2^e.
Each operation takes the working precision in bits and adds its own rounding to the bound. What more
precision could decide raises ``Imprecise``; what none can raises ``Undefined``.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from mpmath.libmp import (
    from_int,
    from_man_exp,
    from_rational,
    fzero,
    mpf_abs,
    mpf_add,
    mpf_div,
    mpf_gt,
    mpf_mul,
    mpf_neg,
    mpf_pos,
)

NOTHING = -(1 << 4096)
EXACT_BITS = 4096


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
        value = from_man_exp(p, 1 - q.bit_length())
        if value[3] <= prec:
            return Ball(value, NOTHING)
        return Ball(mpf_pos(value, prec, "n"), magnitude(value) - prec)
    value = from_rational(p, q, prec, "n")
    return Ball(value, magnitude(value) - prec)


def sign(x: Number) -> int:
    """-1, 0 or 1; 0 only for an exact zero."""
    if not isinstance(x, Ball):
        return (x > 0) - (x < 0)
    if magnitude(x.value) - 1 > x.error:
        return -1 if x.value[0] else 1
    raise Imprecise("a sign")


def _small(x: Fraction) -> bool:
    return x.numerator.bit_length() + x.denominator.bit_length() <= EXACT_BITS


def add(terms: Sequence[Number], prec: int) -> Number:
    exact = [t for t in terms if not isinstance(t, Ball)]
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
    if not (isinstance(a, Ball) or isinstance(b, Ball)) and _small(a) and _small(b):
        return a * b
    if a == 0 or b == 0:
        return Fraction(0)
    a, b = ball(a, prec), ball(b, prec)
    value = mpf_mul(a.value, b.value, prec, "n")
    crossed = max(magnitude(a.value) + b.error, magnitude(b.value) + a.error, a.error + b.error) + 2
    return rounded(value, crossed, prec)


def invert(x: Number, prec: int) -> Number:
    if not isinstance(x, Ball):
        if x == 0:
            raise Undefined("undefined: division by zero")
        return 1 / x
    size = magnitude(x.value)
    if x.error > size - 3:
        raise Imprecise("a divisor")
    return rounded(mpf_div(from_int(1), x.value, prec, "n"), x.error - 2 * size + 3, prec)


def negate(x: Number) -> Number:
    return -x if not isinstance(x, Ball) else Ball(mpf_neg(x.value), x.error)


def absolute(x: Number) -> Number:
    if not isinstance(x, Ball):
        return abs(x)
    return negate(x) if x.value[0] else x


def largest(a: Number, b: Number, prec: int) -> Number:
    """The larger of two; of overlapping balls the larger value with the larger error."""
    if not (isinstance(a, Ball) or isinstance(b, Ball)):
        return max(a, b)
    p, q = ball(a, prec), ball(b, prec)
    try:
        return a if sign(add((p, negate(q)), prec)) > 0 else b
    except Imprecise:
        return Ball(p.value if mpf_gt(p.value, q.value) else q.value, max(p.error, q.error))


def settle(compute: Callable[[int], Number], prec: int, limit: int) -> Number:
    """``compute`` at growing working precision until its relative error is below 2^-(prec+1).

    Raises      Imprecise if that needs more than ``limit`` bits, as a hidden exact zero does
    """
    working = prec + 24
    while working <= limit:
        missing = working
        try:
            found = compute(working)
            if not isinstance(found, Ball) or found.error < NOTHING >> 1:
                return found
            excess = found.error - (magnitude(found.value) - 2 - prec)
            if excess <= 0:
                return found
            missing = min(excess + 8, working)
        except Imprecise:
            pass
        working += missing
    raise Imprecise(f"{limit} bits of precision do not tell the value from zero")


def settle_sum(compute: Callable[[int], Sequence[Number]], prec: int, limit: int) -> tuple[Any, Any]:
    """The first of several numbers, and the sum of all their sizes to ``prec`` bits, as raw values."""
    working = prec + 24
    while working <= limit:
        try:
            found = [ball(x, working) for x in compute(working)]
        except Imprecise:
            working *= 2
            continue
        total = fzero
        for part in found:
            total = mpf_add(total, mpf_abs(part.value), working, "u")
        if max(part.error for part in found) + len(found).bit_length() <= magnitude(total) - prec:
            return found[0].value, total
        working *= 2
    raise Imprecise(f"{limit} bits of precision do not tell the sum from zero")
