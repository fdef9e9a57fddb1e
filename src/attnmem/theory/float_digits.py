"""A lifetime keeps log10(d(1 - d - h)/h) digits if its decay is rounded by h; its logarithm keeps log10(1/u).

Bound    lower, on the decimal digits that are sure to be right
Assumes  round to nearest, half a step is h = 2^-(p+1), u = 2^-p; the logarithm is a normal number
Limits   sure for every lifetime: at a single one rounding may do better; below zero, no digit
Source   own derivation
"""

from sympy import Expr, Integer, Symbol, log

from attnmem.proof.operations import Put
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.float_letters import LETTERS, L, d, p, theta

moved, odds = Symbol("moved", nonnegative=True), Symbol("odds", nonnegative=True)
change, rate, half, kept, error, edge, above = (
    Symbol(name, positive=True) for name in ("change", "rate", "half", "kept", "error", "edge", "above")
)
loss = 1 - theta ** (1 / L)
half_step = 2 ** (-p) / 2


def _digits(error: Expr) -> Expr:
    return -log(error) / log(10)


LEFT = Condition(half_step, True, theta ** (1 / L))
SOME_LEFT = Assumption("half a step is less than what a token keeps", LEFT)

FLOAT_ERROR = Formula(
    key="float-lifetime-error",
    title="Largest relative error of the fading per token after rounding the decay",
    expression=half_step / (loss * (1 - loss - half_step)),
    arguments=(L, theta, p),
    unit="1",
    side=Side.UPPER,
    conditions=(LEFT,),
    letters=LETTERS,
)

FLOAT_DIGITS = Formula(
    key="float-digits",
    title="Digits of a lifetime that are right when the decay is stored",
    expression=_digits(FLOAT_ERROR.expression),
    arguments=(L, theta, p),
    unit="digits",
    side=Side.LOWER,
    conditions=(LEFT,),
    letters=LETTERS,
)

FLOAT_LOG_DIGITS = Formula(
    key="float-log-digits",
    title="Digits of a lifetime that are right when the logarithm of the decay is stored",
    expression=p * log(2) / log(10),
    arguments=(p,),
    unit="digits",
    side=Side.LOWER,
    letters=LETTERS,
)

FLOAT_DIGITS_DERIVATION = Derivation(
    key="float-digits",
    title="Right digits left of a lifetime",
    chapter="precision",
    letters=LETTERS,
    assumes=(),
    steps=(
        Step(
            log(1 + moved),
            Relation.LE,
            moved,
            because="equal at zero, and the logarithm rises more slowly",
            attained={moved: Integer(0)},
        ),
        Step(
            Put(log(1 + moved), {moved: half / kept}),
            Relation.EQ,
            log((kept + half) / kept),
            because="putting in a decay rounded down by half a step to what is kept: so much faster it fades",
        ),
        Step(
            log(1 + odds),
            Relation.GE,
            odds / (1 + odds),
            because="equal at zero, and the quotient rises more slowly: the fading per token is at least d",
            attained={odds: Integer(0)},
        ),
        Step(
            Put(odds / (1 + odds), {odds: d / (1 - d)}),
            Relation.EQ,
            d,
            because="putting the odds of a loss d in",
        ),
        Step(
            Put(change / rate, {change: half / (1 - d - half), rate: d}),
            Relation.EQ,
            half / (d * (1 - d - half)),
            because="putting in the largest change and the smallest fading: the largest relative error",
            assumes=(Assumption("half a step is less than what is kept", Condition(half, True, 1 - d)),),
        ),
        Step(
            (edge * half) / (edge + above),
            Relation.LE,
            half,
            because="a normal logarithm is at least the edge of its binade, whose half step is that share",
        ),
        Step(
            Put(_digits(error), {error: 2 ** (-p)}),
            Relation.EQ,
            FLOAT_LOG_DIGITS.expression,
            because="putting in one round-off, the largest relative error of a normal number",
        ),
        Step(
            Put(half / (d * (1 - d - half)), {half: half_step, d: loss}),
            Relation.EQ,
            FLOAT_ERROR.expression,
            because="putting half a step below one and the loss for a wanted lifetime in",
            assumes=(SOME_LEFT,),
        ),
    ),
    states=Step(
        Put(_digits(error), {error: FLOAT_ERROR.expression}),
        Relation.EQ,
        FLOAT_DIGITS.expression,
        because="putting the largest error in, as decimal digits",
        assumes=(SOME_LEFT,),
    ),
    formulas=(FLOAT_DIGITS, FLOAT_LOG_DIGITS, FLOAT_ERROR),
    limits="sure for every lifetime: at a single one rounding may do better; below zero, no digit",
    source="own derivation",
)
