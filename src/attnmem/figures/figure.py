"""A figure as a record: axes with declared limits, marks, sliders, read-outs and a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from string import Formatter
from types import MappingProxyType

from sympy import Symbol
from sympy.core.expr import Expr
from sympy.printing.pretty.pretty_symbology import greek_unicode

from attnmem.errors import BadInput
from attnmem.figures.controls import Control, Preset, start, stops
from attnmem.figures.counted import Counted
from attnmem.figures.marks import Cells, Mark, Stack, Value, measured
from attnmem.proof.record import Formula, Letter
from attnmem.symbols import Scale, quantity


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """One direction of the picture. Its limits hold for every state of the sliders."""

    low: Expr
    high: Expr
    label: str
    unit: str = "1"
    scale: Scale = Scale.LINEAR
    symbol: Symbol | None = None
    points: int = 201
    names: tuple[str, ...] = ()

    @property
    def limits(self) -> tuple[float, float]:
        """The ends as numbers to draw with."""
        return float(self.low), float(self.high)

    def shows(self, value: float) -> bool:
        """Whether a value lies in the picture; NaN does not."""
        return self.limits[0] <= value <= self.limits[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Readout:
    """A number beside the picture, from a named formula."""

    key: str
    label: str
    value: Value
    unit: str
    at: Mapping[Symbol, Expr] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def toward(self) -> int:
        """Which way its number is rounded, so that what is read off holds: up for a bound from above."""
        return self.value.side.toward if isinstance(self.value, Formula) else 0


@dataclass(frozen=True, slots=True)
class Sentence:
    """Words with ``{names}``: a slider's number, a read-out with its unit.

    ``otherwise`` is said instead when the first of ``when`` exceeds the second, symbols set as ``at`` says.
    """

    text: str
    otherwise: str = ""
    when: tuple[Value, Value] | None = None
    at: Mapping[Symbol, Expr] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Figure:
    """Everything there is to know of a figure; renderers add looks, never numbers.

    A free symbol of any value must be the x axis, a slider, counted or ``fixed``; ``outside`` is what to say
    where the domain ends.
    """

    key: str
    title: str
    x: Axis
    y: Axis
    marks: tuple[Mark, ...]
    sliders: tuple[Control, ...]
    readouts: tuple[Readout, ...]
    says: tuple[Sentence, ...]
    letters: Mapping[Symbol, Letter]
    outside: str
    presets: tuple[Preset, ...] = ()
    counted: tuple[Counted, ...] = ()
    fixed: Mapping[Symbol, Expr] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        from attnmem.figures.columns import free_symbols

        moved = {control.symbol for control in self.sliders}
        counted = {symbol for table in self.counted for symbol in table.symbols}
        given = moved | counted | set(self.fixed) | ({self.x.symbol} if self.x.symbol else set())
        for name, found in free_symbols(self):
            missing = sorted(symbol.name for symbol in found - given)
            if missing:
                raise BadInput(
                    f"figure {self.key!r}: {name} needs an axis, a slider or a value for {', '.join(missing)}"
                )
        twice = moved & set(self.fixed)
        if twice:
            raise BadInput(f"figure {self.key!r}: {min(s.name for s in twice)} is both a slider and fixed")
        twice = counted & (moved | set(self.fixed))
        if twice:
            raise BadInput(f"figure {self.key!r}: {min(s.name for s in twice)} is counted and set besides")
        self._check_axes()
        self._check_names(moved)
        for control in self.sliders:
            stood = self.stops(control)
            broken = (v for v in stood if control.quantity.whole and not v.is_integer())
            for value in (min(stood), max(stood), *broken):  # a domain has no holes
                _in_domain(self.key, control.symbol, value)

    def _check_axes(self) -> None:
        for axis in (self.x, self.y):
            if not axis.low < axis.high or (axis.scale is not Scale.LINEAR and axis.low <= 0):
                raise BadInput(
                    f"figure {self.key!r}: axis {axis.label!r} cannot run from {axis.low} to {axis.high}"
                )
        if self.x.symbol is not None:
            _in_domain(self.key, self.x.symbol, self.x.low)
            _in_domain(self.key, self.x.symbol, self.x.high)

    def _check_names(self, moved: set[Symbol]) -> None:
        keys = [key for mark in self.marks for key in mark_keys(mark)]
        keys += [readout.key for readout in self.readouts]
        doubled = sorted({key for key in keys if keys.count(key) > 1})
        if doubled:
            raise BadInput(f"figure {self.key!r}: two parts are called {doubled[0]!r}")
        known = {self.alias(symbol) for symbol in moved} | {readout.key for readout in self.readouts}
        for sentence in self.says:
            for text in (sentence.text, sentence.otherwise):
                for _, name, _, _ in Formatter().parse(text):
                    if name is not None and name not in known:
                        raise BadInput(
                            f"figure {self.key!r}: the sentence names {name!r}; known: {sorted(known)}"
                        )
        for preset in self.presets:
            strange = sorted(symbol.name for symbol in set(preset.values) - moved)
            if strange:
                raise BadInput(
                    f"figure {self.key!r}: preset {preset.label!r} sets {strange[0]}, which is no slider"
                )
        self._check_grids()

    def _check_grids(self) -> None:
        grids = {control.symbol: control.grid for control in self.sliders}
        seen = [(mark.key, table.grid) for mark in self.marks if (table := measured(mark))]
        for key, grid in (*seen, *((table.key, table.grid) for table in self.counted)):
            for symbol, values in grid.items():
                if grids.get(symbol) != values:
                    raise BadInput(f"figure {self.key!r}: the slider {symbol} must have the grid of {key!r}")
        for control in self.sliders:
            if control.names and len(control.names) != len(control.grid):
                raise BadInput(
                    f"figure {self.key!r}: {control.symbol} has {len(control.names)} names for "
                    f"{len(control.grid)} values"
                )

    def alias(self, symbol: Symbol) -> str:
        """What a symbol is called in addresses, commands and sentences."""
        return self.letters[symbol].alias if symbol in self.letters else str(symbol.name)

    def letter(self, symbol: Symbol) -> str:
        """The printed letter of a symbol in plain characters."""
        return str(greek_unicode.get(self.alias(symbol), self.alias(symbol)))

    def stops(self, control: Control) -> tuple[float, ...]:
        """The values a slider of this figure can take, those of the presets included."""
        return _stops(self, control.symbol)

    def start(self) -> dict[Symbol, float]:
        """Where every slider stands at first."""
        return {control.symbol: start(control) for control in self.sliders}


@cache
def _stops(figure: Figure, symbol: Symbol) -> tuple[float, ...]:
    control = next(each for each in figure.sliders if each.symbol == symbol)
    needed = (float(p.values[symbol]) for p in figure.presets if symbol in p.values)
    return stops(control, tuple(needed))


def mark_keys(mark: Mark) -> tuple[str, ...]:
    """The names under which a mark's drawn pieces move: one, or one for each layer of a stack."""
    if isinstance(mark, Stack):
        return tuple(part.key for part in mark.parts)
    return (mark.key,)


def is_grid(figure: Figure) -> bool:
    """Whether the picture is made of cells, which have names on their axes instead of numbers."""
    return any(isinstance(mark, Cells) for mark in figure.marks)


def _in_domain(key: str, symbol: Symbol, value: Expr | float) -> None:
    from sympy import Rational

    if not quantity(symbol).holds(Rational(value)):
        raise BadInput(f"figure {key!r}: {symbol} = {value} is outside its domain, {quantity(symbol).domain}")
