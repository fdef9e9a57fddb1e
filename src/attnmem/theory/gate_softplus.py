"""The softplus gate has no floor; its single-step slope vanishes near one just as the bounded gate's does.

Bound    exact
Assumes  log decay = -e^A * ln(1 + e^z)
Limits   the slope of one step's decay; a loss sees the weight after many steps, which is another slope
Source   gate: arXiv 2510.26692
"""

from sympy import Integer, Symbol, exp, log, oo

from attnmem.proof.operations import Diff, Limit, Solve
from attnmem.proof.record import Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.decay_letters import LETTERS, L, scale, theta, z

# The log decay of an input of 32, past which no gate is fed.
far = Symbol("far", real=True)  # an input beyond the range of z
WITHIN_REACH = Condition(-log(theta), False, 32 * L * exp(scale))

softplus = -exp(scale) * log(1 + exp(z))

GATE_SOFTPLUS_LOGIT = Formula(
    key="gate-softplus-logit-needed",
    title="Input of the softplus gate for a wanted lifetime",
    expression=log(exp(-log(theta) * exp(-scale) / L) - 1),
    arguments=(L, theta, scale),
    unit="1",
    side=Side.EXACT,
    conditions=(WITHIN_REACH,),
    letters=LETTERS,
)

GATE_SOFTPLUS_SLOPE = Formula(
    key="gate-softplus-slope",
    title="Slope of the decay in the input of the softplus gate",
    expression=-exp(scale) / (1 + exp(-z)) * exp(softplus),
    arguments=(z, scale),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

GATE_SOFTPLUS = Derivation(
    key="gate-softplus",
    title="A gate without a floor",
    chapter="decay",
    letters=LETTERS,
    assumes=(),
    steps=(
        Step(
            Solve(softplus - log(theta) / L, z),
            Relation.EQ,
            GATE_SOFTPLUS_LOGIT.expression,
            because="solving for the input at which the log decay is ln theta / L",
        ),
        Step(
            Limit(softplus.xreplace({z: far}), far, -oo),
            Relation.EQ,
            Integer(0),
            because="the limit of the log decay on the left: nothing is forgotten",
        ),
    ),
    states=Step(
        Diff(exp(softplus), z),
        Relation.EQ,
        GATE_SOFTPLUS_SLOPE.expression,
        because="the derivative of exp of the gate, factor by factor",
    ),
    formulas=(GATE_SOFTPLUS_LOGIT, GATE_SOFTPLUS_SLOPE),
    limits="the slope of one step's decay; a loss sees the weight after many steps, which is another slope",
    source="gate: arXiv 2510.26692",
)
