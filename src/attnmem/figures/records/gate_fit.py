"""Which starts learn a far dependency: gradient descent from too slow and too fast, and the pull it feels."""

from collections.abc import Mapping
from math import log

from sympy import Integer, Rational, Symbol

from attnmem.compile import to_numpy
from attnmem.core.gates import bounded_gate
from attnmem.figures.controls import Control
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Line, Rule, Trials
from attnmem.figures.measured import Measured, Seen
from attnmem.symbols import Scale
from attnmem.theory.decay_letters import LETTERS, L, floor, r, scale, steps, theta
from attnmem.theory.gate_pull import GATE_PULL, GATE_START_WEIGHT
from attnmem.theory.gate_slope import GATE_LOGIT
from attnmem.witnesses.decay import attempts

FLOOR = -5
DISTANCES, LENGTHS = (100.0, 10_000.0, 1_000_000.0), (100.0, 400.0, 1600.0)
OFFSETS = tuple(range(-8, 6))
HALF = Rational(1, 2)


def trained(state: Mapping[Symbol, float]) -> tuple[Seen, ...]:
    """What each start keeps of the token after training; its place is how much too fast it faded at first."""
    distance = int(state[L])
    needed = float(to_numpy(GATE_LOGIT.expression, GATE_LOGIT.arguments)(distance, 0.5, FLOOR, 0.0))
    runs = attempts(bounded_gate(lowest=FLOOR), needed, OFFSETS, distance=distance, steps=int(state[steps]))
    return tuple(Seen(log(run.first_weight) / log(0.5), run.last_weight) for run in runs)


TRAINED = Measured(
    key="trained",
    title="Gradient descent on a gate",
    grid={L: DISTANCES, steps: LENGTHS},
    run=trained,
    how="nothing is random, so one run a start",
    source="the bounded gate, squared error against one half, rate 2",
)

GATE_FIT_FIGURE = Figure(
    key="gate-fit",
    title="From which starts a gate learns to keep half of a token",
    x=Axis(
        symbol=r,
        low=Rational(1, 5000),
        high=Integer(200),
        label="fades r times too fast at the start",
        scale=Scale.LOG10,
    ),
    y=Axis(low=Rational(-1, 25), high=Rational(26, 25), label="weight at distance L"),
    marks=(
        Rule(key="goal", label="wanted: one half", direction="y", at=HALF),
        Line(key="before", label="before training", y=GATE_START_WEIGHT, series=1),
        Line(key="pull", label="pull on the gate", y=GATE_PULL, series=3),
        Trials(key="after", label="after training (measured)", table=TRAINED, series=2),
    ),
    sliders=(
        Control(symbol=L, label="distance", grid=DISTANCES, start=Integer(10**6)),
        Control(symbol=steps, label="training steps", grid=LENGTHS, start=Integer(400)),
    ),
    fixed={theta: HALF, floor: Integer(FLOOR), scale: Integer(0)},
    readouts=(
        Readout(key="needed", label="gate input that keeps half", value=GATE_LOGIT, unit="1"),
        Readout(
            key="slow", label="pull, 100 times too slow", value=GATE_PULL, unit="1", at={r: Rational(1, 100)}
        ),
        Readout(
            key="fast", label="pull, 100 times too fast", value=GATE_PULL, unit="1", at={r: Integer(100)}
        ),
    ),
    says=(
        Sentence(
            "Each dot is one gate after {N} steps of gradient descent towards keeping half of a token over "
            "{L} tokens. A start that fades 100 times too slowly feels a pull of {slow}, one that fades "
            "100 times too fast a pull of {fast}."
        ),
    ),
    letters=LETTERS,
    outside="A token that does not fade is never forgotten",
)
