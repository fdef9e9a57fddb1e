"""Step after step: what computes, what comes over the link behind it, and what has to be waited for."""

from sympy import Integer, Rational

from attnmem.figures.controls import Control
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Bars
from attnmem.figures.records.residency_models import MODELS
from attnmem.figures.records.residency_sets import BUDGET, CHUNKS, READ
from attnmem.theory.residency_letters import SHORT, B, C, K, N, T, c, r, step
from attnmem.theory.residency_table import CAPACITY_LOAD, LATENCY_LOAD
from attnmem.theory.residency_timeline import FILLED_SHARE, HIDDEN_TIME, LINK_TIME, TOKEN_TIME, WAITING

FILLED = {r: FILLED_SHARE.expression}
STEPS = 32  # bars of each lane, as many as the shortest compute leaves room for
PROMISED, LINK, COMPUTE = Integer(0), Integer(1), Integer(2)
THIN, EDGE = Rational(7, 20), Rational(1, 10)

RESIDENCY_TIMELINE_FIGURE = Figure(
    key="residency-timeline",
    title="Transfers behind compute, step after step",
    x=Axis(low=Integer(0), high=Rational(1, 4), label="time", unit="s"),
    y=Axis(low=Integer(0), high=Integer(3), label="what is busy", names=("promise", "link", "compute")),
    marks=(
        Bars(
            key="computes",
            label="computes",
            start=Integer(0),
            stop=T,
            every=TOKEN_TIME,
            times=STEPS,
            low=COMPUTE + EDGE,
            high=COMPUTE + 1 - EDGE,
            series=1,
            at=FILLED,
        ),
        Bars(
            key="hidden",
            label="carries, hidden",
            start=Integer(0),
            stop=HIDDEN_TIME,
            every=TOKEN_TIME,
            times=STEPS,
            low=LINK + EDGE,
            high=LINK + 1 - EDGE,
            series=3,
            at=FILLED,
        ),
        Bars(
            key="waits",
            label="carries on, step waits",
            start=T,
            stop=TOKEN_TIME,
            every=TOKEN_TIME,
            times=STEPS,
            low=LINK + EDGE,
            high=COMPUTE + 1 - EDGE,
            series=2,
            at=FILLED,
        ),
        Bars(
            key="promised",
            label="promised per token",
            start=Integer(0),
            stop=step,
            every=step,
            times=STEPS,
            low=PROMISED + THIN,
            high=PROMISED + 1 - THIN,
            series=6,
        ),
    ),
    sliders=(
        Control(symbol=N, label="sequences"),
        Control(symbol=C, label="HBM for keys and values", start=Integer(123 * 2**29)),
        Control(symbol=B, label="link to the lower tier"),
        Control(symbol=K, label="one sequence"),
        Control(symbol=T, label="compute per step"),
        Control(symbol=step, label="time promised per token"),
        READ,
        BUDGET,
    ),
    presets=MODELS,
    fixed={c: CHUNKS},
    readouts=(
        Readout(key="stays", label="part that stays in HBM", value=FILLED_SHARE, unit="1"),
        Readout(key="carried", label="link needs", value=LINK_TIME, unit="s", at=FILLED),
        Readout(key="hidden-part", label="of it hidden", value=HIDDEN_TIME, unit="s", at=FILLED),
        Readout(key="waiting", label="step waits", value=WAITING, unit="s", at=FILLED),
        Readout(key="token", label="token to token", value=TOKEN_TIME, unit="s", at=FILLED),
        Readout(key="late", label="token time over promise", value=LATENCY_LOAD, unit="1", at=FILLED),
    ),
    says=(
        Sentence(
            "A part of {stays} of each sequence stays in HBM; what is read besides comes over the link.",
            "HBM has no room even for what is on its way.",
            when=(CAPACITY_LOAD, Integer(1)),
            at={r: Integer(0)},
        ),
        Sentence(
            "The link needs {carried} a step, and all of it hides behind the compute.",
            "The link needs {carried} a step: {hidden-part} hide behind the compute, {waiting} do not.",
            when=(LINK_TIME, T),
            at=FILLED,
        ),
        Sentence(
            "A token takes {token}, within the promise.",
            "A token takes {token}, longer than promised.",
            when=(TOKEN_TIME, step),
            at=FILLED,
        ),
    ),
    letters=SHORT,
    outside="Nothing is read",
)
