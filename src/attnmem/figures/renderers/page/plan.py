"""What the page's module needs to know of a figure, as data: names, limits, stops, functions by number."""

from typing import Any

from sympy.core.expr import Expr

from attnmem.figures.columns import arguments, columns
from attnmem.figures.controls import start
from attnmem.figures.counted import Counted, counts
from attnmem.figures.figure import Axis, Figure, is_grid
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
    measured,
)
from attnmem.figures.measured import Measured, rows
from attnmem.figures.renderers.drawing import Size, draw, house_style
from attnmem.figures.renderers.palette import LIGHT
from attnmem.figures.renderers.picture import box
from attnmem.figures.sampling import Table, axis_values, cell_values

Json = dict[str, Any]


def expressions(figure: Figure) -> tuple[Expr, ...]:
    """Every expression the page evaluates, once each: the order is the function's number."""
    found: dict[Expr, None] = {}
    for column in columns(figure):
        found[column.expression] = None
        found.update((guard.margin, None) for guard in column.guards)
    return tuple(found)


def plan(figure: Figure, table: Table) -> Json:
    """The figure without its formulas, which travel as functions, and its looks, which are in the picture."""
    place = {expression: i for i, expression in enumerate(expressions(figure))}
    return {
        "key": figure.key,
        "takes": [[figure.alias(symbol) for symbol in arguments(figure, e)] for e in place],
        "x": {**_axis(figure.x), **_abscissa(figure)},
        "y": _axis(figure.y),
        "grid": is_grid(figure),
        "counted": [_counted(figure, table) for table in figure.counted],
        "sliders": [_slider(figure, control) for control in figure.sliders],
        "presets": [
            {figure.alias(s): _number(float(v)) for s, v in p.values.items()} for p in figure.presets
        ],
        "columns": [
            {
                "name": column.name,
                "fn": place[column.expression],
                "over": column.over.value,
                "guards": [[place[guard.margin], guard.strict, guard.text] for guard in column.guards],
            }
            for column in columns(figure)
        ],
        "cells": {figure.alias(s): [_number(v) for v in a.ravel()] for s, a in cell_values(figure).items()},
        "marks": [_mark(figure, mark) for mark in figure.marks],
        "readouts": [{"key": r.key, "unit": r.unit, "toward": r.toward} for r in figure.readouts],
        "says": [{"text": s.text, "otherwise": s.otherwise, "when": s.when is not None} for s in figure.says],
        "outside": figure.outside,
        "table": [[label, name] for label, name in table_columns(figure)],
        "boxes": {size.name.lower(): _box(figure, table, size) for size in Size},
    }


def table_columns(figure: Figure) -> list[tuple[str, str]]:
    """The label and the name of each column that the page's table and its CSV show."""
    if figure.x.symbol is None:
        return []
    found = [(f"{figure.letter(figure.x.symbol)}{_unit(figure.x)}", "x")]
    for mark in figure.marks:
        match mark:
            case Line() | Step():
                found.append((mark.label, f"{mark.key}.y"))
            case Band():
                found += [(f"{mark.label}, {end}", f"{mark.key}.{end}") for end in ("low", "high")]
            case Stack():
                found += [(part.label, f"{part.key}.part") for part in mark.parts]
    return found if len(found) > 1 else []


def is_scatter(figure: Figure) -> bool:
    """Whether each dot is a thing with a name of its own, and so is read by itself."""
    trials = [mark for mark in figure.marks if isinstance(mark, Trials)]
    return any(seen.name for mark in trials for seen in next(iter(rows(mark.table).values())))


def reading_places(figure: Figure, table: Table) -> int:
    """At how many places the curves can be read: every sampled one, or where something was measured."""
    measured = [mark for mark in figure.marks if isinstance(mark, Trials)]
    if measured and not table_columns(figure):
        read = measured if is_scatter(figure) else measured[:1]
        return sum(len(table.columns[f"{mark.key}.x"]) for mark in read)
    return len(table.x)


def _unit(axis: Axis) -> str:
    return "" if axis.unit == "1" else f", {axis.unit}"


def _number(value: float) -> float | int:
    return int(value) if float(value).is_integer() and abs(value) < 2**53 else float(value)


def _axis(axis: Axis) -> Json:
    low, high = axis.limits
    return {"low": _number(low), "high": _number(high), "scale": axis.scale.value, "unit": axis.unit}


def _abscissa(figure: Figure) -> Json:
    symbol = figure.x.symbol
    if symbol is None:
        return {"name": None, "values": []}
    values = [_number(value) for value in axis_values(figure)]
    return {"name": figure.alias(symbol), "letter": figure.letter(symbol), "values": values}


def _counted(figure: Figure, table: Counted) -> Json:
    return {
        "grid": [figure.alias(symbol) for symbol in table.grid],
        "symbols": [figure.alias(symbol) for symbol in table.symbols],
        "rows": {_at(place): [_number(v) for v in row] for place, row in counts(table).items()},
    }


def _at(place: tuple[float, ...]) -> str:
    return ",".join(str(_number(value)) for value in place)


def _slider(figure: Figure, control: Any) -> Json:
    stops = figure.stops(control)
    return {
        "name": figure.alias(control.symbol),
        "unit": control.quantity.unit,
        "whole": control.quantity.whole,
        "stops": [_number(stop) for stop in stops],
        "start": stops.index(start(control)),
        "names": list(control.names),
    }


def _box(figure: Figure, table: Table, size: Size) -> list[float]:
    with house_style():
        return [round(edge, 2) for edge in box(draw(figure, table, size, LIGHT), size)]


def _mark(figure: Figure, mark: Mark) -> Json:
    match mark:
        case Line() | Step() | Band():
            return {"kind": type(mark).__name__.lower(), "key": mark.key}
        case Stack():
            return {"kind": "stack", "key": mark.key, "parts": [{"key": part.key} for part in mark.parts]}
        case Points():
            return {"kind": "points", "key": mark.key, "label": mark.label, "count": len(mark.places)}
        case Span():
            opened = "low" if mark.low is None else "high" if mark.high is None else ""
            return {"kind": "span", "key": mark.key, "direction": mark.direction, "open": opened}
        case Rule():
            return {"kind": "rule", "key": mark.key, "direction": mark.direction, "label": mark.label}
        case Bars():
            lane = {"low": float(mark.low), "high": float(mark.high)}
            return {"kind": "bars", "key": mark.key, "label": mark.label, "times": mark.times, **lane}
        case Label():
            return {"kind": "label", "key": mark.key, "text": mark.text}
        case Trials():
            named = {_at(at): [s.name for s in seen] for at, seen in rows(mark.table).items() if seen[0].name}
            return {
                "kind": "trials",
                "key": mark.key,
                "label": mark.label,
                "names": next(iter(named.values()), []),
                "spread": bool(mark.table.spread),
                **_seen(figure, mark.table),
            }
        case Cells():
            return {
                "kind": "cells",
                "key": mark.key,
                "across": len(mark.columns),
                "down": len(mark.rows),
                "grades": [float(grade.upto) for grade in mark.grades],
                "dark": list(mark.dark),
                "written": mark.written,
                "digits": mark.digits,
                "left": mark.left,
                **(_seen(figure, table) if (table := measured(mark)) else {}),
            }


def _seen(figure: Figure, table: Measured) -> Json:
    return {
        "grid": [figure.alias(symbol) for symbol in table.grid],
        "rows": {_at(at): [s.numbers for s in seen] for at, seen in rows(table).items()},
    }
