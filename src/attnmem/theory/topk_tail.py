"""The dropped mass alone fixes every distance between kept and full attention.

Bound    exact, for any kept set
Assumes  weights are a softmax, and the kept ones are divided by their sum
Limits   the order is KL(truncated || full); the other order is infinite as soon as anything is dropped
Source   arXiv 2512.07647
"""

from sympy import Integer, Rational, Symbol, exp, log, oo

from attnmem.proof.operations import Limit, Put, Summation
from attnmem.proof.record import Derivation, Formula, Relation, Side, Step
from attnmem.symbols import symbols
from attnmem.theory.topk_letters import DROPS, HEAD, LETTERS, MASS, TAIL, i, k, n, score, tail

dropped, floor = symbols("dropped_weight", "floor_weight")
risen, fallen = Symbol("risen", positive=True), Symbol("fallen", positive=True)

full = exp(score[i]) / (HEAD + TAIL)
kept = exp(score[i]) / HEAD

KL_TAIL = Formula(
    key="topk-kl-tail",
    title="Divergence from the dropped mass",
    expression=-log(1 - tail),
    arguments=(tail,),
    unit="nats",
    side=Side.EXACT,
    letters=LETTERS,
)

CHI2_TAIL = Formula(
    key="topk-chi2-tail",
    title="Chi-square distance from the dropped mass",
    expression=tail / (1 - tail),
    arguments=(tail,),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

ONE = Step(
    Summation(kept, (i, 1, k)),
    Relation.EQ,
    Rational(1),
    because="summing the kept weights, each divided by their sum",
)
GROWTH = Step(
    kept / full,
    Relation.EQ,
    1 / (1 - tail),
    because="every kept weight grows by one and the same factor",
)
RISE = Step(
    1 / (1 - tail),
    Relation.GE,
    Integer(1),
    because="and by no less than one, so kept weights rise and dropped ones fall",
)
VARIATION = Step(
    Put(
        (risen + fallen) / 2,
        {risen: Summation(kept - full, (i, 1, k)), fallen: Summation(full, (i, k + 1, n))},
    ),
    Relation.EQ,
    tail,
    because="half of what rises plus what falls, summed over kept and dropped keys, is the dropped mass",
)
FROM_KL = Step(
    Put(1 - exp(-risen), {risen: -log(1 - tail)}),
    Relation.EQ,
    tail,
    because="putting the divergence in gives the mass back: total variation is 1 - exp(-KL)",
)
CHI2 = Step(
    Put(
        risen + fallen,
        {risen: Summation((kept - full) ** 2 / full, (i, 1, k)), fallen: Summation(full, (i, k + 1, n))},
    ),
    Relation.EQ,
    tail / (1 - tail),
    because="summing the squared change over the full weight; a dropped key changes by its whole weight",
)
REVERSE = Step(
    Limit(dropped * log(dropped / floor), floor, Rational(0)),
    Relation.EQ,
    oo,
    because="one dropped key makes KL(full || truncated) infinite: the limit of its term at weight 0",
)
DIVERGENCE = Step(
    Summation(kept * log(kept / full), (i, 1, k)),
    Relation.EQ,
    -log(1 - tail),
    because="every kept weight grows by the same factor, so summing leaves the logarithm of that factor",
)

TOPK_TAIL = Derivation(
    key="topk-tail",
    title="The dropped mass fixes every distance",
    chapter="topk",
    letters=LETTERS,
    assumes=(DROPS,),
    defines=MASS,
    steps=(ONE, GROWTH, RISE, VARIATION, FROM_KL, CHI2, REVERSE),
    states=DIVERGENCE,
    formulas=(KL_TAIL, CHI2_TAIL),
    limits="the order is KL(truncated || full); the other order is infinite as soon as anything is dropped",
    source="arXiv 2512.07647",
)
