"""Reading one table of a scenario file, field by field; what was not asked for is refused by name."""

import math
import sys
from collections.abc import Mapping
from typing import Any

from attnmem.errors import BadInput, unknown
from attnmem.units import exact_bandwidth, exact_bytes

_REQUIRED: Any = object()
MOST_STEPS = 1 << 20  # every step is held, with its rates, its reads and its decodes
LARGEST = 1 << 53  # beyond it a float64, in which plans are made, no longer holds every whole number


class Table:
    """One table and the place it stands at. ``close`` refuses every field that no rule has read."""

    def __init__(self, values: object, place: str, inside: str | None = None) -> None:
        """``inside`` is how places of tables in it begin, where that is not ``place``."""
        if not isinstance(values, Mapping):
            raise BadInput(f"{place}: came {_shown(values)}, need a table of fields")
        self.values, self.place, self._read = values, place, set[str]()
        self.inside = place if inside is None else inside

    def take(self, name: str, default: Any = _REQUIRED) -> Any:
        """The raw value of a field, or its default."""
        self._read.add(name)
        if name in self.values:
            return self.values[name]
        if default is _REQUIRED:
            raise BadInput(f"{self.place}: no field {name!r}")
        return default

    def has(self, name: str) -> bool:
        """Whether an optional field is given; the caller then takes it."""
        self._read.add(name)
        return name in self.values

    def refuse(self, name: str, need: str) -> BadInput:
        """The error for a field with the wrong value."""
        return BadInput(f"{self.place}, field {name!r}: came {_shown(self.values.get(name))}, need {need}")

    def text(self, name: str, default: Any = _REQUIRED) -> str:
        value = self.take(name, default)
        if not isinstance(value, str) or not value:
            raise self.refuse(name, "a non-empty text")
        return value

    def whole(self, name: str, low: int, default: Any = _REQUIRED, high: int | None = None) -> int:
        value = self._amount(name, self.take(name, default))
        top = LARGEST if high is None else high
        inside = isinstance(value, int) and not isinstance(value, bool) and low <= value <= top
        if not inside:
            said = "" if high is None and not _exceeds(value) else f" and at most {top}"
            raise self.refuse(name, f"a whole number of at least {low}{said}")
        return value

    def number(self, name: str, default: Any = _REQUIRED, *, zero: bool = False) -> float:
        value = self._amount(name, self.take(name, default))
        if not _is_number(value) or not (value >= 0 if zero else value > 0):
            raise self.refuse(name, f"a finite number {'of at least' if zero else 'above'} 0")
        return float(value)

    def per_step(self, name: str, steps: int, default: Any = _REQUIRED) -> tuple[float, ...]:
        """One number for all steps, or a list of one per step."""
        value = self.take(name, default)
        listed = [self._amount(name, v) for v in (value if _is_list(value) else [value] * steps)]
        if len(listed) != steps or not all(_is_number(v) and v > 0 for v in listed):
            raise self.refuse(name, f"a finite number above 0, or a list of {steps} of them (one per step)")
        return tuple(float(v) for v in listed)

    def _amount(self, name: str, value: Any) -> Any:
        """A number of bytes, or of bytes per second, that is written with its unit; all else as it came."""
        if not name.endswith(("bytes", "bytes_per_s")):
            return value
        if isinstance(value, float) and value.is_integer() and abs(value) <= LARGEST:
            return int(value)
        if not isinstance(value, str):
            return value
        try:
            exact = exact_bandwidth(value) if name.endswith("_per_s") else exact_bytes(value)
        except BadInput as error:
            raise BadInput(f"{self.place}, field {name!r}: {error}") from None
        return int(exact) if exact.denominator == 1 else float(exact)

    def flag(self, name: str, default: bool) -> bool:
        value = self.take(name, default)
        if not isinstance(value, bool):
            raise self.refuse(name, "true or false")
        return value

    def one_of(self, name: str, choices: tuple[str, ...], default: Any = _REQUIRED) -> str:
        value = self.take(name, default)
        if value not in choices:
            raise self.refuse(name, " or ".join(repr(choice) for choice in choices))
        return value

    def names(self, name: str) -> tuple[str, ...]:
        value = self.take(name)
        if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
            raise self.refuse(name, "a list of names")
        return tuple(value)

    def rows(self, name: str) -> list["Table"]:
        """The tables of an array of tables, each with its place; none if the field is absent."""
        value = self.take(name, ())
        if not isinstance(value, list | tuple):
            raise self.refuse(name, f"a list of tables ([[{name}]])")
        return [Table(row, f"{self.inside}[[{name}]] {at}") for at, row in enumerate(value, 1)]

    def table(self, name: str, default: Any = _REQUIRED) -> "Table":
        return Table(self.take(name, default), f"{self.inside}[{name}]")

    def close(self, *others: str) -> None:
        """Refuse the first field that nothing has asked for, ``others`` aside."""
        self._read.update(others)
        for name in self.values:
            if name not in self._read:
                raise BadInput(f"{self.place}: {unknown('field', str(name), self._read)}")


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)


def _is_number(value: object) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return (
        math.isfinite(value) if isinstance(value, float) else -sys.float_info.max < value < sys.float_info.max
    )


def _exceeds(value: object) -> bool:
    return isinstance(value, int) and value > LARGEST


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
