"""Stand-ins for blocks of mass tau move the weights by at most tau (e^d - 1) / (1 + tau (e^d - 1)).

Bound    upper, on the total variation and on the weight that falls on stand-ins; the second is attained
Assumes  logits of the blocks stood in for are off by at most delta either way, all others are exact
Limits   no factor below e^d - 1 holds for every mass; for large masses the tangent of half the error is less
Source   own proof
"""

from sympy import IndexedBase, Integer, Sum, Symbol, exp

from attnmem.proof.operations import Limit, Put, Solve
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.residency_letters import AT_MOST_100_NATS, LETTERS, b, delta, e, eps, n, tau
from attnmem.theory.residency_stand_in import (
    FALLS,
    GAINED,
    GAINS,
    LOST,
    LOWERED,
    NOT_ALL,
    RAISED,
    RESIDENCY_STAND_IN,
    REST,
    RISES,
    weight,
)
from attnmem.theory.topk_budget import TOPK_BUDGET

error = IndexedBase("w", real=True)  # of each stand-in's value, along any direction
counted, beside = Symbol("counted", positive=True), Symbol("beside", positive=True)  # exact blocks' mass
up = Symbol("up", nonnegative=True)  # part of the stand-ins' mass that the set holds; their mass is the unit
more = Symbol("more", nonnegative=True)  # the factor of one logit, less 1
odds, mass, allowed = (Symbol(name, nonnegative=True) for name in ("odds", "mass", "allowed"))

q = 1 + more
new = (q * up + counted) / (q * up + counted + (1 - up) / q + beside)
old = (up + counted) / (1 + counted + beside)
bound = more / (q + counted + beside)
factor = exp(delta)
lower = exp(-delta)
moves = tau * (1 - lower) / (lower + tau * (1 - lower))
most = (exp(eps) - 1) / (factor - 1)
holds = tau / (lower + tau * (1 - lower))

DELTA_AT_MOST_100 = Condition(delta, False, Integer(100))  # beyond, an exact block has no weight in a double

MOVED = Formula(
    key="residency-stand-in-moved",
    title="Total variation from stand-ins for a mass",
    expression=moves,
    arguments=(delta, tau),
    unit="1",
    side=Side.UPPER,
    conditions=(DELTA_AT_MOST_100,),
    letters=LETTERS,
)
PRICE = Formula(
    key="residency-stand-in-price",
    title="What a unit of mass with a stand-in takes of a budget",
    expression=exp(-eps) * (factor - 1),
    arguments=(delta, eps),
    unit="1",
    side=Side.UPPER,
    conditions=(DELTA_AT_MOST_100, AT_MOST_100_NATS),
    letters=LETTERS,
)
HELD = Formula(
    key="residency-stand-in-weight",
    title="Weight that falls on stand-ins for a mass",
    expression=holds,
    arguments=(delta, tau),
    unit="1",
    side=Side.UPPER,
    conditions=(DELTA_AT_MOST_100,),
    letters=LETTERS,
)
ALL = (b, Integer(1), n)
SMALL_ERRORS = Assumption("no value is off by more than the error", Condition(error[b], False, e, ALL))
PART = Assumption("the set holds a part of the stand-ins", Condition(up, False, Integer(1)))
FEW_DOWN = Assumption("what shrinks is light beside what grows", Condition(1 / q, False, up))
MANY_DOWN = Assumption("or it is not", Condition(up, False, 1 / q))
SOME_ERROR = Assumption("the stand-ins are not exact", Condition(Integer(0), True, delta))
SOME_BUDGET = Assumption("something may be missed", Condition(Integer(0), True, eps))
WITHIN = Assumption("the mass keeps the row: mass times price within the budget", Condition(tau, False, most))

ODDS = Step(
    (GAINED + counted) / (LOST + beside),
    Relation.LE,
    (factor * GAINS + counted) / (exp(-delta) * REST + beside),
    because="the odds of any set of blocks, some with stand-ins and some without",
    using=(RAISED, LOWERED),
    attained={GAINED: factor * GAINS, LOST: exp(-delta) * REST},
)
SHARE = Step(
    Put(odds / (1 + odds), {odds: (q * up + counted) / ((1 - up) / q + beside)}),
    Relation.EQ,
    new,
    because="putting those odds in gives the largest share that the set can reach",
    assumes=(PART,),
)
FEW = Step(
    new - old,
    Relation.LE,
    bound,
    because="its gain, where the stand-ins outside the set lose less than those inside win",
    assumes=(PART, FEW_DOWN),
)
MANY = Step(
    new - old,
    Relation.LE,
    bound,
    because="its gain, where they lose more: the same bound",
    assumes=(PART, MANY_DOWN),
)
IN_MASS = Step(
    Put(more * mass / (q * mass + beside), {more: factor - 1, mass: tau, beside: 1 - tau}),
    Relation.EQ,
    moves,
    because="putting in the mass of all stand-ins, and the factor of one logit",
)
STRAIGHT = Step(
    moves,
    Relation.LE,
    tau * (factor - 1),
    because="a line in the mass bounds it, whatever the budget",
    attained={tau: Integer(0)},
)
SHARP = Step(
    Limit((q * tau / (q * tau + 1 - tau) - tau) / tau, tau, Integer(0)),
    Relation.EQ,
    more,
    because="the limit for a light block whose logit rises: no line with a smaller slope holds",
)
MOST = Step(
    Solve(mass * (factor - 1) / (1 + mass * (factor - 1)) - (1 - exp(-eps)), mass),
    Relation.EQ,
    most,
    because="solving bound = budget for the mass",
    assumes=(SOME_ERROR,),
)
UNIT = Step(
    Put(allowed / mass, {allowed: 1 - exp(-eps), mass: most}),
    Relation.EQ,
    PRICE.expression,
    because="putting budget over mass: what one unit of it takes",
    assumes=(SOME_ERROR, SOME_BUDGET),
)
RISE = Step(
    GAINED / beside,
    Relation.LE,
    factor * GAINS / beside,
    because="the odds of the stand-ins alone against exact blocks: no more than if all of them rise",
    using=(RAISED,),
    attained={GAINED: factor * GAINS},
)
WEIGHT = Step(
    Put(odds / (1 + odds), {odds: factor * tau / (1 - tau)}),
    Relation.EQ,
    holds,
    because="putting in the odds of the stand-ins where every one of them rises: none weigh more",
)
VALUES = Step(
    Sum(weight[b] * error[b], ALL),
    Relation.LE,
    e * Sum(weight[b], ALL),
    because="errors of the values count with the weights on them",
    assumes=(SMALL_ERRORS,),
    attained={error[b]: e},
)

RESIDENCY_PRICE = Derivation(
    key="residency-price",
    title="The price of a stand-in's mass",
    chapter="residency",
    letters=LETTERS,
    assumes=(NOT_ALL, RISES, FALLS),
    steps=(ODDS, SHARE, FEW, MANY, IN_MASS, STRAIGHT, SHARP, MOST, UNIT, RISE, WEIGHT, VALUES),
    states=Step(
        Put(more * mass / (1 + more * mass), {more: factor - 1, mass: tau}),
        Relation.LE,
        1 - exp(-eps),
        because="putting a mass that keeps the row in: the total variation stays within the budget",
        assumes=(SOME_ERROR, WITHIN),
        attained={tau: most},
    ),
    formulas=(MOVED, PRICE, HELD),
    rests_on=(RESIDENCY_STAND_IN, TOPK_BUDGET),
    limits="no factor below e^d - 1 holds for every mass; for large masses tanh(d/2) is less",
    source="own proof",
)
