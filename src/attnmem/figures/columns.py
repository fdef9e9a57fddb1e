"""From a figure to the list of functions that fill its table: the plan that Python and the page both follow.

A column is an expression used either along the x axis, at the slider values, or over the cells of a grid. It
becomes a function of the symbols it contains, in the figure's order: x, sliders, what rows and columns set.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache

from sympy import Symbol
from sympy.core.expr import Expr

from attnmem.figures.figure import Figure
from attnmem.figures.marks import (
    Band,
    Bars,
    Cells,
    Label,
    Line,
    Mark,
    Points,
    Rule,
    Span,
    Stack,
    Step,
    Trials,
    Value,
    expression,
)
from attnmem.figures.measured import Measured
from attnmem.proof.record import Condition, Formula


class Over(Enum):
    """Where a column is evaluated."""

    AXIS = "axis"
    STATE = "state"
    CELLS = "cells"


@dataclass(frozen=True, slots=True)
class Use:
    """A value as a mark, a read-out or a sentence uses it."""

    name: str
    value: Value
    over: Over
    at: Mapping[Symbol, Expr]


@dataclass(frozen=True, slots=True)
class Guard:
    """A condition of a formula's domain: ``margin`` must be positive, or not negative."""

    margin: Expr
    strict: bool
    text: str


@dataclass(frozen=True, slots=True)
class Column:
    """One named column: an expression, and the conditions under which it means anything."""

    name: str
    expression: Expr
    guards: tuple[Guard, ...]
    over: Over


def uses(figure: Figure) -> Iterator[Use]:
    """Every value the figure needs, in the order of the record."""
    for mark in figure.marks:
        yield from _mark_uses(mark)
    for readout in figure.readouts:
        yield Use(f"read.{readout.key}", readout.value, Over.STATE, readout.at)
    for index, sentence in enumerate(figure.says):
        for side, value in zip(("left", "right"), sentence.when or (), strict=False):
            yield Use(f"say.{index}.{side}", value, Over.STATE, sentence.at)


def _mark_uses(mark: Mark) -> Iterator[Use]:
    match mark:
        case Line() | Step():
            yield Use(f"{mark.key}.y", mark.y, Over.AXIS, mark.at)
        case Band():
            yield Use(f"{mark.key}.low", mark.low, Over.AXIS, mark.at)
            yield Use(f"{mark.key}.high", mark.high, Over.AXIS, mark.at)
        case Stack():
            for part in mark.parts:
                yield Use(f"{part.key}.part", part.value, Over.AXIS, mark.at)
        case Points():
            for index, (x, y) in enumerate(mark.places):
                yield Use(f"{mark.key}.{index}.x", x, Over.STATE, {})
                yield Use(f"{mark.key}.{index}.y", y, Over.STATE, {})
        case Span():
            ends = (("low", mark.low), ("high", mark.high))
            yield from (Use(f"{mark.key}.{end}", v, Over.STATE, {}) for end, v in ends if v is not None)
        case Rule():
            yield Use(f"{mark.key}.at", mark.at, Over.STATE, {})
        case Bars():
            for name, value in (("start", mark.start), ("stop", mark.stop), ("every", mark.every)):
                yield Use(f"{mark.key}.{name}", value, Over.STATE, mark.at)
        case Cells() if isinstance(mark.value, Measured):
            return
        case Cells():
            yield Use(f"{mark.key}.value", mark.value, Over.CELLS, {})
        case Label():
            yield Use(f"{mark.key}.x", mark.x, Over.STATE, {})
            yield Use(f"{mark.key}.y", mark.y, Over.STATE, {})
        case Trials():
            return


def cell_symbols(figure: Figure) -> tuple[Symbol, ...]:
    """The symbols that the rows and columns of a grid set, in order of first mention."""
    found = {
        s: None for m in figure.marks if isinstance(m, Cells) for p in (*m.rows, *m.columns) for s in p.at
    }
    return tuple(found)


def free_symbols(figure: Figure) -> Iterator[tuple[str, set[Symbol]]]:
    """For each value, the symbols that somebody else must set."""
    inside = set(cell_symbols(figure))
    for use in uses(figure):
        own = set(use.at) | (inside if use.over is Over.CELLS else set())
        needed = expression(use.value).free_symbols
        if isinstance(use.value, Formula):
            for condition in use.value.conditions:
                needed = needed | condition.left.free_symbols | condition.right.free_symbols
        besides = {s for value in use.at.values() for s in value.free_symbols}
        yield use.name, (needed - own) | besides


@cache
def arguments(figure: Figure, value: Expr) -> tuple[Symbol, ...]:
    """The symbols an expression contains, in the figure's order."""
    first = (figure.x.symbol,) if figure.x.symbol is not None else ()
    counted = (symbol for table in figure.counted for symbol in table.symbols)
    order = dict.fromkeys((*first, *(c.symbol for c in figure.sliders), *cell_symbols(figure), *counted))
    return tuple(symbol for symbol in order if symbol in value.free_symbols)


@cache
def columns(figure: Figure) -> tuple[Column, ...]:
    """The plan of the figure's table, with fixed values put in."""
    return tuple(_column(figure, use) for use in uses(figure))


Known = frozenset[tuple[Symbol, Expr]]


def _column(figure: Figure, use: Use) -> Column:
    fixed = frozenset(figure.fixed.items())
    known = frozenset({**figure.fixed, **{s: _put(value, fixed) for s, value in use.at.items()}}.items())
    conditions = use.value.conditions if isinstance(use.value, Formula) else ()
    guards = tuple(_guard(figure, condition, known) for condition in conditions)
    return Column(use.name, _put(expression(use.value), known), guards, use.over)


@cache
def _put(value: Expr, known: Known) -> Expr:
    """An expression with values put in: parts of a figure ask for the same, and ``Max`` takes its time."""
    return value.xreplace(dict(known))


def _guard(figure: Figure, condition: Condition, known: Known) -> Guard:
    sides = (condition.left, condition.right)
    letters = {s: Symbol(figure.letter(s)) for side in sides for s in side.free_symbols}
    left, right = (side.xreplace(letters) for side in sides)
    text = f"{left} {'<' if condition.strict else '≤'} {right}"
    return Guard(_put(condition.right - condition.left, known), condition.strict, text)
