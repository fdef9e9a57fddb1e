"""A stand-in whose logits are off by at most delta moves the weights by at most tanh(delta / 2).

Bound    upper, on the total variation; attained
Assumes  each block keeps its place in the softmax; every logit is off by at most delta either way
Limits   the weights only: an error of the values adds to the output
Source   own proof
"""

from sympy import IndexedBase, Integer, Sum, Symbol, exp, tanh

from attnmem.proof.operations import Put, Solve
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.residency_letters import LETTERS, b, delta, n

off = IndexedBase("e", real=True)  # error of each logit
weight = IndexedBase("p", positive=True)
some = Symbol("some", integer=True, positive=True)
odds, q = Symbol("odds", positive=True), Symbol("q", positive=True)

A_RANGE, REST_RANGE = (b, Integer(1), some), (b, some + 1, n)
GAINS, REST = Sum(weight[b], A_RANGE), Sum(weight[b], REST_RANGE)
GAINED, LOST = Sum(weight[b] * exp(off[b]), A_RANGE), Sum(weight[b] * exp(off[b]), REST_RANGE)

NOT_ALL = Assumption("some blocks gain weight and some lose it", Condition(some, True, n))
RISES = Assumption("no logit rises by more than the error", Condition(off[b], False, delta, A_RANGE))
FALLS = Assumption("none falls by more than the error", Condition(-delta, False, off[b], REST_RANGE))

gain = odds * q**2 / (1 + odds * q**2) - odds / (1 + odds)

VARIATION = Formula(
    key="residency-stand-in-variation",
    title="Total variation from a stand-in's logit error",
    expression=tanh(delta / 2),
    arguments=(delta,),
    unit="1",
    side=Side.UPPER,
    letters=LETTERS,
)

RAISED = Step(
    GAINED,
    Relation.LE,
    exp(delta) * GAINS,
    because="whatever set of blocks gains, each of them grows by one factor at most",
    attained={off[b]: delta},
)
LOWERED = Step(
    LOST,
    Relation.GE,
    exp(-delta) * REST,
    because="and each of the others shrinks by that factor at most",
    attained={off[b]: -delta},
)
ODDS = Step(
    GAINED / LOST,
    Relation.LE,
    exp(2 * delta) * GAINS / REST,
    because="so the odds of the set rise by the square of the factor",
    using=(RAISED, LOWERED),
    attained={GAINED: exp(delta) * GAINS, LOST: exp(-delta) * REST},
)
BEST = Step(
    Solve(1 - odds * q, odds),
    Relation.EQ,
    1 / q,
    because="solving for the odds at which the gain is largest, with q for that factor",
)
SQUARE = Step(
    (q - 1) / (q + 1) - gain,
    Relation.EQ,
    (q - 1) * (1 - odds * q) ** 2 / ((q + 1) * (1 + odds * q**2) * (1 + odds)),
    because="what other odds lose is a square",
)
AT_BEST = Step(
    Put(gain, {odds: 1 / q}),
    Relation.EQ,
    (q - 1) / (q + 1),
    because="putting those odds in: two blocks, one too high and one too low by the error, reach it",
)

IN_TANH = Step(
    Put((q - 1) / (q + 1), {q: exp(delta)}),
    Relation.EQ,
    tanh(delta / 2),
    because="putting the factor in gives a hyperbolic tangent of half the error",
)

RESIDENCY_STAND_IN = Derivation(
    key="residency-stand-in",
    title="What a stand-in costs",
    chapter="residency",
    letters=LETTERS,
    assumes=(NOT_ALL, RISES, FALLS),
    steps=(RAISED, LOWERED, ODDS, BEST, SQUARE, AT_BEST, IN_TANH),
    states=Step(
        Put(gain, {q: exp(delta)}),
        Relation.LE,
        tanh(delta / 2),
        because="putting the factor in: no set gains more than the best one",
        attained={odds: exp(-delta)},
    ),
    formulas=(VARIATION,),
    limits="the weights only: an error of the values adds to the output",
    source="own proof",
)
