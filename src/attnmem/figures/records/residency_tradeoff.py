"""What a budget frees on recorded masses: the least HBM of any plan, what a plan moves, how long it waits.

A sequence comes back with nothing in HBM, and decodes. One block takes one unit of time on the link, so that
HBM, bytes and waiting are all read in blocks.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
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
from attnmem.residency.budget import allowance
from attnmem.residency.lossy import solve_within
from attnmem.residency.measured import from_block_masses
from attnmem.residency.repair import least_hbm
from attnmem.residency.scenario import Scenario
from attnmem.residency.watch import Watch
from attnmem.symbols import symbols
from attnmem.theory.residency_letters import LETTERS, K, eps
from attnmem.theory.residency_saved import KEPT

LAYER, STEPS, BLOCKS, BYTES = 14, 8, 16, 1000
HEADS = (1.0, 3.0, 9.0)
ROOMS = (8.0, 12.0, 16.0)
BUDGETS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 1.5, 2.0)
rows, room = symbols("row_count", "room_count")


def scenario(heads: int, blocks: int = BLOCKS) -> Scenario:
    """One layer's last steps in equal blocks, all in the lower tier; a step computes for one block's time."""
    recorded = np.asarray(load().block_mass[LAYER, :heads, -STEPS:], float)
    masses = recorded.reshape(1, heads, STEPS, BLOCKS, -1).sum(axis=-1)
    warm = from_block_masses(
        masses,
        block_bytes=BYTES,
        hbm_bytes=blocks * BYTES,
        bytes_per_s=float(BYTES),
        step_s=float(BLOCKS),
        compute_s=1.0,
    )
    return replace(warm, blocks=tuple(replace(block, starts=block.tier) for block in warm.blocks))


@cache
def least(heads: int) -> tuple[float, ...]:
    """The least HBM of any plan at each budget, in blocks."""
    cold = scenario(heads)
    return tuple(least_hbm(cold, allowance(cold, budget), Watch()) / BYTES for budget in BUDGETS)


@cache
def solved(heads: int, blocks: int) -> tuple[tuple[float, float], ...]:
    """Waiting and bytes of the best plan at each budget, in blocks; NaN where there is none."""
    cold, found = scenario(heads, blocks), []
    for budget in BUDGETS:
        played = solve_within(cold, allowance(cold, budget)).played
        found.append((nan, nan) if played is None else (played.stall_s, played.bytes_moved / BYTES))
    return tuple(found)


def needed(state: Mapping[Symbol, float]) -> tuple[Seen, ...]:
    """The least HBM at each budget."""
    return tuple(
        Seen(budget, round(b, 9)) for budget, b in zip(BUDGETS, least(int(state[rows])), strict=True)
    )


def _of_plan(which: int) -> Callable[[Mapping[Symbol, float]], tuple[Seen, ...]]:
    def seen(state: Mapping[Symbol, float]) -> tuple[Seen, ...]:
        plans = zip(BUDGETS, solved(int(state[rows]), int(state[room])), strict=True)
        return tuple(Seen(budget, round(plan[which], 9)) for budget, plan in plans if isfinite(plan[which]))

    return seen


HOW = f"{STEPS} steps, {BLOCKS} blocks of 128 tokens, layer {LAYER}; solved to a gap of 0; nothing is random"
SOURCE = "masses of the recorded model, the residency solver"


def _table(key: str, title: str, run: Callable[[Mapping[Symbol, float]], tuple[Seen, ...]]) -> Measured:
    grid = {rows: HEADS} if key == "needed" else {rows: HEADS, room: ROOMS}
    return Measured(key=key, title=title, grid=grid, run=run, how=HOW, source=SOURCE)


NEEDED = _table("needed", "Least HBM, blocks", needed)
WAITED = _table("waited", "Least waiting, in the time that one block takes", _of_plan(0))
MOVED = _table("moved", "Blocks moved by the plan that waits least", _of_plan(1))

SLIDERS = (
    Control(symbol=rows, label="heads that share the blocks", grid=HEADS, start=Integer(9)),
    Control(symbol=room, label="blocks that HBM holds", grid=ROOMS, start=Integer(12)),
)
NAMES = {**LETTERS, rows: Letter("h"), room: Letter("m")}
BUDGET = Axis(
    symbol=eps,
    low=Integer(0),
    high=Rational(21, 10),
    label="divergence budget ε per head and step",
    unit="nats",
)

RESIDENCY_TRADEOFF_FIGURE = Figure(
    key="residency-tradeoff",
    title="What a divergence budget frees",
    x=BUDGET,
    y=Axis(low=Integer(0), high=Integer(17), label="blocks"),
    marks=(
        Line(key="flat", label="needed by one flat row", y=KEPT, series=1),
        Trials(key="needed", label="least HBM (solved)", table=NEEDED, series=2),
        Trials(key="moved", label="moved (solved)", table=MOVED, series=3),
    ),
    sliders=SLIDERS,
    fixed={K: Integer(BLOCKS)},
    readouts=(
        Readout(
            key="third", label="flat row at 0.3 nats", value=KEPT, unit="blocks", at={eps: Rational(3, 10)}
        ),
    ),
    says=(
        Sentence(
            "Lossless, at a budget of 0, all 16 blocks must be in HBM. A flat row at 0.3 nats needs {third}. "
            "With {h} heads on the same blocks a block can be left out only where every head can miss "
            "it. Where nothing is shown as moved, HBM for {m} blocks has no plan."
        ),
    ),
    letters=NAMES,
    outside="Nothing is left to read",
)
