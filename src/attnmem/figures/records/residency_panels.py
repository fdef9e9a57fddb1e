"""Three sequences of fourteen blocks: what a step reads, dense and within a budget, and where it lies."""

from collections.abc import Mapping
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray
from sympy import Integer, Rational, Symbol

from attnmem.compile import to_numpy
from attnmem.figures.controls import Control
from attnmem.figures.figure import Axis, Figure, Sentence
from attnmem.figures.marks import Cells, Grade, Label, Place
from attnmem.figures.measured import Measured, Seen
from attnmem.recording import load
from attnmem.theory.residency_letters import SHORT, eps, r
from attnmem.theory.topk_budget import TAIL_BUDGET

BLOCKS = 14
HEADS = ((5, 2), (14, 4), (23, 7))
SHARES = (0.0, 0.25, 0.5, 0.75)
BUDGETS = (0.0, 0.001, 0.01, 0.03, 0.1, 0.3, 1.0)
NOT_READ, OVER_LINK, IN_HBM = -1.0, 0.0, 1.0
GRADES = (
    Grade("not read", Rational(-1, 2)),
    Grade("read, over the link", Integer(0)),
    Grade("read, in HBM", Integer(1)),
)


@cache
def masses() -> NDArray[np.float64]:
    """One head's masses for each sequence, oldest block first: the last recorded step, in fourteen parts."""
    rows = [np.asarray(load().block_mass[layer, head, -1], float) for layer, head in HEADS]
    parts = np.array([[part.sum() for part in np.array_split(row, BLOCKS)] for row in rows])
    return parts / parts.sum(axis=1, keepdims=True)


def seen(dense: bool, state: Mapping[Symbol, float]) -> tuple[Seen, ...]:
    """Each block's fate, row by row. Dense fills from the front; sparse keeps the heaviest blocks."""
    resident = round(state[r] * BLOCKS)
    allowed = 0.0 if dense else float(to_numpy(TAIL_BUDGET.expression, TAIL_BUDGET.arguments)(state[eps]))
    fates = [fate for row in masses() for fate in _fates(row, dense, resident, allowed)]
    return tuple(Seen(float(i), fate) for i, fate in enumerate(fates))


def _fates(row: NDArray[np.float64], dense: bool, resident: int, allowed: float) -> list[float]:
    light_first = np.argsort(row, kind="stable")
    left_out = set() if dense else set(light_first[np.cumsum(row[light_first]) <= allowed].tolist())
    order = range(len(row)) if dense else light_first[::-1].tolist()
    inside = set(list(order)[:resident])
    return [NOT_READ if b in left_out else IN_HBM if b in inside else OVER_LINK for b in range(len(row))]


def _panel(key: str, label: str, dense: bool, left: int) -> Cells:
    return Cells(
        key=key,
        label=label,
        columns=tuple(Place(str(b + 1), {}) for b in range(BLOCKS)),
        rows=tuple(Place(f"seq {i}", {}) for i in (1, 2, 3)),
        value=Measured(
            key=f"panel-{key}",
            title=label,
            grid={r: SHARES, eps: BUDGETS},
            run=partial(seen, dense),
            how="42 blocks in 28 states; -1 not read, 0 over the link, 1 in HBM; nothing is random",
            source="three heads of the recorded model, the last step, 2048 tokens in 14 blocks",
        ),
        unit="1",
        grades=GRADES,
        written=False,
        left=left,
    )


NAMES = tuple(str(b + 1) if b in (0, 6, 13) else " " for b in range(BLOCKS))

RESIDENCY_PANELS_FIGURE = Figure(
    key="residency-panels",
    title="What one step reads: dense, and within a budget",
    x=Axis(low=Integer(0), high=Integer(2 * BLOCKS + 1), label="block", names=(*NAMES, " ", *NAMES)),
    y=Axis(low=Integer(0), high=Integer(4), label="sequence", names=("seq 3", "seq 2", "seq 1", "")),
    marks=(
        _panel("dense", "dense reads", True, 0),
        _panel("sparse", "reads within the budget", False, BLOCKS + 1),
        Label(key="dense-name", text="dense", x=Integer(7), y=Rational(7, 2)),
        Label(key="sparse-name", text="within the budget", x=BLOCKS + 1 + Integer(7), y=Rational(7, 2)),
    ),
    sliders=(
        Control(symbol=r, label="resident part", grid=SHARES, start=Rational(1, 2)),
        Control(symbol=eps, label="divergence budget", grid=BUDGETS, start=Rational(1, 10)),
    ),
    readouts=(),
    says=(
        Sentence(
            "Dense, all 42 blocks are read, and a part of {r} of each sequence is in HBM: which "
            "part makes no difference. With {epsilon} nats a head the lightest blocks are not read, and "
            "which blocks stay does matter."
        ),
    ),
    letters=SHORT,
    outside="Nothing is read",
)
