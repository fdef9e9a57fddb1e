"""Matplotlib's picture of a table: built once, after which only its moving artists change."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from math import ceil, floor
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator

from attnmem.figures.figure import Figure
from attnmem.figures.renderers.graduation import graduate, titled
from attnmem.figures.renderers.legend import PILED, draw_legend
from attnmem.figures.renderers.legend import height as legend_height
from attnmem.figures.renderers.palette import DASHES, MARKERS
from attnmem.figures.renderers.shapes import Limits, Piece, pieces
from attnmem.figures.sampling import Table
from attnmem.symbols import Scale

STYLE: Any = {
    "font.family": "DejaVu Sans",
    "svg.fonttype": "none",
    "svg.hashsalt": "attnmem",
    "path.simplify": False,
    "axes.formatter.use_mathtext": False,
}


class Size(Enum):
    """Width, height and letter size in CSS pixels: one picture for a desk, one for a telephone."""

    WIDE = (680, 400, 13.0)
    NARROW = (340, 360, 12.0)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture with its axes, the artists that move, by name, and the colours they are drawn in."""

    canvas: Canvas
    axes: Axes
    moving: Mapping[str, Artist]
    colours: Mapping[str, str]


@contextmanager
def house_style() -> Iterator[None]:
    """Matplotlib's settings for our pictures, left as they were found."""
    with rc_context(STYLE):
        yield


def draw(figure: Figure, table: Table, size: Size, colours: Mapping[str, str]) -> Drawing:
    """The whole picture of one table. Call it, and whatever saves it, within ``house_style``."""
    width, height, letters = size.value
    canvas = Canvas(figsize=(width / 72, height / 72), dpi=72)
    canvas.patch.set_facecolor("none")
    axes = _axes(canvas, figure, size, colours)
    draw_legend(canvas, figure, (width, height, letters), colours)
    made = {piece.name: _artist(axes, piece, colours, letters) for piece in pieces(figure, table)}
    for name, artist in made.items():
        artist.set_gid(name)
    return Drawing(canvas, axes, made, colours)


def move(drawing: Drawing, figure: Figure, table: Table, up: Limits | None = None) -> None:
    """Put every moving artist where another table, and other limits of the y axis, have it."""
    for piece in pieces(figure, table, up):
        artist = drawing.moving[piece.name]
        match artist:
            case Line2D():
                artist.set_data(piece.x, piece.y)
            case PathPatch():
                artist.set_path(_outline(piece))
            case Text():
                artist.set_position((piece.x[0], piece.y[0]))
                artist.set_text(piece.text)
                artist.set_color(drawing.colours[piece.role])


def _axes(canvas: Canvas, figure: Figure, size: Size, colours: Mapping[str, str]) -> Axes:
    width, height, letters = size.value
    top = legend_height(figure, size.value) + letters * 2.6
    widest = max((len(name) for name in figure.y.names), default=0) * letters * 0.6
    ticks = letters * (4.8 if figure.y.unit == "B" else 3.4)
    left, right, bottom = max(ticks, widest + 10), letters * 1.3, letters * 3.6
    box = (left / width, bottom / height, (width - left - right) / width, (height - top - bottom) / height)
    axes = canvas.add_axes(box)
    axes.patch.set_alpha(0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(colours["muted"])
    for direction, axis in (("x", figure.x), ("y", figure.y)):
        graduate(axes, direction, axis, axis.limits)
    axes.tick_params(length=0, labelsize=letters, labelcolor=colours["muted"], pad=letters * 0.4)
    if not figure.y.names:
        axes.grid(axis="y", color=colours["grid"], linewidth=1)
    if figure.x.names:
        axes.spines["bottom"].set_visible(False)
    else:
        axes.tick_params(axis="x", length=4, color=colours["muted"], width=1)
    axes.set_axisbelow(True)
    axes.text(0, (height - top + letters * 1.0) / height, titled(figure.y), transform=canvas.transFigure,
              fontsize=letters, color=colours["muted"], va="baseline", ha="left")  # fmt: skip
    axes.text(1 - right / width, letters * 0.6 / height, titled(figure.x), transform=canvas.transFigure,
              fontsize=letters, color=colours["muted"], va="baseline", ha="right")  # fmt: skip
    return axes


def fitted(figure: Figure, table: Table) -> Limits:
    """Limits of the y axis that hold every curve of a table, at round numbers."""
    found = [p.y for p in pieces(figure, table) if p.role.startswith("series") and p.kind != "text"]
    values = np.concatenate(found) if found else np.empty(0)
    values = values[np.isfinite(values) & ((values > 0) | (figure.y.scale is Scale.LINEAR))]
    if not len(values) or figure.y.names:
        return figure.y.limits
    low, high = float(values.min()), float(values.max())
    if figure.y.scale is Scale.LINEAR:
        places = MaxNLocator(5, steps=[1, 2, 5, 10]).tick_values(low, high)
        return float(places[0]), float(places[-1])
    base = 2.0 if figure.y.scale is Scale.LOG2 else 10.0
    first, last = floor(np.log(low) / np.log(base)), ceil(np.log(high) / np.log(base))
    return base**first, base ** max(last, first + 1)


def _artist(axes: Axes, piece: Piece, colours: Mapping[str, str], letters: float) -> Artist:
    colour = colours[piece.role]
    if piece.kind == "line":
        (line,) = axes.plot(piece.x, piece.y, color=colour, zorder=3, solid_capstyle="butt")
        _dash(line, piece)
        return line
    if piece.kind == "dots":
        marker = MARKERS.get(piece.series, "o")
        (dots,) = axes.plot(piece.x, piece.y, marker, markersize=9, color=colour, zorder=5)
        dots.set_markeredgecolor(colours["paper"])
        dots.set_markeredgewidth(1.5)
        dots.set_clip_on(False)  # those on the edge are whole, and none lies beyond it
        return dots
    if piece.kind == "text":
        return axes.text(
            piece.x[0], piece.y[0], piece.text, color=colour, fontsize=letters, ha="center", va="center"
        )
    strength = 1 if piece.role.startswith("grade") else PILED if piece.piled else 0.16
    patch = PathPatch(_outline(piece), facecolor=colour, edgecolor="none", alpha=strength, zorder=1)
    return axes.add_patch(patch)


def _dash(line: Line2D, piece: Piece) -> None:
    thin = piece.role in ("guide", "good") or piece.name.endswith("-spread")
    line.set_linewidth(1.4 if thin else 2.4)
    if piece.role == "guide":
        line.set_linestyle((0, (5 / 1.4, 3 / 1.4)))
    elif piece.series in DASHES:
        line.set_linestyle((0, tuple(length / 2.4 for length in DASHES[piece.series])))


def _outline(piece: Piece) -> Path:
    """The loops of an area, each closed where NaN ends it."""
    ends = np.isnan(piece.x)
    vertices = np.column_stack([piece.x, piece.y])
    codes = np.full(len(vertices), Path.LINETO, dtype=np.uint8)
    codes[ends] = Path.CLOSEPOLY
    starts = np.flatnonzero(np.concatenate([[True], ends[:-1]])) if len(ends) else np.empty(0, dtype=int)
    codes[starts] = Path.MOVETO
    vertices[ends] = vertices[0] if len(vertices) else 0
    return Path(vertices if len(vertices) else np.zeros((1, 2)), codes if len(codes) else [Path.MOVETO])
