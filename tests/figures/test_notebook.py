"""The notebook's figure without a notebook: every widget set, the image and the numbers follow."""

import io

import numpy as np
import pytest
from PIL import Image

from attnmem.evaluation import evaluate
from attnmem.figures import sample
from attnmem.figures.records.topk_gap import TOPK_GAP_FIGURE
from attnmem.figures.renderers.drawing import Size, draw, house_style, move
from attnmem.figures.renderers.encoding import encode
from attnmem.figures.renderers.graduation import graduate
from attnmem.figures.renderers.notebook import Canvas, Notebook
from attnmem.figures.renderers.palette import LIGHT

from .plates import PLATES


def pixels(data):
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"), dtype=int)


@pytest.fixture
def notebook():
    return Notebook(TOPK_GAP_FIGURE)


@pytest.mark.parametrize("name", ["n", "k", "Delta", "epsilon"])
def test_a_widget_moves_picture_and_numbers(notebook, name):
    before = notebook.image.value
    control = notebook.controls[name]
    control.value = control.options[-1][1]
    assert notebook.image.value != before
    at = notebook.state
    read = {reading.key: reading for reading in notebook.table.readings}
    right = evaluate("topk-kl-gap", n=at["n"], k=at["k"], Delta=at["Delta"])
    assert read["divergence"].value == pytest.approx(right, rel=1e-14)
    for reading in read.values():
        assert f"<b>{reading.text}</b>" in notebook.words.value
    assert notebook.table.sentence in notebook.words.value


@pytest.mark.parametrize("figure", [TOPK_GAP_FIGURE, *PLATES], ids=lambda figure: figure.key)
def test_a_moved_picture_is_the_one_drawn_afresh(figure):
    """Restoring still pixels and drawing what moves gives what a whole new drawing gives."""
    state = {c.symbol: figure.stops(c)[len(figure.stops(c)) // 3] for c in figure.sliders}
    moved = pixels(Canvas(figure, sample(figure)).png(sample(figure, state)))
    fresh = pixels(Canvas(figure, sample(figure, state)).png(sample(figure, state)))
    assert (moved == fresh).all()
    with house_style():
        drawing = draw(figure, sample(figure, state), Size.WIDE, LIGHT)
        held = io.BytesIO()
        drawing.canvas.savefig(held, format="png", dpi=108, facecolor="white")
    assert np.abs(moved - pixels(held.getvalue())).max() <= 2


def test_an_axis_may_follow_the_curves(notebook):
    """The y axis alone is drawn anew, and comes back as it was."""
    declared, up = notebook.image.value, TOPK_GAP_FIGURE.y.limits
    notebook.fit.value = True
    low, high = notebook.canvas.limits
    values = notebook.table.columns["kl.y"]
    assert low <= values.min() <= 10 * low
    assert high / 10 <= values.max() <= high
    assert notebook.image.value != declared
    with house_style():
        drawing = draw(TOPK_GAP_FIGURE, notebook.table, Size.WIDE, LIGHT)
        graduate(drawing.axes, "y", TOPK_GAP_FIGURE.y, (low, high))
        move(drawing, TOPK_GAP_FIGURE, notebook.table, (low, high))
        held = io.BytesIO()
        drawing.canvas.savefig(held, format="png", dpi=108, facecolor="white")
    assert np.abs(pixels(notebook.image.value) - pixels(held.getvalue())).max() <= 2
    notebook.fit.value = False
    assert notebook.canvas.limits == up
    assert notebook.image.value == declared


def test_a_preset_draws_once(notebook, monkeypatch):
    drawn = []
    monkeypatch.setattr(notebook.canvas, "png", lambda table, up: drawn.append(table) or b"")
    notebook.set({"n": 131072.0, "k": 2048.0})
    assert len(drawn) == 1
    assert notebook.state["k"] == 2048


def test_nothing_is_built_anew(notebook):
    artists = dict(notebook.canvas.drawing.moving)
    notebook.controls["k"].value = 16.0
    assert notebook.canvas.drawing.moving == artists
    assert notebook.canvas.drawing.canvas is notebook.canvas.agg.figure


def test_the_encoder_loses_nothing():
    picture = np.random.default_rng(3).integers(0, 256, (37, 53, 4), dtype=np.uint8)
    assert (np.asarray(Image.open(io.BytesIO(encode(picture)))) == picture).all()
