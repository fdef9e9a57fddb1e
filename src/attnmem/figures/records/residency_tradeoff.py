"""What a budget frees on recorded masses: the least HBM of any plan, and what a plan still moves."""

from collections.abc import Mapping
from functools import cache
from math import isfinite, nan

import numpy as np
from sympy import Integer, Rational, Symbol

from attnmem.figures.controls import Control
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Line, Trials
from attnmem.figures.measured import Measured, Seen
from attnmem.proof.record import Letter
from attnmem.recording import load
from attnmem.residency.measured import from_block_masses
from attnmem.residency.scenario import Scenario
from attnmem.residency.tradeoff import trade_off
from attnmem.symbols import Scale, symbols
from attnmem.theory.residency_letters import LETTERS, K, eps
from attnmem.theory.residency_saved import KEPT

LAYER, STEPS, BLOCKS, BYTES, HBM = 14, 8, 16, 1000, 12
HEADS = (1.0, 3.0, 9.0)
BUDGETS = (0.01, 0.03, 0.1, 0.3, 1.0)
(rows,) = symbols("row_count")


def scenario(heads: int) -> Scenario:
    """One layer's last steps in equal blocks; the link brings four blocks while a step computes."""
    recorded = np.asarray(load().block_mass[LAYER, :heads, -STEPS:], float)
    masses = recorded.reshape(1, heads, STEPS, BLOCKS, -1).sum(axis=-1)
    return from_block_masses(
        masses,
        block_bytes=BYTES,
        hbm_bytes=HBM * BYTES,
        bytes_per_s=4.0 * BYTES,
        step_s=1.0,
        compute_s=1.0,
    )


@cache
def solved(heads: int) -> tuple[tuple[float, float, float], ...]:
    """Budget, least HBM of any plan, and what the best plan moves (NaN: none), in blocks."""
    found = []
    for point in trade_off(scenario(heads), BUDGETS):
        needed, moved = (nan if b is None else b / BYTES for b in (point.hbm_bytes, point.bytes_moved))
        found.append((point.epsilon, needed, moved))
    return tuple(found)


def needed(state: Mapping[Symbol, float]) -> tuple[Seen, ...]:
    """The least HBM at each budget."""
    return tuple(Seen(budget, least) for budget, least, _ in solved(int(state[rows])))


def moved(state: Mapping[Symbol, float]) -> tuple[Seen, ...]:
    """What a plan moves, where there is one."""
    return tuple(Seen(budget, blocks) for budget, _, blocks in solved(int(state[rows])) if isfinite(blocks))


HOW = f"{STEPS} steps, {BLOCKS} blocks of 128 tokens, layer {LAYER}; solved to a gap of 0; nothing is random"
SOURCE = "masses of the recorded model, the residency solver"
NEEDED = Measured(
    key="needed", title="Least HBM, blocks", grid={rows: HEADS}, run=needed, how=HOW, source=SOURCE
)
MOVED = Measured(
    key="moved",
    title=f"Blocks moved with HBM for {HBM}",
    grid={rows: HEADS},
    run=moved,
    how=HOW,
    source=SOURCE,
)

RESIDENCY_TRADEOFF_FIGURE = Figure(
    key="residency-tradeoff",
    title="What a divergence budget frees",
    x=Axis(
        symbol=eps,
        low=Rational(1, 200),
        high=Integer(2),
        label="divergence budget ε per head and step",
        unit="nats",
        scale=Scale.LOG10,
    ),
    y=Axis(low=Integer(0), high=Integer(17), label="blocks"),
    marks=(
        Line(key="flat", label="needed by one flat row", y=KEPT, series=1),
        Trials(key="needed", label="least HBM (solved)", table=NEEDED, series=2),
        Trials(key="moved", label=f"moved with HBM for {HBM} (solved)", table=MOVED, series=3),
    ),
    sliders=(Control(symbol=rows, label="heads that share the blocks", grid=HEADS, start=Integer(9)),),
    fixed={K: Integer(BLOCKS)},
    readouts=(
        Readout(
            key="third", label="flat row at 0.3 nats", value=KEPT, unit="blocks", at={eps: Rational(3, 10)}
        ),
    ),
    says=(
        Sentence(
            "Lossless, all 16 blocks must be in HBM. A flat row at 0.3 nats needs {third}. With {heads} "
            "heads on the same blocks a block can be left out only where every head can miss it. Where "
            "nothing is shown as moved, HBM for 12 blocks has no plan."
        ),
    ),
    letters={**LETTERS, rows: Letter("heads", "h")},
    outside="Nothing is left to read",
)
