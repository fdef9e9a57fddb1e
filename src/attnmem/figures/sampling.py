"""One table from a figure and a state of its sliders. Whatever is drawn, read or said comes from here.

``renderers/page/table.js`` does the same in the page with the functions compiled from the same formulas.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sympy import Symbol
from sympy.core.expr import Expr

from attnmem.compile import to_numpy
from attnmem.errors import BadInput, unknown
from attnmem.figures.columns import Over, arguments, cell_symbols, columns
from attnmem.figures.counted import counted_at
from attnmem.figures.figure import Figure, is_grid
from attnmem.figures.marks import Bars, Cells, Points, Rule, Stack, Trials, measured
from attnmem.figures.measured import rows
from attnmem.figures.numerals import measure
from attnmem.symbols import Scale

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Reading:
    """A read-out: its number, and the text that shows it."""

    key: str
    label: str
    value: float
    unit: str
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """All that a renderer may draw: columns by name, where the domain ends, read-outs, sentence and notes."""

    state: Mapping[Symbol, float]
    x: Array
    columns: Mapping[str, Array]
    outside: NDArray[np.bool_]
    readings: tuple[Reading, ...]
    sentence: str
    notes: tuple[str, ...]


def sample(figure: Figure, values: Mapping[Symbol | str, float] | None = None) -> Table:
    """The figure's table at the given slider values; the others stand at their start.

    Raises  BadInput for an unknown slider, or a value outside its range or off its measured grid
    """
    state = _state(figure, values or {})
    found: dict[str, Array] = {}
    outside = np.zeros(figure.x.points if figure.x.symbol else 0, dtype=bool)
    broken: dict[str, None] = {}
    for column in columns(figure):
        inputs = _inputs(figure, state, column.over)
        good = np.ones(_shape(figure, column.over), dtype=bool)
        for guard in column.guards:
            margin = _call(figure, guard.margin, inputs)
            holds = margin > 0 if guard.strict else margin >= 0
            good = good & holds
            if column.over is Over.STATE and not holds:
                broken[guard.text] = None
        if column.over is Over.AXIS:
            outside = outside | ~good
        found[column.name] = np.where(good, _call(figure, column.expression, inputs), np.nan)
    _derive(figure, state, found)
    readings = tuple(
        Reading(
            r.key, r.label, v := float(found[f"read.{r.key}"]), r.unit, measure(v, r.unit, toward=r.toward)
        )
        for r in figure.readouts
    )
    said = _sentence(figure, state, readings, found) if not broken else _outside(figure, broken)
    return Table(state, axis_values(figure), found, outside, readings, said, _notes(figure, found))


@cache
def axis_values(figure: Figure) -> Array:
    """The sampled places of the x axis, short enough to be written out; empty where there is no x symbol."""
    axis = figure.x
    if axis.symbol is None:
        return np.empty(0)
    low, high = axis.limits
    even = (
        np.linspace(low, high, axis.points)
        if axis.scale is Scale.LINEAR
        else np.geomspace(low, high, axis.points)
    )
    short = np.array([float(f"{value:.6g}") for value in even])
    short[[0, -1]] = low, high
    return short


def _state(figure: Figure, values: Mapping[Symbol | str, float]) -> dict[Symbol, float]:
    names = {figure.alias(control.symbol): control.symbol for control in figure.sliders}
    state = figure.start()
    for name, value in values.items():
        symbol = names.get(name) if isinstance(name, str) else name
        if symbol not in state:
            raise BadInput(unknown(f"slider of figure {figure.key!r}", str(name), names))
        control = next(c for c in figure.sliders if c.symbol == symbol)
        allowed = figure.stops(control)
        if not allowed[0] <= value <= allowed[-1] or (control.grid and value not in allowed):
            where = f"one of {control.grid}" if control.grid else f"in [{allowed[0]:g}, {allowed[-1]:g}]"
            raise BadInput(f"figure {figure.key!r}: {name} = {value} must be {where}")
        state[symbol] = float(value)
    return state


def _inputs(figure: Figure, state: Mapping[Symbol, float], over: Over) -> dict[Symbol, Array]:
    counted = {s: v for table in figure.counted for s, v in counted_at(table, state).items()}
    inputs = {symbol: np.asarray(value, dtype=float) for symbol, value in {**state, **counted}.items()}
    if over is Over.AXIS and figure.x.symbol is not None:
        inputs[figure.x.symbol] = axis_values(figure)
    return {**inputs, **cell_values(figure)} if over is Over.CELLS else inputs


def _shape(figure: Figure, over: Over) -> tuple[int, ...]:
    if over is Over.AXIS:
        return axis_values(figure).shape
    return next(iter(cell_values(figure).values())).shape if over is Over.CELLS else ()


@cache
def cell_values(figure: Figure) -> Mapping[Symbol, Array]:
    """What the symbols of a grid are in each cell, rows from the top, as arrays of shape (rows, columns)."""
    grid = next((mark for mark in figure.marks if isinstance(mark, Cells)), None)
    if grid is None:
        return {}
    shape = (len(grid.rows), len(grid.columns))
    placed = [[{**row.at, **column.at} for column in grid.columns] for row in grid.rows]
    return {
        s: np.array([[float(cell[s]) for cell in row] for row in placed]).reshape(shape)
        for s in cell_symbols(figure)
    }


@cache
def _compiled(figure: Figure, expression: Expr) -> Callable[..., Any]:
    return to_numpy(expression, arguments(figure, expression))


def _call(figure: Figure, expression: Expr, inputs: Mapping[Symbol, Array]) -> Array:
    values = [inputs[symbol] for symbol in arguments(figure, expression)]
    with np.errstate(all="ignore"):
        value = np.asarray(_compiled(figure, expression)(*values), dtype=float)
    return np.where(np.isfinite(value), value, np.nan)


def _derive(figure: Figure, state: Mapping[Symbol, float], found: dict[str, Array]) -> None:
    """Columns that follow from others: piled layers, measured rows, grades of cells."""
    for mark in figure.marks:
        match mark:
            case Stack():
                height = np.zeros(figure.x.points)
                for part in mark.parts:
                    found[f"{part.key}.low"] = height
                    height = height + found[f"{part.key}.part"]
                    found[f"{part.key}.high"] = height
            case Trials():
                seen = rows(mark.table)[tuple(state[symbol] for symbol in mark.table.grid)]
                for name in ("x", "middle", "low", "high"):
                    found[f"{mark.key}.{name}"] = np.array([getattr(row, name) for row in seen])
            case Bars():
                start, stop, every = (found[f"{mark.key}.{part}"] for part in ("start", "stop", "every"))
                later = np.arange(mark.times) * every
                drawn = np.where(stop > start, later, np.nan)
                found[f"{mark.key}.from"], found[f"{mark.key}.to"] = drawn + start, drawn + stop
            case Cells():
                if table := measured(mark):
                    seen = rows(table)[tuple(state[symbol] for symbol in table.grid)]
                    shape = len(mark.rows), len(mark.columns)
                    found[f"{mark.key}.value"] = np.array([row.middle for row in seen]).reshape(shape)
                limits = [float(grade.upto) for grade in mark.grades]
                value = found[f"{mark.key}.value"]
                found[f"{mark.key}.grade"] = np.where(np.isnan(value), -1, np.searchsorted(limits, value))


def _sentence(
    figure: Figure, state: Mapping[Symbol, float], readings: tuple[Reading, ...], found: Mapping[str, Array]
) -> str:
    words = {reading.key: reading.text for reading in readings}
    for control in figure.sliders:
        words[figure.alias(control.symbol)] = control.shown(state[control.symbol], "1")
    parts = []
    for index, sentence in enumerate(figure.says):
        text = sentence.text
        if sentence.when is not None and not found[f"say.{index}.left"] <= found[f"say.{index}.right"]:
            text = sentence.otherwise
        if text:
            parts.append(
                "".join(t + (words[n] if n is not None else "") for t, n, _, _ in Formatter().parse(text))
            )
    return " ".join(parts)


def _outside(figure: Figure, broken: Mapping[str, None]) -> str:
    return f"{figure.outside} (needs {' and '.join(broken)})."


def _notes(figure: Figure, found: Mapping[str, Array]) -> tuple[str, ...]:
    """What left the picture: limits are declared, so a mark beyond them is named with its place."""
    if is_grid(figure):
        return ()
    notes = []
    for mark in figure.marks:
        match mark:
            case Rule():
                axis = figure.x if mark.direction == "x" else figure.y
                value = float(found[f"{mark.key}.at"])
                if not np.isnan(value) and not axis.shows(value):
                    notes.append(f"{mark.label} lies outside the picture, at {measure(value, axis.unit)}.")
            case Bars():
                ends = float(found[f"{mark.key}.to"][0])
                if ends > figure.x.limits[1]:
                    notes.append(
                        f"{mark.label} goes beyond the picture, until {measure(ends, figure.x.unit)}."
                    )
            case Points():
                for i, _ in enumerate(mark.places):
                    x, y = (float(found[f"{mark.key}.{i}.{side}"]) for side in ("x", "y"))
                    inside = figure.x.shows(x) and figure.y.shows(y)
                    if not (np.isnan(x) or np.isnan(y) or inside):
                        notes.append(
                            f"{mark.label} lies outside the picture, at {measure(y, figure.y.unit)}."
                        )
    return tuple(notes)
