"""The gap between kept and dropped scores bounds what a query loses; a budget needs a gap."""

from sympy import Integer, Rational

from attnmem.figures.controls import Control, Preset
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Line, Points, Rule, Span
from attnmem.symbols import Scale
from attnmem.theory.topk_budget import GAP_NEEDED, TAIL_BUDGET
from attnmem.theory.topk_gap import KL_GAP, TAIL_GAP
from attnmem.theory.topk_letters import LETTERS, budget, gap, k, n

SPARSE = "arXiv 2606.19348"
RECORDED = "the middle of 270 recorded heads at a budget of 0.01"

TOPK_GAP_FIGURE = Figure(
    key="topk-gap",
    title="What keeping k of n keys can cost",
    x=Axis(
        symbol=gap,
        low=Integer(0),
        high=Integer(20),
        label="gap Δ between kept and dropped scores",
        unit="nats",
    ),
    y=Axis(low=Rational(1, 10**6), high=Integer(20), label="upper bound", scale=Scale.LOG10),
    marks=(
        Span(key="guaranteed", label="budget guaranteed", low=GAP_NEEDED),
        Rule(key="budget", label="budget ε", direction="y", at=budget),
        Line(key="kl", label="divergence, nats", y=KL_GAP, series=1),
        Line(key="tail", label="dropped mass", y=TAIL_GAP, series=2),
        Points(key="here", label="The divergence bound", places=((gap, KL_GAP),), series=1),
    ),
    sliders=(
        Control(symbol=n, label="keys that compete"),
        Control(symbol=k, label="keys kept"),
        Control(symbol=gap, label="gap, kept to dropped"),
        Control(symbol=budget, label="divergence budget"),
    ),
    presets=(
        Preset("DeepSeek-V4-Pro", {n: Integer(262144), k: Integer(1024)}, SPARSE),
        Preset("DeepSeek-V4-Flash", {n: Integer(262144), k: Integer(512)}, SPARSE),
        Preset("DeepSeek-V3.2", {n: Integer(131072), k: Integer(2048)}, "arXiv 2512.02556"),
        Preset("recorded head", {n: Integer(2048), k: Integer(118), gap: Rational(10, 1024)}, RECORDED),
    ),
    readouts=(
        Readout(key="divergence", label="divergence, at most", value=KL_GAP, unit="nats"),
        Readout(key="dropped", label="dropped mass, at most", value=TAIL_GAP, unit="1"),
        Readout(key="needed", label="gap that guarantees the budget", value=GAP_NEEDED, unit="nats"),
        Readout(key="allowed", label="dropped mass the budget allows", value=TAIL_BUDGET, unit="1"),
    ),
    says=(
        Sentence(
            "Keeping {k} of {n} keys with a gap of {Delta} nats costs at most {divergence} of divergence."
        ),
        Sentence(
            "That is within the budget of {epsilon} nats, which every gap from {needed} up guarantees.",
            "That is not enough for the budget of {epsilon} nats, which needs a gap of {needed}.",
            when=(KL_GAP, budget),
        ),
    ),
    letters=LETTERS,
    outside="Nothing is dropped, so nothing is lost and there is nothing to bound",
)
