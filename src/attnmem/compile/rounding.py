"""From an enclosure to the nearest double, or to decimal digits that are all right.

An enclosure is narrowed until both its ends round to the same thing, so no printed digit depends on luck.
"""

from collections.abc import Callable
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction
from typing import Any, TypeVar

from mpmath.libmp import fone, mpf_abs, mpf_add, mpf_mul, mpf_shift, mpf_sub, to_float, to_str

from attnmem.compile.balls import NOTHING, Ball, Number, magnitude
from attnmem.errors import BadInput

MAX_EXPONENT = 1 << 59

Enclosure = Callable[[int], Number]
Rounded = TypeVar("Rounded")


def nearest_float(enclose: Enclosure) -> float:
    """The float64 nearest to the enclosed number; an infinity or a zero where it leaves the range."""
    return _agreed(
        enclose, 128, _float_of_fraction, lambda value: float(to_float(value, strict=False, rnd="n"))
    )


def decimal_digits(enclose: Enclosure, digits: int) -> Decimal:
    """The enclosed number, rounded to ``digits`` significant decimal digits."""
    context = Context(prec=digits, Emax=MAX_EMAX, Emin=MIN_EMIN)

    def of_fraction(value: Fraction) -> Decimal:
        return context.divide(Decimal(value.numerator), Decimal(value.denominator))

    # to_str may be off by one in its last digit: ten digits more, and the margin of the ends covers that
    def of_value(value: Any) -> Decimal:
        if abs(magnitude(value)) > MAX_EXPONENT:
            raise BadInput(f"out of reach: its size is beyond 2^(2^{MAX_EXPONENT.bit_length() - 1})")
        return context.create_decimal(to_str(value, digits + 10))

    return _agreed(enclose, int(digits * 3.33) + 40, of_fraction, of_value)


def plain_text(value: Decimal) -> str:
    """A decimal number without trailing zeros: positional near one, with an exponent elsewhere.

    >>> plain_text(Decimal("0.01150")), plain_text(Decimal("1.20E+400"))
    ('0.0115', '1.2e+400')
    """
    sign, figures, _ = value.as_tuple()
    text = "".join(map(str, figures)).rstrip("0") or "0"
    if text == "0":
        return "0.0"
    adjusted = value.adjusted()
    minus = "-" if sign else ""
    if 0 <= adjusted < max(16, len(figures)):
        whole = text[: adjusted + 1].ljust(adjusted + 1, "0")
        return f"{minus}{whole}.{text[adjusted + 1 :] or '0'}"
    if -5 < adjusted < 0:
        return f"{minus}0.{'0' * (-adjusted - 1)}{text}"
    return f"{minus}{text[0]}{'.' + text[1:] if text[1:] else ''}e{adjusted:+03d}"


def _agreed(
    enclose: Enclosure,
    bits: int,
    of_fraction: Callable[[Fraction], Rounded],
    of_value: Callable[[Any], Rounded],
) -> Rounded:
    """What both ends of a narrow enough enclosure round to."""
    extra = 16
    while extra < 1 << 14:
        number = enclose(bits + extra)
        if isinstance(number, Fraction):
            return of_fraction(number)
        low, high = (of_value(end) for end in _ends(number, bits))
        if low == high:
            return low
        extra *= 4
    raise BadInput("the value lies too close to halfway between two roundings")


def _ends(number: Ball, bits: int) -> tuple[Any, Any]:
    """The ball's two ends, moved out by 2^-bits of its size for the conversion's own error."""
    prec = bits + 64
    room = mpf_mul(mpf_abs(number.value), mpf_shift(fone, -bits), prec, "u")
    if number.error > NOTHING >> 1:
        room = mpf_add(room, mpf_shift(fone, number.error), prec, "u")
    return mpf_sub(number.value, room, prec, "f"), mpf_add(number.value, room, prec, "c")


def _float_of_fraction(value: Fraction) -> float:
    try:
        return value.numerator / value.denominator
    except OverflowError:
        return float("inf") if value > 0 else -float("inf")
