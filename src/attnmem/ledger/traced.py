"""Whole numbers that remember the formula and the config fields they were made from.

A reader of configs computes with these, so an explanation is what was computed, never a text typed beside it.
"""

from dataclasses import dataclass

SUM, PRODUCT, ATOM = range(3)


@dataclass(frozen=True, slots=True)
class Read:
    """One field as it stood in the file."""

    path: str
    value: object


@dataclass(frozen=True, slots=True)
class Traced:
    """``value``, the ``formula`` in field names that gave it, and the fields read on the way.

    >>> heads, width = Traced(8, "heads"), Traced(128, "width")
    >>> str((heads + 1) * width)
    '(heads + 1) × width = 1,152'
    """

    value: int
    formula: str
    reads: tuple[Read, ...] = ()
    binding: int = ATOM

    def __add__(self, other: "Traced | int") -> "Traced":
        right = traced(other)
        return Traced(
            self.value + right.value,
            f"{self.formula} + {right.formula}",
            merged(self.reads, right.reads),
            SUM,
        )

    def __sub__(self, other: "Traced | int") -> "Traced":
        right = traced(other)
        return Traced(
            self.value - right.value,
            f"{self.formula} − {right._within(PRODUCT)}",
            merged(self.reads, right.reads),
            SUM,
        )

    def __mul__(self, other: "Traced | int") -> "Traced":
        right = traced(other)
        return Traced(
            self.value * right.value,
            f"{self._within(PRODUCT)} × {right._within(PRODUCT)}",
            merged(self.reads, right.reads),
            PRODUCT,
        )

    def __floordiv__(self, other: "Traced | int") -> "Traced":
        right = traced(other)
        return Traced(
            self.value // right.value,
            f"{self._within(PRODUCT)} / {right._within(ATOM)}",
            merged(self.reads, right.reads),
            PRODUCT,
        )

    def because(self, reads: tuple[Read, ...]) -> "Traced":
        """The same number, with further fields that decided it."""
        return Traced(self.value, self.formula, merged(self.reads, reads), self.binding)

    def _within(self, binding: int) -> str:
        return self.formula if self.binding >= binding else f"({self.formula})"

    def __str__(self) -> str:
        shown = f"{self.value:,}"
        return shown if self.formula == shown else f"{self.formula} = {shown}"


def traced(number: Traced | int) -> Traced:
    """A number that comes from a rule and not from the file explains itself."""
    return number if isinstance(number, Traced) else Traced(number, f"{number:,}")


def merged(first: tuple[Read, ...], second: tuple[Read, ...]) -> tuple[Read, ...]:
    """Both, in order, each once."""
    seen = {read.path for read in first}
    return first + tuple(read for read in second if read.path not in seen)
