"""In log lifetime the gate is well conditioned near one: a unit of input moves the lifetime by about e.

Bound    exact; and upper 1/e on the size of w ln w
Assumes  one gate input shared by all steps; both published gates
Limits   the pull on a weight dies on the short side, where no weight is left; see the witness
Source   own derivation; gates: arXiv 2607.24653 and arXiv 2510.26692
"""

from sympy import Integer, Symbol, exp, log, oo

from attnmem.proof.operations import Diff, Limit, Put
from attnmem.proof.record import Derivation, Formula, Relation, Side, Step, Wrong
from attnmem.theory.decay_letters import LETTERS, D, floor, scale, theta, z

far = Symbol("far", real=True)  # an input beyond the range of z
w, y = Symbol("w", positive=True), Symbol("y", nonnegative=True)
pulled = exp(scale) * z
bounded = floor / (1 + exp(-pulled))
softplus = -exp(scale) * log(1 + exp(z))
weight = exp(D * bounded)
rest = exp(scale) / (1 + exp(pulled))

GATE_LIFETIME_SLOPE = Formula(
    key="gate-lifetime-slope",
    title="Slope of the log lifetime in the input of the bounded gate; its floor cancels",
    expression=-rest,
    arguments=(z, floor, scale),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

GATE_LIFETIME_SLOPE_SOFTPLUS = Formula(
    key="gate-lifetime-slope-softplus",
    title="Slope of the log lifetime in the input of the softplus gate",
    expression=-1 / ((1 + exp(-z)) * log(1 + exp(z))),
    arguments=(z,),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

GATE_WEIGHT_SLOPE = Formula(
    key="gate-weight-slope",
    title="Slope of the weight at distance D in the gate's input",
    expression=rest * D * bounded * weight,
    arguments=(z, D, floor, scale),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

GATE_LIFETIME = Derivation(
    key="gate-lifetime",
    title="The long side is well conditioned",
    chapter="decay",
    letters=LETTERS,
    assumes=(),
    steps=(
        Step(
            Diff(weight, z),
            Relation.EQ,
            GATE_WEIGHT_SLOPE.expression,
            because="the derivative of the weight after D steps: the factor D that one step lacks",
        ),
        Step(
            Put(rest * w * log(w), {w: weight}),
            Relation.EQ,
            GATE_WEIGHT_SLOPE.expression,
            because="putting the weight in: the slope is w ln w, whatever the lifetime",
        ),
        Step(
            Integer(1) + y,
            Relation.LE,
            exp(y),
            because="equal at zero, and the exponential rises faster",
            attained={y: Integer(0)},
        ),
        Step(
            (1 - y) * exp(y),
            Relation.LE,
            Integer(1),
            because="one at zero, and falling from there",
            attained={y: Integer(0)},
        ),
        Step(
            Put(-w * log(w), {w: exp(-1 - y)}),
            Relation.LE,
            exp(-1),
            because="putting in weights below 1/e: the slope is largest at w = 1/e",
            attained={y: Integer(0)},
        ),
        Step(
            Put(-w * log(w), {w: exp(-1 + y)}),
            Relation.LE,
            exp(-1),
            because="putting in weights above 1/e: the slope is largest at w = 1/e",
            attained={y: Integer(0)},
        ),
        Step(
            Diff(log(log(theta) / softplus), z),
            Relation.EQ,
            GATE_LIFETIME_SLOPE_SOFTPLUS.expression,
            because="the derivative of the log lifetime under the softplus gate",
        ),
        Step(
            Limit(GATE_LIFETIME_SLOPE_SOFTPLUS.expression.xreplace({z: far}), far, -oo),
            Relation.EQ,
            Integer(-1),
            because="the limit at ever longer lifetimes",
        ),
        Step(
            Limit(1 / (1 + exp(pulled.xreplace({z: far}))), far, -oo),
            Relation.EQ,
            Integer(1),
            because="the limit of the bounded gate's factor at ever longer lifetimes",
        ),
    ),
    states=Step(
        Diff(log(log(theta) / bounded), z),
        Relation.EQ,
        GATE_LIFETIME_SLOPE.expression,
        because="the derivative of the log lifetime: the floor and the threshold cancel",
    ),
    formulas=(GATE_LIFETIME_SLOPE, GATE_LIFETIME_SLOPE_SOFTPLUS, GATE_WEIGHT_SLOPE),
    limits="the pull on a weight dies on the short side, where no weight is left; see the witness",
    source="own derivation; gates: arXiv 2607.24653 and arXiv 2510.26692",
    wrong=(
        Wrong(
            Step(
                Limit(GATE_LIFETIME_SLOPE_SOFTPLUS.expression.xreplace({z: far}), far, -oo),
                Relation.EQ,
                Integer(0),
                because="the slope of one step, taken for that of a lifetime",
            ),
            "near a decay of one the gradient vanishes",
            "article on fixed-state and sparse attention, section 2.4.2",
        ),
    ),
)
