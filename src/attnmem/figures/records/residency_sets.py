"""How many sequences HBM holds, the link sustains and the compute hides, by what stays resident."""

from sympy import Integer, Rational

from attnmem.figures.controls import Control
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Line, Points
from attnmem.figures.records.residency_models import MODELS
from attnmem.symbols import Scale
from attnmem.symbols.quantity import slider
from attnmem.theory.residency_decode_set import DECODE_SET
from attnmem.theory.residency_letters import SHORT, B, C, K, N, T, c, eps, r, s, slack, step
from attnmem.theory.residency_table import (
    CAPACITY_LOAD,
    CAPACITY_SET,
    HIDING_LOAD,
    HIDING_SET,
    LATENCY_LOAD,
    LINK_LOAD,
)

CHUNKS = Integer(32)
MACHINE = (
    Control(symbol=C, label="HBM for keys and values"),
    Control(symbol=B, label="link to the lower tier"),
    Control(symbol=K, label="one sequence"),
    Control(symbol=T, label="compute per step"),
    Control(symbol=step, label="time promised per token"),
)
READ = Control(symbol=s, label="part of its blocks that each reads")
BUDGET = Control(symbol=eps, label="divergence budget", range=slider(0, 2, 0))

RESIDENCY_SETS_FIGURE = Figure(
    key="residency-sets",
    title="How many sequences can decode",
    x=Axis(symbol=r, low=Integer(0), high=Integer(1), label="resident part r of each sequence"),
    y=Axis(low=Rational(1, 4), high=Integer(4096), label="sequences", scale=Scale.LOG2),
    marks=(
        Line(key="capacity", label="HBM holds", y=CAPACITY_SET, series=1),
        Line(key="link", label="link sustains", y=DECODE_SET, series=2),
        Line(key="hiding", label="transfers hide", y=HIDING_SET, series=3),
        Points(key="here", label="The plan", places=((r, N),), series=4),
    ),
    sliders=(
        Control(symbol=N, label="sequences"),
        Control(symbol=r, label="resident part", start=Rational(24, 25)),
        *MACHINE,
    ),
    presets=MODELS,
    fixed={c: CHUNKS, slack: Integer(0), eps: Integer(0), s: Integer(1)},
    readouts=(
        Readout(key="hbm", label="HBM used, of 1", value=CAPACITY_LOAD, unit="1"),
        Readout(key="carried", label="link used, of 1", value=LINK_LOAD, unit="1"),
        Readout(key="hidden", label="transfer over compute", value=HIDING_LOAD, unit="1"),
        Readout(key="late", label="token time over promise", value=LATENCY_LOAD, unit="1"),
        Readout(key="held", label="HBM holds", value=CAPACITY_SET, unit="sequences"),
        Readout(key="sustained", label="link sustains", value=DECODE_SET, unit="sequences"),
    ),
    says=(
        Sentence(
            "Capacity holds.",
            "Capacity is broken: HBM holds {held}.",
            when=(CAPACITY_LOAD, Integer(1)),
        ),
        Sentence(
            "Link and sustainability hold.",
            "Link and sustainability are broken: the link sustains {sustained}.",
            when=(LINK_LOAD, Integer(1)),
        ),
        Sentence(
            "Transfers hide.",
            "Transfers do not hide: they take {hidden} times the compute.",
            when=(HIDING_LOAD, Integer(1)),
        ),
        Sentence(
            "Tokens come in time.",
            "Tokens come late, after {late} times the time promised.",
            when=(LATENCY_LOAD, Integer(1)),
        ),
    ),
    letters=SHORT,
    outside="All that is read stays in HBM, so nothing has to move",
)
