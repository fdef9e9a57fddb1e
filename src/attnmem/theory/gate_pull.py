"""Fading r times too fast leaves theta^r: the pull back falls like r for small r, like theta^r for large r.

Bound    exact; and lower on the slow side, attained at the wanted lifetime
Assumes  the gate keeps theta of a token over the wanted distance when r = 1; one input shared by all steps
Limits   in units of ln r; near a decay of one the gates turn a unit of input into e^A of these, or into one
Source   own derivation
"""

from sympy import Integer, Symbol, exp, log

from attnmem.proof.operations import Diff, Put
from attnmem.proof.record import Derivation, Formula, Relation, Side, Step
from attnmem.theory.decay_letters import LETTERS, r, theta

y, x = Symbol("y", real=True), Symbol("x", real=True)
nats, slow = Symbol("nats", positive=True), Symbol("slow", nonnegative=True)
pull = -exp(y) * log(theta) * theta ** exp(y)

GATE_START_WEIGHT = Formula(
    key="gate-start-weight",
    title="Weight left at the wanted distance when fading r times too fast",
    expression=theta**r,
    arguments=(r, theta),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

GATE_PULL = Formula(
    key="gate-pull",
    title="Size of the weight's slope in the logarithm of the fading",
    expression=-r * theta**r * log(theta),
    arguments=(r, theta),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

GATE_PULL_DERIVATION = Derivation(
    key="gate-pull",
    title="Fading too fast is not corrected",
    chapter="decay",
    letters=LETTERS,
    assumes=(),
    steps=(
        Step(
            Put(exp(x), {x: r * log(theta)}),
            Relation.EQ,
            GATE_START_WEIGHT.expression,
            because="putting r times the wanted log weight in: the weight to the power of r",
        ),
        Step(
            Diff(-(theta ** exp(y)), y),
            Relation.EQ,
            pull,
            because="the derivative of that weight in the logarithm of r, without its sign",
        ),
        Step(
            Put(pull, {y: log(r)}),
            Relation.EQ,
            GATE_PULL.expression,
            because="putting r back in",
        ),
        Step(
            exp(-nats / (1 + slow)),
            Relation.GE,
            exp(-nats),
            because="too slow by 1 + slow: the weight is at least the wanted one, "
            "so the pull is at least r times the wanted pull",
            attained={slow: Integer(0)},
        ),
    ),
    states=Step(
        Diff(log(pull), y),
        Relation.EQ,
        1 + exp(y) * log(theta),
        because="the derivative of the logarithm of the pull: one power of r while slow, and -r |ln theta| "
        "powers when fast",
    ),
    formulas=(GATE_START_WEIGHT, GATE_PULL),
    limits="in units of ln r; near one the gates turn a unit of input into e^A of these, or into one",
    source="own derivation",
)
