"""Sliders as a list of stops: the same list serves the page, the notebook and the address of a state."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log

from sympy import Expr, Symbol

from attnmem.errors import BadInput
from attnmem.figures.numerals import measure
from attnmem.symbols import Quantity, Scale, Slider, quantity

LINEAR_STEPS = 200
PER_OCTAVE = 4
PER_DECADE = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """A slider of one figure, over its quantity's own range unless ``range`` or a measured ``grid`` is given.

    ``label`` is a shorter name than the quantity's meaning, where the figure has made that plain. Values of
    a ``grid`` that stand for things have ``names``: the reader chooses among those.
    """

    symbol: Symbol
    label: str = ""
    range: Slider | None = None
    grid: tuple[float, ...] = ()
    names: tuple[str, ...] = ()
    start: Expr | None = None

    @property
    def quantity(self) -> Quantity:
        """The declaration behind the slider."""
        return quantity(self.symbol)

    def shown(self, value: float, unit: str | None = None) -> str:
        """A value as the reader sees it: its name, or its number with the unit."""
        if self.names:
            return self.names[self.grid.index(value)]
        q = self.quantity
        return measure(value, q.unit if unit is None else unit, whole=q.whole)


@dataclass(frozen=True, slots=True)
class Preset:
    """A named state of the sliders and where its numbers come from."""

    label: str
    values: Mapping[Symbol, Expr]
    source: str


def start(control: Control) -> float:
    """Where the slider stands at first."""
    if control.start is not None:
        return float(control.start)
    return control.grid[0] if control.grid else float(_range(control).start)


def stops(control: Control, besides: tuple[float, ...] = ()) -> tuple[float, ...]:
    """Every value the slider can take: an even scale, its start, and the values presets need."""
    if control.grid:
        off = [value for value in besides if value not in control.grid]
        if off:
            raise BadInput(
                f"preset value {off[0]} of {control.symbol} is not on its measured grid {control.grid}"
            )
        return control.grid
    chosen = _range(control)
    low, high = float(chosen.low), float(chosen.high)
    for value in (*besides, start(control)):
        if not low <= value <= high:
            raise BadInput(f"{control.symbol} = {value} lies outside its slider, [{low:g}, {high:g}]")
    even = (_whole(control, value) for value in _scale(chosen))
    return tuple(sorted({*even, *besides, start(control)}))


def _range(control: Control) -> Slider:
    found = control.range or control.quantity.slider
    if found is None:
        raise BadInput(f"{control.symbol} has no slider range; give the control one")
    return found


def _whole(control: Control, value: float) -> float:
    return float(round(value)) if control.quantity.whole else value


def _scale(chosen: Slider) -> list[float]:
    low, high = float(chosen.low), float(chosen.high)
    if chosen.scale is Scale.LINEAR:
        first, last = (Fraction(int(end.p), int(end.q)) for end in (chosen.low, chosen.high))
        return [float(first + (last - first) * i / LINEAR_STEPS) for i in range(LINEAR_STEPS + 1)]
    base, each = (2, PER_OCTAVE) if chosen.scale is Scale.LOG2 else (10, PER_DECADE)
    powers = range(floor(each * log(low, base)), ceil(each * log(high, base)) + 1)
    inside = (float(f"{base ** (i / each):.3g}") if i % each else float(base) ** (i // each) for i in powers)
    return [low, *(value for value in inside if low < value < high), high]
