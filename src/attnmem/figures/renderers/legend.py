"""The legend: what each colour, dash and tint stands for, laid out in even columns above the picture."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from matplotlib.figure import Figure as Canvas
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from attnmem.figures.figure import Figure
from attnmem.figures.marks import Band, Bars, Cells, Curve, Rule, Span, Stack, Trials
from attnmem.figures.renderers.palette import DASHES, MARKERS

SWATCH = 24  # pixels
PILED = 0.5  # of the ink: layers of a stack stand side by side and hide nothing
Sizes = tuple[int, int, float]


@dataclass(frozen=True, slots=True)
class Entry:
    """A word and the sample of ink it explains."""

    label: str
    role: str
    kind: str
    series: int = 0


def entries(figure: Figure) -> tuple[Entry, ...]:
    """One entry for each mark with a label, curves first; a moving dot explains itself."""
    named = dict.fromkeys(entry for entry in _entries(figure) if entry.label)
    return tuple(sorted(named, key=lambda entry: entry.role in ("guide", "good")))


def _entries(figure: Figure) -> Iterator[Entry]:
    for mark in figure.marks:
        match mark:
            case Band():
                yield Entry(mark.label, f"series-{mark.series}", "area")
            case Curve():
                yield Entry(mark.label, f"series-{mark.series}", "line", mark.series)
            case Stack():
                yield from (
                    Entry(part.label, f"series-{i}", "piled") for i, part in enumerate(mark.parts, start=1)
                )
            case Trials():
                yield Entry(mark.label, f"series-{mark.series}", "dots", mark.series)
            case Span():
                yield Entry(mark.label, "good", "area")
            case Bars():
                yield Entry(mark.label, f"series-{mark.series}", "piled")
            case Rule():
                yield Entry(
                    mark.label, f"series-{mark.series}" if mark.series else "guide", "line", mark.series
                )
            case Cells():
                yield from (
                    Entry(g.label, role, "solid") for g, role in zip(mark.grades, mark.roles, strict=True)
                )


def _columns(figure: Figure, sizes: Sizes) -> int:
    width, _, letters = sizes
    longest = max((len(entry.label) for entry in entries(figure)), default=0)
    return max(1, min(4, int((width - 8) // (SWATCH + 18 + longest * letters * 0.56))))


def height(figure: Figure, sizes: Sizes) -> float:
    """How many pixels the legend takes from the top."""
    return -(-len(entries(figure)) // _columns(figure, sizes)) * sizes[2] * 1.65 + 4


def draw_legend(canvas: Canvas, figure: Figure, sizes: Sizes, colours: Mapping[str, str]) -> None:
    """Put the legend on the picture; nothing in it moves."""
    width, tall, letters = sizes
    columns = _columns(figure, sizes)
    for index, entry in enumerate(entries(figure)):
        left = (index % columns) * width / columns + 1
        middle = tall - 4 - (index // columns + 0.5) * letters * 1.65
        across, up = (left / width, (left + SWATCH) / width), middle / tall
        colour = colours[entry.role]
        if entry.kind == "line":
            thin = entry.role == "guide"
            line = Line2D(
                across, (up, up), color=colour, linewidth=1.4 if thin else 2.4, solid_capstyle="butt"
            )
            dash = (5, 3) if thin else DASHES.get(entry.series, ())
            if dash:
                line.set_linestyle((0, tuple(length / line.get_linewidth() for length in dash)))
            canvas.add_artist(line)
        elif entry.kind == "dots":
            dot = Line2D(
                [sum(across) / 2],
                [up],
                marker=MARKERS.get(entry.series, "o"),
                markersize=8,
                color=colour,
                linestyle="none",
            )
            canvas.add_artist(dot)
        else:
            corner = (across[0], up - letters * 0.45 / tall)
            tint = Rectangle(corner, SWATCH / width, letters * 0.9 / tall, transform=canvas.transFigure)
            tint.set(facecolor=colour, edgecolor=colour if entry.kind == "area" else "none", linewidth=1)
            tint.set_alpha({"area": 0.3, "piled": PILED}.get(entry.kind, 1))
            canvas.add_artist(tint)
        canvas.text((left + SWATCH + 6) / width, (middle - letters * 0.35) / tall, entry.label,
                    fontsize=letters, color=colours["ink"], va="baseline")  # fmt: skip
