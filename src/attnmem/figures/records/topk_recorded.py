"""A real model's rows: what truncation costs, what the gap bound says, head by head."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from sympy import Integer, Rational, Symbol

from attnmem.figures.controls import Control
from attnmem.figures.figure import Axis, Figure, Sentence
from attnmem.figures.marks import Rule, Trials
from attnmem.figures.measured import Measured, Seen
from attnmem.proof.record import Letter
from attnmem.recording import load
from attnmem.symbols import Scale, symbols
from attnmem.theory.topk_letters import LETTERS, budget, k
from attnmem.witnesses.topk_sweep import Sweep, sweep

layer, head = symbols("layer_index", "head_index")
KEPT = (4, 8, 16, 32, 64, 128, 256, 512, 1024)
GRID = {layer: tuple(map(float, range(30))), head: tuple(map(float, range(9)))}
SOURCE = "SmolLM2-135M-Instruct, the last query over 2048 tokens of the Constitution of the United States"
HOW = "270 rows of one pass, nothing drawn at random"


def _row(state: Mapping[Symbol, float]) -> Sweep:
    return sweep(load().last_row[int(state[layer]), int(state[head])], KEPT)


def _seen(values: NDArray[np.float64]) -> tuple[Seen, ...]:
    """Four digits are more than a picture shows, and half the weight."""
    return tuple(Seen(float(x), float(f"{y:.4g}")) for x, y in zip(KEPT, values, strict=True))


def true_costs(state: Mapping[Symbol, float]) -> tuple[Seen, ...]:
    """The divergence that keeping the largest scores really costs."""
    return _seen(_row(state).kl)


def bounds(state: Mapping[Symbol, float]) -> tuple[Seen, ...]:
    """What the bound makes of the gap at each cut."""
    return _seen(_row(state).kl_bound)


TRUE = Measured(
    key="topk-true", title="True divergence, nats", grid=GRID, run=true_costs, how=HOW, source=SOURCE
)
BOUND = Measured(
    key="topk-bound", title="Bound from the gap, nats", grid=GRID, run=bounds, how=HOW, source=SOURCE
)

TOPK_RECORDED_FIGURE = Figure(
    key="topk-recorded",
    title="The bound and the truth on a real model",
    x=Axis(symbol=k, low=Integer(3), high=Integer(1400), label="keys kept k of 2048", scale=Scale.LOG2),
    y=Axis(low=Rational(1, 10**6), high=Integer(20), label="divergence", unit="nats", scale=Scale.LOG10),
    marks=(
        Trials(key="bound", label="bound from the gap", table=BOUND, series=2),
        Trials(key="true", label="true divergence", table=TRUE, series=1),
        Rule(key="budget", label="budget ε", direction="y", at=budget),
    ),
    sliders=(
        Control(symbol=layer, grid=GRID[layer], start=Integer(14), label="counted from 0"),
        Control(symbol=head, grid=GRID[head], start=Integer(4), label="counted from 0"),
        Control(symbol=budget, label="divergence budget"),
    ),
    readouts=(),
    says=(
        Sentence(
            "Layer {layer}, head {head}, last query. The bound lies above the true divergence at each count, "
            "as it must, and far above: between neighbouring scores of a real row there is hardly a gap."
        ),
    ),
    letters={**LETTERS, layer: Letter("layer"), head: Letter("head")},
    outside="Nothing is dropped",
)
