"""How often a search finds its needle, by the needle's gate margin: measured in the map, and promised."""

from collections.abc import Mapping

from sympy import Integer, Rational, Symbol

from attnmem.core.pooling import Pooling
from attnmem.figures.controls import Control, Preset
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Line, Points, Rule, Trials
from attnmem.figures.measured import Measured, Seen
from attnmem.symbols.quantity import slider
from attnmem.theory.pool_letters import LETTERS, c, g, m, n
from attnmem.theory.pool_search import POOL_DISTANCE, POOL_RECALL
from attnmem.witnesses.pool import needle_recall

SLOTS = 2048
TRIALS = 200
SEED = 1
WINDOWS, WIDTHS = (8.0, 128.0), (128.0, 512.0)
MARGINS = tuple(i / 4 for i in range(9))
POOLED = "arXiv 2606.19348"


def found_needles(state: Mapping[Symbol, float]) -> tuple[Seen, ...]:
    """The share of needles found at each margin, with two standard errors either way."""
    pooling = Pooling(key="needle", window=int(state[m]), series=1, width=int(state[c]))
    seen = needle_recall(MARGINS, slots=SLOTS, pooling=pooling, trials=TRIALS, seed=SEED)
    return tuple(
        Seen(margin, each.value, max(0.0, each.value - 2 * each.error), min(1.0, each.value + 2 * each.error))
        for margin, each in zip(MARGINS, seen, strict=True)
    )


NEEDLES = Measured(
    key="needles",
    title=f"Needles among {SLOTS} slots",
    grid={m: WINDOWS, c: WIDTHS},
    run=found_needles,
    how=f"{TRIALS} trials, seed {SEED}",
    spread="two standard errors either way",
    source="normal tokens sent through the pooling map",
)

POOL_RECALL_FIGURE = Figure(
    key="pool-recall",
    title="How often a search finds the pooled token",
    x=Axis(
        symbol=g,
        low=Rational(-1, 20),
        high=Rational(41, 20),
        label="gate margin g of the wanted token",
        unit="nats",
    ),
    y=Axis(low=Rational(-1, 25), high=Rational(26, 25), label="share of searches that find it"),
    marks=(
        Line(key="promised", label="at least (formula)", y=POOL_RECALL, series=1),
        Trials(key="found", label="found (measured)", table=NEEDLES, series=2),
        Rule(key="margin", label="chosen margin", at=g),
        Points(key="here", label="The promise", places=((g, POOL_RECALL),), series=1),
    ),
    sliders=(
        Control(symbol=m, label="tokens in a slot", grid=WINDOWS, start=Integer(128)),
        Control(symbol=c, label="channels", grid=WIDTHS, start=Integer(512)),
        Control(symbol=g, label="gate margin", range=slider(0, 2, 1)),
    ),
    presets=(
        Preset("HCA", {m: Integer(128), c: Integer(512)}, POOLED),
        Preset("CSA, both series", {m: Integer(8), c: Integer(512)}, POOLED),
        Preset("CSA indexer", {m: Integer(8), c: Integer(128)}, POOLED),
    ),
    fixed={n: Integer(SLOTS)},
    readouts=(
        Readout(key="promise", label="found, at least", value=POOL_RECALL, unit="1"),
        Readout(key="gap", label="gap to another slot, in deviations", value=POOL_DISTANCE, unit="1"),
    ),
    says=(
        Sentence(
            f"Among {SLOTS} slots of {{m}} tokens and {{c}} channels, a token with a gate margin of {{g}} "
            "nats scores {gap} standard deviations above another slot."
        ),
        Sentence(
            "At least a share of {promise} of the searches finds it.",
            "At least 999 of 1000 searches find it.",
            when=(POOL_RECALL, Rational(999, 1000)),
        ),
    ),
    letters=LETTERS,
    outside="There is nothing to search",
)
