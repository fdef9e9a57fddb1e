"""What a budget saves in time: how long a sequence waits that comes back with nothing in HBM."""

from sympy import Integer, Rational

from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Line, Trials
from attnmem.figures.records.residency_tradeoff import BLOCKS, BUDGET, NAMES, SLIDERS, WAITED
from attnmem.theory.residency_letters import K, eps
from attnmem.theory.residency_saved import KEPT

RESIDENCY_WAITING_FIGURE = Figure(
    key="residency-waiting",
    title="How long a sequence waits that comes back",
    x=BUDGET,
    y=Axis(low=Integer(0), high=Integer(17), label="waiting, in the time of one block"),
    marks=(
        Line(key="flat", label="one flat row", y=KEPT, series=1),
        Trials(key="waited", label="least waiting of any plan (solved)", table=WAITED, series=4),
    ),
    sliders=SLIDERS,
    fixed={K: Integer(BLOCKS)},
    readouts=(
        Readout(
            key="third",
            label="flat row at 0.3 nats",
            value=KEPT,
            unit="blocks",
            at={eps: Rational(3, 10)},
        ),
    ),
    says=(
        Sentence(
            "Lossless, at a budget of 0, all 16 blocks are waited for, if HBM holds them. A flat row at 0.3 "
            "nats waits for {third}. Where no dot is shown, HBM for {m} blocks has no plan for "
            "{h} heads."
        ),
    ),
    letters=NAMES,
    outside="Nothing is left to read",
)
