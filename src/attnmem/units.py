"""Bytes, rates and times with their units: read from a command line, written for a reader.

GB is 10^9 bytes and GiB is 2^30. They are never mixed, and a size is printed with both.
"""

import re
from fractions import Fraction

from attnmem.errors import BadInput

BINARY = ("B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
DECIMAL = ("B", "kB", "MB", "GB", "TB", "PB", "EB")
_FACTORS = {name.lower(): 1024**step for step, name in enumerate(BINARY)} | {
    name.lower(): 1000**step for step, name in enumerate(DECIMAL)
}
_AMOUNT = re.compile(r"\s*([0-9]{1,30}(?:\.[0-9]{1,30})?)\s*([A-Za-z]*)\s*")


def parse_bytes(text: str) -> int:
    """Whole bytes of an amount such as ``80GiB``, ``40 GB`` or ``512 B``; a part of a byte is cut off.

    A number alone is refused: 80 is bytes to one reader and gigabytes to another. Only 0 needs no unit.

    >>> parse_bytes("80GiB"), parse_bytes("1.5 kB")
    (85899345920, 1500)
    """
    return int(exact_bytes(text))


def exact_bytes(text: str) -> Fraction:
    """The same amount with its part of a byte."""
    match = _AMOUNT.fullmatch(text)
    unit = match.group(2).lower() if match else ""
    if match is not None and not unit and Fraction(match.group(1)):
        raise BadInput(f"{text!r} has no unit: need one of {', '.join(_names())}")
    if match is None or (unit or "b") not in _FACTORS:
        raise BadInput(f"{text!r} is not an amount of memory: need a number and one of {', '.join(_names())}")
    return Fraction(match.group(1)) * _FACTORS[unit or "b"]


def parse_bandwidth(text: str) -> int:
    """Bytes per second of a rate such as ``4.8TB/s``.

    >>> parse_bandwidth("4.8TB/s")
    4800000000000
    """
    rate = int(exact_bandwidth(text))
    if rate < 1:
        raise BadInput(f"{text!r} is not a bandwidth: it must be at least one byte per second")
    return rate


def exact_bandwidth(text: str) -> Fraction:
    """The same rate with its part of a byte."""
    amount, slash, second = text.partition("/")
    if not slash or second.strip() != "s":
        raise BadInput(f"{text!r} is not a bandwidth: need an amount per second, such as 4.8TB/s")
    return exact_bytes(amount)


def one_of(unit: str) -> str:
    """The unit as it is said after the number one; seconds and "times" have no other form.

    >>> one_of("nats per token"), one_of("entries"), one_of("s"), one_of("times")
    ('nat per token', 'entry', 's', 'times')
    """
    first, space, rest = unit.partition(" ")
    if first.endswith("ies"):
        first = f"{first[:-3]}y"
    elif first not in ("s", "times"):
        first = first.removesuffix("s")
    return first + space + rest


def counted(count: int, unit: str) -> str:
    """A count with its unit.

    >>> counted(1, "tokens"), counted(8192, "tokens")
    ('1 token', '8,192 tokens')
    """
    return f"{count:,} {one_of(unit) if count == 1 else unit}"


def _names() -> tuple[str, ...]:
    return (*DECIMAL[:5], *BINARY[1:5])


def scaled(count: int | Fraction, names: tuple[str, ...], step: int) -> str:
    """Three digits and a unit.

    >>> scaled(28991029248, DECIMAL, 1000), scaled(28991029248, BINARY, 1024)
    ('29.0 GB', '27.0 GiB')
    """
    size, at = Fraction(count), 0
    while size >= step and at + 1 < len(names):
        size, at = size / step, at + 1
    if at == 0:
        return f"{plain(count)} B"
    digits = 2 if size < 10 else 1 if size < 100 else 0
    return f"{float(size):.{digits}f} {names[at]}"


def both(count: int | Fraction) -> str:
    """A size in decimal and in binary units; below a thousand bytes just the bytes.

    >>> both(28991029248), both(512)
    ('29.0 GB = 27.0 GiB', '512 B')
    """
    if count < 1000:
        return f"{plain(count)} B"
    return f"{scaled(count, DECIMAL, 1000)} = {scaled(count, BINARY, 1024)}"


def plain(count: int | Fraction) -> str:
    """An exact number with thousands separated: whole, with its last decimal, or as a fraction.

    >>> plain(1048576), plain(Fraction(80503, 16)), plain(Fraction(22, 7))
    ('1,048,576', '5,031.4375', '22/7')
    """
    exact = Fraction(count)
    if exact.denominator == 1:
        return f"{exact.numerator:,}"
    places = next((n for n in range(1, 10) if 10**n % exact.denominator == 0), None)
    if places is None:
        return f"{exact.numerator:,}/{exact.denominator:,}"
    whole, part = divmod(exact.numerator * (10**places // exact.denominator), 10**places)
    return f"{whole:,}.{part:0{places}d}"


def milliseconds(count: int | Fraction, rate: int) -> Fraction:
    """Time to move that many bytes at that many bytes per second.

    >>> milliseconds(4_800_000, 4_800_000_000)
    Fraction(1, 1)
    """
    return Fraction(count) * 1000 / rate
