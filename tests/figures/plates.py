"""Small figures that use every mark, for tests only: the kinds of picture later chapters need."""

from collections.abc import Mapping

import numpy as np
from sympy import Integer, Rational, Symbol, exp, log

from attnmem.figures.controls import Control
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import (
    Band,
    Bars,
    Cells,
    Grade,
    Label,
    Line,
    Part,
    Place,
    Points,
    Rule,
    Span,
    Stack,
    Step,
    Trials,
)
from attnmem.figures.measured import Measured, Seen
from attnmem.proof.record import Formula, Side
from attnmem.symbols import Scale
from attnmem.theory.topk_gap import KL_GAP, TAIL_GAP
from attnmem.theory.topk_letters import LETTERS, SOME_DROPPED, budget, gap, k, n

RATIO = Formula(
    key="test-ratio",
    title="kept share",
    expression=k / n,
    arguments=(n, k),
    unit="1",
    side=Side.EXACT,
    conditions=(SOME_DROPPED,),
    letters=LETTERS,
)
REST = Formula(
    key="test-rest",
    title="dropped share",
    expression=1 - k / n,
    arguments=(n, k),
    unit="1",
    side=Side.EXACT,
    conditions=(SOME_DROPPED,),
    letters=LETTERS,
)
GRID = (256.0, 1024.0, 4096.0)


def toss(state: Mapping[Symbol, float]) -> tuple[Seen, ...]:
    """A seeded measurement: means of exponentials at three places."""
    draws = zip((4, 6, 8), np.random.default_rng(int(state[n])).exponential(size=(3, 20)), strict=True)
    return tuple(Seen(2.0**e, float(row.mean()), float(row.min()), float(row.max())) for e, row in draws)


MEASURED = Measured(
    key="toss",
    title="Tosses",
    grid={n: GRID},
    run=toss,
    how="20 trials at each of 9 points, seeds 256, 1024 and 4096",
    spread="least to most",
    source="own",
)

# k runs along the axis, so the domain k < n ends inside the picture.
SHARES = Figure(
    key="test-shares",
    title="Every mark along an axis",
    x=Axis(symbol=k, low=Integer(4), high=Integer(1024), label="keys kept", scale=Scale.LOG2, points=65),
    y=Axis(low=Integer(0), high=Integer(3), label="share"),
    marks=(
        Stack(key="pile", parts=(Part("kept", "kept", RATIO), Part("rest", "rest", REST))),
        Band(key="between", label="between", low=TAIL_GAP, high=KL_GAP, series=3),
        Step(key="stairs", label="stairs", y=RATIO, series=2),
        Line(key="fixed-gap", label="at gap 1", y=KL_GAP, at={gap: Integer(1)}),
        Trials(key="seen", label="seen", table=MEASURED, series=4),
        Span(key="low-part", label="low part", direction="y", high=budget),
        Rule(key="kept-rule", label="rule at n", at=n, series=5),
        Points(key="dots", label="dots", places=((Integer(16), budget), (n, Integer(1)))),
        Label(key="words", text="words", x=Integer(8), y=budget),
    ),
    sliders=(Control(symbol=n, grid=GRID), Control(symbol=gap), Control(symbol=budget)),
    readouts=(Readout(key="share", label="share", value=RATIO, unit="1", at={k: Integer(64)}),),
    says=(Sentence("A share of {share}, gap {Delta}.", "Small budget.", when=(Rational(1, 100), budget)),),
    letters=LETTERS,
    outside="No key is dropped",
)

GRIDDED = Figure(
    key="test-grid",
    title="A grid",
    x=Axis(low=Integer(0), high=Integer(3), label="keys", names=("256", "1024", "4096")),
    y=Axis(low=Integer(0), high=Integer(2), label="kept", names=("512", "16")),
    marks=(
        Cells(
            key="loss",
            columns=tuple(Place(str(v), {n: Integer(v)}) for v in (256, 1024, 4096)),
            rows=tuple(Place(str(v), {k: Integer(v)}) for v in (16, 512)),
            value=KL_GAP,
            unit="nats",
            grades=(
                Grade("under 0.01", Rational(1, 100)),
                Grade("under 0.1", Rational(1, 10)),
                Grade("under 1", Integer(1)),
                Grade("more", Integer(100)),
            ),
        ),
    ),
    sliders=(Control(symbol=gap),),
    readouts=(),
    says=(Sentence("At a gap of {Delta} nats."),),
    letters=LETTERS,
    outside="No key is dropped",
)


def spread_out(state: Mapping[Symbol, float]) -> tuple[Seen, ...]:
    """One number for each of six cells."""
    return tuple(Seen(float(i), state[n] / 2.0 ** (8 + i)) for i in range(6))


def _panel(key: str, left: int) -> Cells:
    return Cells(
        key=key,
        label=f"{key} panel",
        columns=tuple(Place(name, {}) for name in "abc"),
        rows=tuple(Place(name, {}) for name in ("upper", "lower")),
        value=Measured(key=key, title=key, grid={n: GRID}, run=spread_out, how="counted", source="own"),
        unit="1",
        grades=(Grade("few", Integer(1)), Grade("some", Integer(4)), Grade("many", Integer(100))),
        left=left,
    )


# Two measured grids side by side, with a column of nothing between them.
PANELS = Figure(
    key="test-panels",
    title="Two grids",
    x=Axis(low=Integer(0), high=Integer(7), label="letter", names=("a", "b", "c", "", "a", "b", "c")),
    y=Axis(low=Integer(0), high=Integer(2), label="row", names=("lower", "upper")),
    marks=(_panel("first", 0), _panel("second", 4)),
    sliders=(Control(symbol=n, grid=GRID),),
    readouts=(),
    says=(Sentence("With {n} keys."),),
    letters=LETTERS,
    outside="Nothing",
)
# Two lanes of bars over a clock; the second is empty where it would stop before it starts.
LANES = Figure(
    key="test-lanes",
    title="Bars",
    x=Axis(low=Integer(0), high=Integer(2), label="time", unit="s"),
    y=Axis(low=Integer(0), high=Integer(2), label="lane", names=("lower", "upper")),
    marks=(
        Bars(
            key="upper",
            label="upper",
            start=Integer(0),
            stop=RATIO,
            every=budget,
            times=7,
            low=Rational(6, 5),
            high=Rational(9, 5),
        ),
        Bars(
            key="lower",
            label="lower",
            start=RATIO,
            stop=gap,
            every=RATIO,
            times=3,
            low=Rational(1, 5),
            high=Rational(4, 5),
            series=2,
            at={k: n / 4},
        ),
    ),
    sliders=(Control(symbol=n), Control(symbol=k), Control(symbol=gap), Control(symbol=budget)),
    readouts=(Readout(key="share", label="share", value=RATIO, unit="1"),),
    says=(Sentence("A share of {share}.", "Too much: {share}.", when=(RATIO, gap), at={k: n / 2}),),
    letters=LETTERS,
    outside="No key is dropped",
)
UNNAMED = log(1 + exp(-gap))
PLATES = (SHARES, GRIDDED, PANELS, LANES)
