"""Rounding alpha blurs a lifetime by half a step of 1 - alpha; rounding ln alpha, by one round-off.

Bound    upper, on the ratio of the lifetime that comes out to the wanted one
Assumes  round to nearest; the logarithm stays a normal number of the format
Limits   FP8 formats flush the logarithm of a long lifetime to zero: it is not normal there
Source   own derivation
"""

from sympy import Integer, Symbol, log

from attnmem.proof.operations import Put
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.float_letters import LETTERS, d, p

odds, above = Symbol("odds", nonnegative=True), Symbol("above", nonnegative=True)
nats, exact, stored, edge, u = (
    Symbol(name, positive=True) for name in ("nats", "exact", "stored", "edge", "u")
)

APART = Condition(2 ** (-p) / 2, True, d)

FLOAT_LIFETIME_RATIO = Formula(
    key="float-lifetime-ratio",
    title="Largest ratio of lifetimes after rounding the decay",
    expression=d / ((1 - d) * (d - 2 ** (-p) / 2)),
    arguments=(d, p),
    unit="1",
    side=Side.UPPER,
    conditions=(APART,),
    letters=LETTERS,
)

FLOAT_LOG_RATIO = Formula(
    key="float-log-lifetime-ratio",
    title="Largest ratio of lifetimes after rounding the logarithm of the decay",
    expression=1 + 2 ** (-p),
    arguments=(p,),
    unit="1",
    side=Side.UPPER,
    letters=LETTERS,
)

FLOAT_ROUNDING = Derivation(
    key="float-rounding",
    title="Store the logarithm, not the decay",
    chapter="precision",
    letters=LETTERS,
    assumes=(),
    steps=(
        Step(
            log(1 + odds),
            Relation.LE,
            odds,
            because="equal at zero, and the logarithm rises more slowly: the log decay is at most d/(1 - d)",
            attained={odds: Integer(0)},
        ),
        Step(
            log(1 + odds),
            Relation.GE,
            odds / (1 + odds),
            because="equal at zero, and the quotient rises more slowly: the log decay is at least d",
            attained={odds: Integer(0)},
        ),
        Step(
            Put(odds / (1 + odds), {odds: d / (1 - d)}),
            Relation.EQ,
            d,
            because="putting the odds of a loss d in",
        ),
        Step(
            Put(exact / stored, {exact: d / (1 - d), stored: d - 2 ** (-p) / 2}),
            Relation.EQ,
            FLOAT_LIFETIME_RATIO.expression,
            because="putting in the largest exact logarithm and the smallest stored one, half a step below d",
            assumes=(Assumption("half a step is less than the loss", APART),),
        ),
        Step(
            Put((nats / stored) / (nats / exact), {exact: edge + above}),
            Relation.EQ,
            (edge + above) / stored,
            because="putting both lifetimes in: the threshold cancels, the logarithms are left",
        ),
        Step(
            (edge + above + edge * u) / (edge + above),
            Relation.LE,
            1 + u,
            because="half a step of a binade is u times its edge, and no stored value is below the edge",
            attained={above: Integer(0)},
        ),
        Step(
            (edge + above) / (edge + above + edge * u),
            Relation.GE,
            1 / (1 + u),
            because="half a step the other way: the inverse bound",
            attained={above: Integer(0)},
        ),
    ),
    states=Step(
        Put((edge + above + edge * u) / (edge + above), {above: Integer(0), u: 2 ** (-p)}),
        Relation.EQ,
        FLOAT_LOG_RATIO.expression,
        because="putting in p significant bits at the edge of a binade, where the ratio is largest",
    ),
    formulas=(FLOAT_LIFETIME_RATIO, FLOAT_LOG_RATIO),
    limits="FP8 formats flush the logarithm of a long lifetime to zero: it is not normal there",
    source="own derivation",
)
