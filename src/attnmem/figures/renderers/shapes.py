"""From a table to drawable pieces in data coordinates: lines, areas, dots, texts, each named so it can move.

``renderers/page/shapes.js`` arranges the page's table in the same way.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

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
)
from attnmem.figures.numerals import measure
from attnmem.figures.sampling import Table

Array = NDArray[np.float64]
Limits = tuple[float, float]
View = Mapping[str, Array]
END = np.array([np.nan])
HAIR = 0.004  # of the x axis between two bars
Kind = Literal["line", "area", "dots", "text"]


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that moves. ``x`` and ``y`` break at NaN; an area is closed at each break.

    Areas that are ``piled`` hide nothing, and may be stronger.
    """

    name: str
    kind: Kind
    role: str
    x: Array
    y: Array
    text: str = ""
    series: int = 0
    piled: bool = False


def pieces(figure: Figure, table: Table, up: Limits | None = None) -> tuple[Piece, ...]:
    """Everything that moves, from the back to the front; ``up`` replaces the declared limits of y."""
    view = {"x": np.array(figure.x.limits), "y": np.array(up or figure.y.limits)}
    found = [_outside(view, table)] if figure.x.symbol is not None else []
    for mark in figure.marks:
        found.extend(_pieces(view, table, mark))
    return tuple(found)


def _pieces(view: View, table: Table, mark: Mark) -> Iterator[Piece]:
    columns = table.columns
    match mark:
        case Line():
            yield _line(mark.key, mark.series, table.x, columns[f"{mark.key}.y"])
        case Step():
            y = np.repeat(columns[f"{mark.key}.y"], 2)[:-1]
            yield _line(mark.key, mark.series, np.repeat(table.x, 2)[1:], y)
        case Band():
            area = ribbon(table.x, columns[f"{mark.key}.low"], columns[f"{mark.key}.high"])
            yield Piece(mark.key, "area", f"series-{mark.series}", *area, series=mark.series)
        case Stack():
            for i, part in enumerate(mark.parts, start=1):
                area = ribbon(table.x, columns[f"{part.key}.low"], columns[f"{part.key}.high"])
                yield Piece(part.key, "area", f"series-{i}", *area, series=i, piled=True)
        case Points():
            found = [
                [float(columns[f"{mark.key}.{i}.{side}"]) for i, _ in enumerate(mark.places)] for side in "xy"
            ]
            x, y = np.array(found[0]), np.array(found[1])
            gone = np.isnan(x) | np.isnan(y) | ~_inside(view, x, y)
            yield Piece(mark.key, "dots", f"series-{mark.series}", x[~gone], y[~gone], series=mark.series)
        case Trials():
            x, middle, low, high = (columns[f"{mark.key}.{name}"] for name in ("x", "middle", "low", "high"))
            gap = np.full_like(x, np.nan)
            whiskers = np.stack([x, x, gap]).T.ravel(), np.stack([low, high, gap]).T.ravel()
            if mark.table.spread:
                yield Piece(f"{mark.key}-spread", "line", f"series-{mark.series}", *whiskers)
            seen = _inside(view, x, middle)
            yield Piece(mark.key, "dots", f"series-{mark.series}", x[seen], middle[seen], series=mark.series)
        case Span():
            yield from _span(view, table, mark)
        case Rule():
            at = np.full(2, columns[f"{mark.key}.at"])
            ends = view["y" if mark.direction == "x" else "x"]
            role = f"series-{mark.series}" if mark.series else "guide"
            x, y = (at, ends) if mark.direction == "x" else (ends, at)
            yield Piece(mark.key, "line", role, x, y, series=mark.series)
        case Bars():
            across = view["x"]
            begin, end = (np.clip(columns[f"{mark.key}.{end}"], *across) for end in ("from", "to"))
            shown = end > begin
            area = _bars(begin[shown], end[shown], across, mark)
            yield Piece(mark.key, "area", f"series-{mark.series}", *area, series=mark.series, piled=True)
        case Cells():
            yield from _cells(table, mark)
        case Label():
            x, y = (np.atleast_1d(columns[f"{mark.key}.{side}"]) for side in "xy")
            yield Piece(mark.key, "text", "ink", x, y, text=mark.text)


