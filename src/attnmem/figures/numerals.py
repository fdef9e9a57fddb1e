"""Numbers as a reader meets them: three digits, thousands apart, powers of ten written out.

The page formats with ``numeral`` of ``renderers/page/numerals.js``; a test keeps the two alike.
"""

from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Context, Decimal
from math import isinf, isnan

from attnmem.units import BINARY, one_of

STEP = 1024
LONG, LONGEST = 3, 5  # exponents from which a number has thousands, and from which it is a power of ten
KNOWN = 12  # digits of a computed number that are its own
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power_of_ten(exponent: int) -> str:
    """A power of ten in plain characters.

    >>> power_of_ten(-3)
    '10⁻³'
    """
    return "10" + str(exponent).translate(_RAISED)


def numeral(value: float, digits: int = 3, whole: bool = False, toward: int = 0) -> str:
    """A number to ``digits`` significant digits, or a whole number in full.

    What is sufficient, or bounds from above, is rounded up with ``toward=1``; a bound from below goes down,
    with -1: what is printed must hold as well. Thousands are written to the last figure before the point,
    because a number like 1,180 is read as exact.

    >>> numeral(262144, whole=True), numeral(0.0115139), numeral(5.256e-7), numeral(12345.6), numeral(1e6)
    ('262,144', '0.0115', '5.26×10⁻⁷', '12,346', '10⁶')
    >>> numeral(10.1414), numeral(10.1414, toward=1), numeral(0.9998, toward=-1)
    ('10.1', '10.2', '0.999')
    >>> numeral(1176.62, whole=True), numeral(1176.62, whole=True, toward=-1)
    ('1,177', '1,176')
    """
    if isnan(value):
        return "–"
    if isinf(value):
        return "∞" if value > 0 else "−∞"
    if whole:
        return _signed(value, f"{_whole(value, toward):,}")
    if value == 0:
        return "0"
    exact = _rounded(value, digits, toward)
    exponent = exact.adjusted()
    if -4 <= exponent < LONGEST:
        places = max(digits - 1 - exponent, 0)
        return _signed(value, _trimmed(f"{exact:,.{places}f}"))
    mantissa = _trimmed(f"{exact.scaleb(-exponent):.{digits - 1}f}")
    power = power_of_ten(exponent)
    return _signed(value, power if mantissa == "1" else f"{mantissa}×{power}")


def _rounded(value: float, digits: int, toward: int) -> Decimal:
    """The size to so many digits. Twelve are taken for exact: a last bit is no reason to go further."""
    size = Decimal(abs(value))
    if LONG <= size.adjusted() < LONGEST:
        digits = max(digits, size.adjusted() + 1)
    if not toward:
        return Context(prec=digits, rounding=ROUND_HALF_UP).create_decimal(size)
    return Context(prec=digits, rounding=_away(value, toward)).create_decimal(_known(size))


def _whole(value: float, toward: int) -> int:
    if not toward:
        return round(abs(value))
    return int(_known(Decimal(abs(value))).to_integral_value(_away(value, toward)))


def _known(size: Decimal) -> Decimal:
    return Context(prec=KNOWN, rounding=ROUND_HALF_UP).create_decimal(size)


def _away(value: float, toward: int) -> str:
    return ROUND_UP if (toward > 0) == (value > 0) else ROUND_DOWN


def measure(value: float, unit: str, digits: int = 3, whole: bool = False, toward: int = 0) -> str:
    """A number with its unit; pure numbers stand alone, bytes (and bytes a second) get the binary prefix that
    suits them.

    >>> measure(10.0, "nats"), measure(1.0, "nats"), measure(0.5, "1"), measure(3 * 2.0**29, "B/s")
    ('10 nats', '1 nat', '0.5', '1.5 GiB/s')
    """
    if unit in ("B", "B/s") and abs(value) >= STEP and not isinf(value):
        at = prefix(value)
        return f"{numeral(value / STEP**at, digits, toward=toward)} {BINARY[at]}{unit[1:]}"
    number = numeral(value, digits, whole, toward)
    if unit == "1" or isnan(value):
        return number
    return f"{number} {one_of(unit) if number == '1' else unit}"


def prefix(value: float) -> int:
    """How many steps of 1024 a size in bytes is written in.

    >>> prefix(1023.0), prefix(1024.0), prefix(2.0**90)
    (0, 1, 6)
    """
    steps = 0
    while abs(value) >= STEP ** (steps + 1) and steps + 1 < len(BINARY):
        steps += 1
    return steps


def _signed(value: float, text: str) -> str:
    return f"−{text}" if value < 0 else text


def _trimmed(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text
