"""How large a gap guarantees a divergence budget, against the number of keys kept."""

from sympy import Integer, Rational

from attnmem.figures.controls import Control
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Line, Points
from attnmem.symbols import Scale
from attnmem.theory.topk_budget import GAP_NEEDED, TAIL_BUDGET
from attnmem.theory.topk_letters import LETTERS, budget, k, n

TOPK_NEEDED_FIGURE = Figure(
    key="topk-needed",
    title="The gap that guarantees a budget",
    x=Axis(symbol=k, low=Integer(16), high=Integer(16384), label="keys kept k", scale=Scale.LOG2),
    y=Axis(low=Integer(0), high=Integer(20), label="gap that is enough", unit="nats"),
    marks=(
        Line(key="strict", label="budget 0.001", y=GAP_NEEDED, at={budget: Rational(1, 1000)}, series=2),
        Line(key="chosen", label="chosen budget ε", y=GAP_NEEDED, series=1),
        Line(key="loose", label="budget 0.1", y=GAP_NEEDED, at={budget: Rational(1, 10)}, series=3),
        Points(key="here", label="The gap needed", places=((k, GAP_NEEDED),), series=1),
    ),
    sliders=(
        Control(symbol=k, label="keys kept"),
        Control(symbol=n, label="keys that compete"),
        Control(symbol=budget, label="divergence budget"),
    ),
    readouts=(
        Readout(key="needed", label="gap that is enough", value=GAP_NEEDED, unit="nats"),
        Readout(key="allowed", label="dropped mass the budget allows", value=TAIL_BUDGET, unit="1"),
    ),
    says=(
        Sentence(
            "Keeping {k} of {n} keys stays within {epsilon} nats whenever the gap is {needed} or more; "
            "a smaller gap may be enough, but the two scores alone do not show it."
        ),
    ),
    letters=LETTERS,
    outside="Nothing is dropped, so no gap is needed",
)
