"""A slider moved in a notebook: new numbers to PNG bytes, against building anew and against a peer.

Everyone draws the same three formulas at 1000 places into the same pixels, with fresh numbers each time.
The peer is sympy_plot_backends with its Matplotlib backend, its own update, and Matplotlib's PNG writer.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from statistics import median
from time import perf_counter

from attnmem.figures import Figure, sample
from attnmem.figures.marks import Line
from attnmem.figures.records.topk_gap import TOPK_GAP_FIGURE
from attnmem.figures.renderers.drawing import Size, draw, fitted, house_style, move
from attnmem.figures.renderers.graduation import graduate
from attnmem.figures.renderers.notebook import SCALE, Canvas
from attnmem.figures.renderers.palette import LIGHT
from attnmem.theory.topk_gap import KL_GAP, ODDS_GAP, TAIL_GAP
from attnmem.theory.topk_letters import gap, k, n

CURVES = (("kl", KL_GAP), ("tail", TAIL_GAP), ("odds", ODDS_GAP))
FIGURE: Figure = replace(
    TOPK_GAP_FIGURE,
    x=replace(TOPK_GAP_FIGURE.x, points=1000),
    marks=tuple(Line(key=key, label=f.title, y=f, series=i) for i, (key, f) in enumerate(CURVES, start=1)),
)
ROUNDS = 25
KEPT = [stop for stop in FIGURE.stops(FIGURE.sliders[1]) if stop < 2**14]
Action = Callable[[float], object]


def updated() -> tuple[Action, Action]:
    """Our update, over the declared limits and over limits that follow the curves."""
    canvas = Canvas(FIGURE, sample(FIGURE))

    def still(kept: float) -> bytes:
        return canvas.png(sample(FIGURE, {k: kept}))

    def following(kept: float) -> bytes:
        table = sample(FIGURE, {k: kept})
        low, high = fitted(FIGURE, table)
        return canvas.png(
            table, (low / (1 + kept), high)
        )  # never the same twice: the axis is drawn every time

    return still, following


def rebuilt() -> tuple[Action, Action]:
    """The figure built and saved from nothing, as a plotting cell does it."""

    def fresh(kept: float, follow: bool = False) -> bytes:
        table = sample(FIGURE, {k: kept})
        data = BytesIO()
        with house_style():
            drawing = draw(FIGURE, table, Size.WIDE, LIGHT)
            if follow:
                limits = fitted(FIGURE, table)
                graduate(drawing.axes, "y", FIGURE.y, limits)
                move(drawing, FIGURE, table, limits)
            drawing.canvas.savefig(data, format="png", dpi=72 * SCALE)
        return data.getvalue()

    return fresh, lambda kept: fresh(kept, follow=True)


def peer() -> tuple[Action, Action]:
    """The peer's update: its own data and artists, then Matplotlib's picture of them."""
    from spb import MB, plot

    def build(**limits: object) -> Action:
        shown = plot(
            *(formula.expression.subs(n, 2**18) for _, formula in CURVES),
            (gap, 0, 20),
            params={k: (1024, 1, 2**14)},
            n=1000,
            yscale="log",
            legend=True,
            show=False,
            imodule="ipywidgets",
            backend=MB,
            **limits,
        )
        figure = shown.fig
        width, height, _ = Size.WIDE.value
        figure.set_size_inches(width / 72, height / 72)

        def action(kept: float) -> bytes:
            shown.backend.update_interactive({k: kept})
            data = BytesIO()
            figure.savefig(data, format="png", dpi=72 * SCALE)
            return data.getvalue()

        return action

    return build(ylim=tuple(FIGURE.y.limits)), build()


def medians(*actions: Action) -> list[float]:
    """The median time of each, taken in turn so that a busy machine is busy for all."""
    for action in actions:
        action(KEPT[0])
    times: list[list[float]] = [[] for _ in actions]
    for index in range(ROUNDS):
        for each, action in zip(times, actions, strict=True):
            started = perf_counter()
            action(KEPT[(7 * index) % len(KEPT)])
            each.append(perf_counter() - started)
    return [median(each) for each in times]


def run() -> Iterator[tuple[str, float, str, bool]]:
    """Ratios of medians, ours to both others: over the declared limits, then over limits that follow."""
    for words, *actions in zip(("limits kept", "limits changed"), updated(), rebuilt(), peer(), strict=True):
        ours, anew, theirs = (1e3 * each for each in medians(*actions))
        name = f"kernel slider, {words}, {ours:.1f} ms"
        yield f"{name} against {anew:.1f} ms built anew", ours / anew, "at most 1/5", ours <= anew / 5
        yield (
            f"{name} against {theirs:.1f} ms by the peer",
            ours / theirs,
            "at most 0.333",
            ours <= theirs / 3,
        )