def ribbon(x: Array, low: Array, high: Array) -> tuple[Array, Array]:
    """The outline of the area between two curves: one closed loop for each stretch where both exist."""
    both = ~(np.isnan(low) | np.isnan(high))
    xs: list[Array] = []
    ys: list[Array] = []
    for stretch in np.split(np.arange(len(x)), np.flatnonzero(np.diff(both)) + 1):
        if len(stretch) and both[stretch[0]]:
            xs += [x[stretch], x[stretch][::-1], END]
            ys += [low[stretch], high[stretch][::-1], END]
    return (np.concatenate(xs), np.concatenate(ys)) if xs else (np.empty(0), np.empty(0))


def _line(name: str, series: int, x: Array, y: Array) -> Piece:
    return Piece(name, "line", f"series-{series}", x, y, series=series)


def _inside(view: View, x: Array, y: Array) -> NDArray[np.bool_]:
    across, up = view["x"], view["y"]
    return (x >= across[0]) & (x <= across[1]) & (y >= up[0]) & (y <= up[1])


def _outside(view: View, table: Table) -> Piece:
    low, high = (np.where(table.outside, end, np.nan) for end in view["y"])
    return Piece("outside", "area", "outside", *ribbon(table.x, low, high))


def _bars(begin: Array, end: Array, across: Array, mark: Bars) -> tuple[Array, Array]:
    """One loop a bar. Each ends a hair early, so that two that touch are seen to be two."""
    right = np.maximum((begin + end) / 2, end - HAIR * (across[1] - across[0]))
    edges = np.array([float(mark.low), float(mark.low), float(mark.high), float(mark.high), np.nan])
    gap = np.full_like(begin, np.nan)
    return np.stack([begin, right, right, begin, gap]).T.ravel(), np.tile(edges, len(begin))


def _span(view: View, table: Table, mark: Span) -> Iterator[Piece]:
    limits = view[mark.direction]
    ends = [
        table.columns.get(f"{mark.key}.{end}", limit)
        for end, limit in zip(("low", "high"), limits, strict=True)
    ]
    along = np.clip(np.array(ends, dtype=float), *limits)
    across = view["y" if mark.direction == "x" else "x"]
    if not along[0] < along[1]:
        along = np.full(2, np.nan)
    low, high = np.full(2, along[0]), np.full(2, along[1])
    if mark.direction == "x":
        yield Piece(mark.key, "area", "good", *ribbon(along, np.full(2, across[0]), np.full(2, across[1])))
        yield Piece(f"{mark.key}-edge", "line", "good", low if mark.low is not None else high, across)
    else:
        yield Piece(mark.key, "area", "good", *ribbon(across, low, high))
        yield Piece(f"{mark.key}-edge", "line", "good", across, low if mark.low is not None else high)


def _cells(table: Table, mark: Cells) -> Iterator[Piece]:
    grade, value = table.columns[f"{mark.key}.grade"], table.columns[f"{mark.key}.value"]
    loop_x, loop_y = np.array([0.03, 0.97, 0.97, 0.03, np.nan]), np.array([0.05, 0.05, 0.95, 0.95, np.nan])
    for index in range(len(mark.grades)):
        row, column = np.nonzero(grade == index)
        x = (mark.left + column[:, None] + loop_x).ravel()
        y = (len(mark.rows) - 1 - row[:, None] + loop_y).ravel()
        yield Piece(f"{mark.key}-grade-{index}", "area", mark.roles[index], x, y)
    if mark.written:
        for (row, column), number in np.ndenumerate(value):
            at = np.array([mark.left + column + 0.5]), np.array([len(mark.rows) - row - 0.5])
            role = "paper" if mark.dark[int(grade[row, column])] else "ink"
            yield Piece(
                f"{mark.key}-{row}-{column}", "text", role, *at, text=measure(float(number), "1", mark.digits)
            )
