"""Axes are graduated at round places, named without a formula's help."""

from dataclasses import replace

import pytest
from sympy import Integer, Rational

from attnmem.figures import sample
from attnmem.figures.records.topk_gap import TOPK_GAP_FIGURE
from attnmem.figures.renderers.drawing import Size, draw, fitted, house_style
from attnmem.figures.renderers.palette import LIGHT
from attnmem.symbols import Scale

GIB = 2**30


def names(**changes):
    figure = replace(TOPK_GAP_FIGURE, y=replace(TOPK_GAP_FIGURE.y, **changes))
    with house_style():
        axes = draw(figure, sample(figure), Size.WIDE, LIGHT).axes
        return [label.get_text() for label in axes.get_yticklabels()]


@pytest.mark.parametrize(
    ("low", "high", "scale", "unit", "expected"),
    [
        (Rational(1, 10**6), 20, Scale.LOG10, "1", ["10⁻⁶", "10⁻⁴", "0.01", "1"]),
        (1, 2**20, Scale.LOG2, "1", ["2⁰", "2⁴", "2⁸", "2¹²", "2¹⁶", "2²⁰"]),
        (1, 2**12, Scale.LOG2, "1", ["1", "4", "16", "64", "256", "1,024", "4,096"]),
        (0, 20, Scale.LINEAR, "nats", ["0", "5", "10", "15", "20"]),
        (0, 80 * GIB, Scale.LINEAR, "B", ["0 B", "20 GiB", "40 GiB", "60 GiB", "80 GiB"]),
        (2**20, 2**40, Scale.LOG2, "B", ["1 MiB", "16 MiB", "256 MiB", "4 GiB", "64 GiB", "1 TiB"]),
    ],
)
def test_round_places(low, high, scale, unit, expected):
    assert (
        names(low=Integer(low) if isinstance(low, int) else low, high=Integer(high), scale=scale, unit=unit)
        == expected
    )


def test_limits_that_follow_are_round_and_hold_the_curves():
    table = sample(TOPK_GAP_FIGURE, {"n": 2048, "k": 1024, "Delta": 3})
    low, high = fitted(TOPK_GAP_FIGURE, table)
    assert (low, high) == (1e-9, 1.0)
