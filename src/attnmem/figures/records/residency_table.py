"""The constraint table alive: six constraints, each from slack to broken, by the size of the decode set.

Quality of service has two columns: a small decode set keeps newcomers waiting, a large one everybody.
"""

from sympy import Integer, Rational

from attnmem.figures.controls import Control
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Cells, Grade, Place, Value
from attnmem.figures.records.residency_models import MODELS
from attnmem.figures.records.residency_sets import BUDGET, CHUNKS, MACHINE, READ
from attnmem.theory.residency_balance import BALANCED_SHARE, SERVED
from attnmem.theory.residency_first_token import FIRST_LOAD, FIRST_TOKEN
from attnmem.theory.residency_hiding import HIDING_SHARE
from attnmem.theory.residency_letters import SHORT, D, F, L, N, c, r, slack
from attnmem.theory.residency_table import CAPACITY_LOAD, HIDING_LOAD, LATENCY_LOAD, LINK_LOAD

COUNTS = (1, 2, 4, 8, 16, 32, 64)
GRADES = (
    Grade("slack", Rational(9, 10)),
    Grade("binding", Integer(1)),
    Grade("broken", Integer(10**15), alarm=True),
)
CONSTRAINTS: tuple[tuple[str, str, Value], ...] = (
    ("correct", "correctness", Integer(1)),
    ("HBM", "capacity", CAPACITY_LOAD),
    ("link", "link", LINK_LOAD),
    ("mean", "sustainability", LINK_LOAD),
    ("hide", "hiding", HIDING_LOAD),
    ("first", "first token", FIRST_LOAD),
    ("token", "token time", LATENCY_LOAD),
)


def _column(left: int, key: str, label: str, value: Value) -> Cells:
    return Cells(
        key=key,
        label=label,
        columns=(Place(label, {}),),
        rows=tuple(Place(str(count), {N: Integer(count)}) for count in COUNTS),
        value=value,
        unit="1",
        grades=GRADES,
        digits=2,
        left=left,
    )


RESIDENCY_TABLE_FIGURE = Figure(
    key="residency-table",
    title="The constraint table, by the size of the decode set",
    x=Axis(
        low=Integer(0),
        high=Integer(len(CONSTRAINTS)),
        label="constraint: used part of its limit",
        names=tuple(name for name, _, _ in CONSTRAINTS),
    ),
    y=Axis(
        low=Integer(0),
        high=Integer(len(COUNTS)),
        label="sequences",
        names=tuple(str(count) for count in reversed(COUNTS)),
    ),
    marks=tuple(_column(left, label, label, value) for left, (_, label, value) in enumerate(CONSTRAINTS)),
    sliders=(
        Control(symbol=r, label="resident part", start=Rational(24, 25)),
        *MACHINE,
        READ,
        BUDGET,
        Control(symbol=D, label="first token promised after"),
        Control(symbol=F, label="prefill"),
        Control(symbol=L, label="answer"),
    ),
    presets=MODELS,
    fixed={c: CHUNKS, slack: Integer(0)},
    readouts=(
        Readout(key="served", label="HBM and link together, at most", value=SERVED, unit="sequences"),
        Readout(key="balanced", label="resident part that fills both", value=BALANCED_SHARE, unit="1"),
        Readout(
            key="hides",
            label="resident part that hides 16 sequences",
            value=HIDING_SHARE,
            unit="1",
            at={N: Integer(16)},
        ),
        Readout(
            key="first-of-16",
            label="first token with 16 sequences, at most",
            value=FIRST_TOKEN,
            unit="s",
            at={N: Integer(16)},
        ),
    ),
    says=(
        Sentence(
            "Lossless, HBM and the link together serve at most {served}, with a part of {balanced} resident. "
            "Correctness has no slack: without a budget every read block is there, with one it is spent. "
            "Quality of service has two columns: with few places newcomers wait, with many every token does."
        ),
    ),
    letters=SHORT,
    outside="Nothing is read",
)
