"""The figure in a notebook: ipywidgets move Matplotlib's artists and send one PNG; nothing is built anew.

A change restores the pixels that stand still, draws the artists that move over them, and encodes the result.
"""

from collections.abc import Mapping
from html import escape
from typing import Any

import ipywidgets as widgets
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg

from attnmem.figures.figure import Figure, is_grid
from attnmem.figures.renderers.drawing import Size, draw, fitted, house_style, move
from attnmem.figures.renderers.encoding import encode
from attnmem.figures.renderers.graduation import graduate
from attnmem.figures.renderers.palette import LIGHT
from attnmem.figures.renderers.shapes import Limits
from attnmem.figures.sampling import Table, sample

SCALE = 1.5  # dots to a pixel


class Canvas:
    """A drawn figure whose still pixels are kept, so that a change costs only what moves.

    ``bare`` lacks the y axis as well, so that other limits cost one axis and not the whole picture.
    """

    def __init__(self, figure: Figure, table: Table, size: Size = Size.WIDE) -> None:
        self.figure = figure
        with house_style():
            self.drawing = draw(figure, table, size, LIGHT)
            self.drawing.canvas.patch.set_facecolor(LIGHT["paper"])
            self.drawing.canvas.set_dpi(72 * SCALE)
            self.agg = FigureCanvasAgg(self.drawing.canvas)
            axes = self.drawing.axes
            for artist in (*self.drawing.moving.values(), axes.yaxis, axes.spines["bottom"]):
                artist.set_animated(True)
            self.agg.draw()
            self.bare = self.agg.copy_from_bbox(self.drawing.canvas.bbox)
            self.limits: Limits = figure.y.limits
            self.still = self._scale(self.limits)

    def png(self, table: Table, up: Limits | None = None) -> bytes:
        """The picture of another table, over the declared limits of the y axis or over others."""
        limits = up or self.figure.y.limits
        with house_style():
            if limits != self.limits:
                self.limits, self.still = limits, self._scale(limits)
            move(self.drawing, self.figure, table, limits)
            self.agg.restore_region(self.still)
            for artist in sorted(self.drawing.moving.values(), key=lambda each: each.get_zorder()):
                self.drawing.axes.draw_artist(artist)
        return encode(np.asarray(self.agg.buffer_rgba()))

    def _scale(self, limits: Limits) -> Any:
        """The still pixels with these limits of y, tick by tick: drawing it whole measures every label."""
        axes = self.drawing.axes
        self.agg.restore_region(self.bare)
        places, names = graduate(axes, "y", self.figure.y, limits)
        ticks = axes.yaxis.get_major_ticks(len(places))
        for tick, place, name in zip(ticks, places, names, strict=False):
            tick.update_position(place)
            tick.label1.set_text(name)
        for tick in ticks:
            axes.draw_artist(tick.gridline)
            axes.draw_artist(tick.label1)
        axes.draw_artist(axes.spines["bottom"])
        return self.agg.copy_from_bbox(self.drawing.canvas.bbox)


class Notebook:
    """Sliders, presets, image, read-outs and sentence; ``controls`` holds the sliders by name."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        table = sample(figure)
        self.canvas = Canvas(figure, table)
        self.controls: Mapping[str, Any] = {
            figure.alias(control.symbol): _slider(figure, control, table) for control in figure.sliders
        }
        self.image = widgets.Image(format="png", width=Size.WIDE.value[0])
        self.words = widgets.HTML()
        self.fit = widgets.ToggleButton(description="Fit to the curves", disabled=is_grid(figure))
        self.quiet = False
        for control in (*self.controls.values(), self.fit):
            control.observe(self._moved, names="value")
        title = widgets.HTML(f"<b>{escape(figure.title)}</b>")
        self.widget = widgets.VBox([title, self.image, *self.controls.values(), self._presets(), self.words])
        self.show()

    @property
    def state(self) -> dict[str, float]:
        """What the sliders say."""
        return {name: control.value for name, control in self.controls.items()}

    def set(self, values: Mapping[str, float]) -> None:
        """Move several sliders and draw once."""
        self.quiet = True
        try:
            for name, value in values.items():
                self.controls[name].value = value
        finally:
            self.quiet = False
        self.show()

    def show(self) -> None:
        """Draw and say the present state."""
        self.table = sample(self.figure, self.state)
        limits = fitted(self.figure, self.table) if self.fit.value else None
        self.image.value = self.canvas.png(self.table, limits)
        rows = "".join(
            f"<tr><td>{escape(r.label)}</td><td><b>{escape(r.text)}</b></td></tr>"
            for r in self.table.readings
        )
        notes = escape(" ".join(self.table.notes))
        self.words.value = f"<p>{escape(self.table.sentence)} {notes}</p><table>{rows}</table>"

    def _moved(self, change: object) -> None:
        if not self.quiet:
            self.show()

    def _presets(self) -> Any:
        buttons = []
        for label, values in (
            *((p.label, p.values) for p in self.figure.presets),
            ("Reset", self.figure.start()),
        ):
            button = widgets.Button(description=label)
            state = {self.figure.alias(symbol): float(value) for symbol, value in values.items()}
            button.on_click(lambda _, state=state: self.set(state))
            buttons.append(button)
        return widgets.HBox([*buttons, self.fit], layout=widgets.Layout(flex_flow="row wrap"))


def _slider(figure: Figure, control: Any, table: Table) -> Any:
    q = control.quantity
    options = [(control.shown(stop), stop) for stop in figure.stops(control)]
    if control.names:
        return widgets.Dropdown(
            options=options,
            value=table.state[control.symbol],
            description=control.label or q.meaning,
            style={"description_width": "13rem"},
            layout=widgets.Layout(width="42rem", max_width="100%"),
        )
    return widgets.SelectionSlider(
        options=options,
        value=table.state[control.symbol],
        description=f"{figure.letter(control.symbol)} {control.label or q.meaning}",
        style={"description_width": "13rem"},
        tooltip=q.meaning,
        continuous_update=True,
        layout=widgets.Layout(width="42rem", max_width="100%"),
    )
