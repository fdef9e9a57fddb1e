"""A sigmoid computed as tanh(x/2)/2 + 1/2 has steps of 2^-(p+1) near zero, and ends at one lifetime.

Bound    exact
Assumes  tanh is rounded correctly; the half and the sum are exact or rounded to nearest
Limits   a hardware tanh with a larger error blurs more
Source   own derivation; the form: FlashKDA
"""

from sympy import Symbol, exp, log

from attnmem.proof.operations import Put, Solve
from attnmem.proof.record import Derivation, Formula, Relation, Side, Step
from attnmem.theory.float_letters import LETTERS, L, floor, p, theta

x, tangent = Symbol("x", real=True), Symbol("tangent", real=True)
s, step = Symbol("s", positive=True), Symbol("step", positive=True)
plus = exp(x / 2)
minus = exp(-x / 2)

SIGMOID_STEP = Formula(
    key="sigmoid-tanh-step",
    title="Step of the log decay when its sigmoid comes from tanh",
    expression=-floor * 2 ** (-p - 1),
    arguments=(p, floor),
    unit="nats per token",
    side=Side.EXACT,
    letters=LETTERS,
)

SIGMOID_LIFETIME = Formula(
    key="sigmoid-tanh-lifetime",
    title="Lifetime past which a sigmoid from tanh is zero",
    expression=2 ** (p + 2) * log(theta) / floor,
    arguments=(p, theta, floor),
    unit="tokens",
    side=Side.EXACT,
    letters=LETTERS,
)

SIGMOID_TANH = Derivation(
    key="sigmoid-tanh",
    title="A sigmoid from tanh ends early",
    chapter="precision",
    letters=LETTERS,
    assumes=(),
    steps=(
        Step(
            Put((1 + tangent) / 2, {tangent: (plus - minus) / (plus + minus)}),
            Relation.EQ,
            1 / (1 + exp(-x)),
            because="putting tanh(x/2) in as a quotient of exponentials: the form is exact before rounding",
        ),
        Step(
            Put(step / 2, {step: 2 ** (-p)}),
            Relation.EQ,
            2 ** (-p - 1),
            because="putting in the step of tanh just inside minus one: half of it is the sigmoid's",
        ),
        Step(
            Put(-floor * s, {s: 2 ** (-p - 1)}),
            Relation.EQ,
            SIGMOID_STEP.expression,
            because="putting one step of the sigmoid into the log decay",
        ),
        Step(
            Solve(2 * s - step / 2, s),
            Relation.EQ,
            step / 4,
            because="solving for the sigmoid at which 1 + tanh is half a step, and tanh rounds to minus one",
        ),
    ),
    states=Step(
        Put(Solve(L * floor * s - log(theta), L), {s: 2 ** (-p) / 4}),
        Relation.EQ,
        SIGMOID_LIFETIME.expression,
        because="solving for the lifetime at that value: longer ones get no decay at all",
    ),
    formulas=(SIGMOID_STEP, SIGMOID_LIFETIME),
    limits="a hardware tanh with a larger error blurs more",
    source="own derivation; the form: FlashKDA",
)
