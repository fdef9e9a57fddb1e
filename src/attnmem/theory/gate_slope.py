"""The slope of the bounded gate vanishes at both ends and is largest where gamma s^2 - (gamma + 2) s + 1 = 0.

Bound    exact
Assumes  log decay = g_min * sigmoid(e^A z)
Limits   the slope of one step's decay; a loss sees the weight after many steps, which is another slope
Source   gate: arXiv 2607.24653
"""

from sympy import Integer, Rational, Symbol, exp, log, sqrt

from attnmem.proof.operations import Diff, Put, Solve
from attnmem.proof.record import Assumption, Derivation, Formula, Relation, Side, Step, Wrong
from attnmem.theory.decay_letters import LETTERS, REACHABLE, L, floor, scale, theta, z

s, depth = Symbol("s", positive=True), Symbol("depth", positive=True)
pulled = exp(scale) * z
share = 1 / (1 + exp(-pulled))
decay = Symbol("decay_value", positive=True)
step_slope = (
    -decay * log(decay) * (1 + log(decay) / 5)
)  # the same slope by the decay itself, for a floor of -5
slope_of_share = depth * s * (1 - s) * exp(-depth * s)

GATE_LOGIT = Formula(
    key="gate-logit-needed",
    title="Gate input for a wanted lifetime",
    expression=exp(-scale) * log(log(theta) / (L * floor - log(theta))),
    arguments=(L, theta, floor, scale),
    unit="1",
    side=Side.EXACT,
    conditions=(REACHABLE,),
    letters=LETTERS,
)

GATE_SLOPE_FORMULA = Formula(
    key="gate-slope",
    title="Slope of the decay in the gate's input",
    expression=floor * exp(scale) / (1 + exp(-pulled)) / (1 + exp(pulled)) * exp(floor / (1 + exp(-pulled))),
    arguments=(z, floor, scale),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

GATE_SLOPE_PEAK = Formula(
    key="gate-slope-peak",
    title="Share of the floor at which the decay's slope is steepest",
    expression=2 / (2 - floor + sqrt(floor**2 + 4)),
    arguments=(floor,),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

GATE_SLOPE = Derivation(
    key="gate-slope",
    title="The slope of a single step vanishes near one",
    chapter="decay",
    letters=LETTERS,
    assumes=(),
    steps=(
        Step(
            Solve(floor / (1 + exp(-pulled)) - log(theta) / L, z),
            Relation.EQ,
            GATE_LOGIT.expression,
            because="solving for the input at which the log decay is ln theta / L",
            assumes=(Assumption("the lifetime is longer than the floor's", REACHABLE),),
        ),
        Step(
            Diff(slope_of_share, s),
            Relation.EQ,
            depth * exp(-depth * s) * (depth * s**2 - (depth + 2) * s + 1),
            because="the derivative of the slope has the sign of a quadratic in the sigmoid's value",
        ),
        Step(
            Put(depth * s**2 - (depth + 2) * s + 1, {s: Integer(1)}),
            Relation.EQ,
            Integer(-1),
            because="putting in one: the quadratic is 1 at zero and -1 at one, so it has one root between",
        ),
        Step(
            Put(
                Solve(depth * s**2 - (depth + 2) * s + 1, s, root=0),
                {depth: -floor},
            ),
            Relation.EQ,
            GATE_SLOPE_PEAK.expression,
            because="solving for that root: rising before it, falling after it",
        ),
    ),
    states=Step(
        Diff(exp(floor * share), z),
        Relation.EQ,
        GATE_SLOPE_FORMULA.expression,
        because="the derivative of exp of the gate, factor by factor",
    ),
    formulas=(GATE_LOGIT, GATE_SLOPE_FORMULA, GATE_SLOPE_PEAK),
    limits="the slope of one step's decay; a loss sees the weight after many steps, which is another slope",
    source="gate: arXiv 2607.24653",
    wrong=(
        Wrong(
            Step(
                Put(10**4 * step_slope, {decay: Rational(1, 100) ** Rational(1, 10**6)}),
                Relation.LE,
                step_slope.xreplace({decay: Rational(99, 100)}),
                because="from a decay of 0.99 to a lifetime of a million tokens",
            ),
            "the gradient is four orders of magnitude smaller there",
            "article on fixed-state and sparse attention, section 2.4.2",
        ),
    ),
)
