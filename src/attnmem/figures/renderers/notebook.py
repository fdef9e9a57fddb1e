"""The figure in a notebook: ipywidgets move Matplotlib's artists and send one PNG; nothing is built anew.

A change restores the pixels that stand still, draws the artists that move over them, and encodes the result
with quick compression, because encoding is the dearest step.
"""

from collections.abc import Mapping
from html import escape
from io import BytesIO
from typing import Any

import ipywidgets as widgets
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from attnmem.figures.figure import Figure
from attnmem.figures.numerals import measure
from attnmem.figures.renderers.drawing import Size, draw, house_style, move
from attnmem.figures.renderers.palette import LIGHT
from attnmem.figures.sampling import Table, sample

SCALE = 1.5  # dots to a pixel


class Canvas:
    """A drawn figure whose still pixels are kept, so that a change costs only what moves."""

    def __init__(self, figure: Figure, table: Table, size: Size = Size.WIDE) -> None:
        self.figure = figure
        with house_style():
            self.drawing = draw(figure, table, size, LIGHT)
            self.drawing.canvas.patch.set(facecolor=LIGHT["paper"], alpha=1)
            self.drawing.canvas.set_dpi(72 * SCALE)
            self.agg = FigureCanvasAgg(self.drawing.canvas)
            for artist in self.drawing.moving.values():
                artist.set_animated(True)
            self.agg.draw()
            self.still = self.agg.copy_from_bbox(self.drawing.canvas.bbox)

    def png(self, table: Table) -> bytes:
        """The picture of another table."""
        with house_style():
            move(self.drawing, self.figure, table)
            self.agg.restore_region(self.still)
            for artist in sorted(self.drawing.moving.values(), key=lambda each: each.get_zorder()):
                self.drawing.axes.draw_artist(artist)
        data = BytesIO()
        Image.fromarray(np.asarray(self.agg.buffer_rgba())[..., :3]).save(
            data, format="PNG", compress_level=1
        )
        return data.getvalue()


class Notebook:
    """Sliders, presets, image, read-outs and sentence; ``controls`` holds the sliders by name."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        table = sample(figure)
        self.canvas = Canvas(figure, table)
        self.controls: Mapping[str, Any] = {
            figure.alias(control.symbol): _slider(figure, control, table) for control in figure.sliders
        }
        self.image = widgets.Image(format="png", width=Size.WIDE.value[0], alt=figure.title)
        self.words = widgets.HTML()
        self.quiet = False
        for control in self.controls.values():
            control.observe(self._moved, names="value")
        self.widget = widgets.VBox([self.image, self._presets(), *self.controls.values(), self.words])
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
        self.image.value = self.canvas.png(self.table)
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
        return widgets.HBox(buttons, layout=widgets.Layout(flex_flow="row wrap"))


def _slider(figure: Figure, control: Any, table: Table) -> Any:
    q = control.quantity
    options = [(measure(stop, q.unit, whole=q.whole), stop) for stop in figure.stops(control)]
    return widgets.SelectionSlider(
        options=options,
        value=table.state[control.symbol],
        description=figure.letter(control.symbol),
        tooltip=q.meaning,
        continuous_update=True,
        layout=widgets.Layout(width="34rem", max_width="100%"),
    )
