"""Floating-point formats as data, and rounding to them: once, to nearest, ties to even.

A format is three numbers and what it does past its largest value. Two roundings follow: one on exact
rationals, which is the definition, and one on arrays, which is fast. Both round once: passing through float32
on the way to a smaller format would round twice.
"""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray


class Overflow(Enum):
    """What rounding returns when the rounded value exceeds the largest finite one."""

    INFINITY = "infinity"
    NAN = "nan"
    SATURATE = "largest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A binary format: ``precision`` significant bits, the hidden one included, and its range."""

    key: str
    title: str
    precision: int
    lowest_exponent: int
    largest: Fraction
    overflow: Overflow = Overflow.INFINITY

    @property
    def smallest_normal(self) -> Fraction:
        """2**lowest_exponent: below it digits are lost one by one."""
        return Fraction(2) ** self.lowest_exponent

    @property
    def smallest_subnormal(self) -> Fraction:
        """The distance between neighbours at zero."""
        return self.smallest_normal / 2 ** (self.precision - 1)

    @property
    def round_off(self) -> Fraction:
        """Half the spacing above one: the largest relative rounding error of a normal value.

        >>> float_format("bf16").round_off
        Fraction(1, 256)
        """
        return Fraction(1, 2**self.precision)

    def exponent(self, value: Fraction) -> int:
        """The exponent of the binade that holds ``value``, never below the lowest."""
        size = abs(value)
        if size < self.smallest_normal:
            return self.lowest_exponent
        guess = size.numerator.bit_length() - size.denominator.bit_length()
        return guess if size >= Fraction(2) ** guess else guess - 1

    def spacing(self, value: Fraction) -> Fraction:
        """The distance from a value's size to the next larger one of the format."""
        return Fraction(2) ** (self.exponent(value) - self.precision + 1)

    def largest_below(self, value: Fraction) -> Fraction:
        """The largest value of the format that is smaller than a positive ``value``.

        >>> 1 - float_format("fp16").largest_below(Fraction(1)) == Fraction(1, 2**11)
        True
        >>> float_format("e2m1").largest_below(Fraction(1))  # one half is not normal here
        Fraction(1, 2)
        """
        step = self.spacing(value)
        if value == Fraction(2) ** self.exponent(value) and value > self.smallest_normal:
            step /= 2
        return -(-value // step) * step - step


def _largest(precision: int, top_exponent: int) -> Fraction:
    return (2 - Fraction(2) ** (1 - precision)) * Fraction(2) ** top_exponent


FORMATS: tuple[Format, ...] = (
    Format(key="fp64", title="FP64", precision=53, lowest_exponent=-1022, largest=_largest(53, 1023)),
    Format(key="fp32", title="FP32", precision=24, lowest_exponent=-126, largest=_largest(24, 127)),
    Format(key="tf32", title="TF32", precision=11, lowest_exponent=-126, largest=_largest(11, 127)),
    Format(key="bf16", title="BF16", precision=8, lowest_exponent=-126, largest=_largest(8, 127)),
    Format(key="fp16", title="FP16", precision=11, lowest_exponent=-14, largest=_largest(11, 15)),
    # The OCP "fn" form gives the top binade to numbers, all but one code: 448 instead of 240, no infinity.
    Format(
        key="e4m3fn",
        title="FP8 E4M3",
        precision=4,
        lowest_exponent=-6,
        largest=Fraction(448),
        overflow=Overflow.NAN,
    ),
    Format(key="e5m2", title="FP8 E5M2", precision=3, lowest_exponent=-14, largest=_largest(3, 15)),
    Format(
        key="e2m1",
        title="FP4 E2M1",
        precision=2,
        lowest_exponent=0,
        largest=Fraction(6),
        overflow=Overflow.SATURATE,
    ),
)


def float_format(key: str) -> Format:
    """The format of that key.

    Raises      ValueError with the known keys
    """
    for found in FORMATS:
        if found.key == key:
            return found
    raise ValueError(f"no float format {key!r}; known: {', '.join(f.key for f in FORMATS)}")


def round_exact(value: Fraction, to: Format) -> Fraction | None:
    """The format's value nearest to an exact number, ties to even; ``None`` where the format has no number.

    >>> round_exact(1 - Fraction(1, 2**9), float_format("bf16"))  # a tie
    Fraction(1, 1)
    """
    step = to.spacing(value)
    near = round(value / step) * step
    if abs(near) <= to.largest:
        return near
    return None if to.overflow is not Overflow.SATURATE else to.largest * (1 if near > 0 else -1)


def round_array(values: ArrayLike, to: Format) -> NDArray[np.float64]:
    """Each float64 value rounded once to the format, as float64.

    Shapes      any -> the same
    """
    exact = np.asarray(values, dtype=np.float64)
    if to.precision == 53:
        return exact.copy()
    exponent = np.frexp(exact)[1] - 1
    step = np.maximum(exponent, to.lowest_exponent) - (to.precision - 1)
    near = np.ldexp(np.rint(np.ldexp(exact, -step)), step)
    top = float(to.largest)
    past = np.abs(near) > top
    if not past.any():
        return near
    instead = {Overflow.INFINITY: np.inf, Overflow.SATURATE: top, Overflow.NAN: np.nan}[to.overflow]
    return np.where(past, np.copysign(instead, near), near)


def positive_values(of: Format) -> NDArray[np.float64]:
    """Every positive finite value of a format of at most 16 bits, in rising order."""
    if of.precision + 8 > 19:
        raise ValueError(f"{of.title} has too many values to list; at most 16 bits are listed")
    count = 2 ** (of.precision - 1)
    low = np.arange(1, count) * float(of.smallest_subnormal)
    binades = np.arange(of.lowest_exponent, of.exponent(of.largest) + 1)
    high = np.ldexp(1 + np.arange(count) / count, binades[:, None]).ravel()
    return np.concatenate([low, high[high <= float(of.largest)]])
