"""Counting scores in buckets meets a divergence budget for sure, and wastes a factor e^-w and one bucket.

Bound    upper, on the divergence and on what the count overstates
Assumes  scores lie x below the largest; a key counts with the largest weight its bucket of width w allows
Limits   real numbers here; code must round outward for the same to hold in floating point
Source   own derivation; the mass it bounds: arXiv 2512.07647
"""

from sympy import IndexedBase, Integer, Sum, exp, floor, log

from attnmem.proof.operations import Solve
from attnmem.proof.record import Assumption, Condition, Derivation, Letter, Relation, Step
from attnmem.symbols import symbols
from attnmem.theory import topk_letters as topk
from attnmem.theory.topk_letters import DROPS, SPENDS, budget, i, k, n, tail

width, drop, total = symbols("bucket_width", "score_drop", "total_bound")
below = IndexedBase("x", real=True, nonnegative=True)
LETTERS = {**topk.LETTERS, width: Letter("w"), drop: Letter("x"), total: Letter("Z")}

allowed = 1 - exp(-budget)
weight = exp(-below[i])
table = exp(-width * floor(below[i] / width))

KEPT = Sum(weight, (i, 1, k))
DROPPED = Sum(weight, (i, k + 1, n))
COUNTED = Sum(table, (i, k + 1, n))
ALL = Sum(weight, (i, 1, n))
TABLE = Sum(exp(-width) * table, (i, 1, n))

FITS = Assumption("the counted mass fits the budget", Condition(COUNTED, False, allowed * total))
SAFE_TOTAL = Assumption(
    "the total is not overstated: the top key alone, the table's lower bound and the exact sum all qualify",
    Condition(total - DROPPED, False, KEPT),
)
SMALL = Assumption(
    "some keys weigh at most e^-w of the budget", Condition(exp(width) * DROPPED / allowed, False, total)
)

LARGEST = Step(
    exp(-width * floor(drop / width)),
    Relation.GE,
    exp(-drop),
    because="a key counts with the largest weight of its bucket",
    attained={drop: Integer(0)},
)
NOT_FAR = Step(
    exp(-width * floor(drop / width)),
    Relation.LE,
    exp(width) * exp(-drop),
    because="a bucket is w wide, so it overstates by less than a factor e^w",
)
OVERSTATED = Step(
    COUNTED, Relation.GE, DROPPED, because="so the counted mass is never less than the dropped mass"
)
BY_LITTLE = Step(COUNTED, Relation.LE, exp(width) * DROPPED, because="and never more than e^w times it")
TABLE_SAFE = Step(
    TABLE, Relation.LE, ALL, because="the smallest weight of each bucket adds up to no more than the total"
)
TABLE_CLOSE = Step(TABLE, Relation.GE, exp(-width) * ALL, because="nor to less than e^-w of it")
ALLOWED = Step(
    Solve(-log(1 - tail) - budget, tail),
    Relation.EQ,
    allowed,
    because="solving divergence = budget for the dropped mass",
)
USED = Step(
    COUNTED,
    Relation.LE,
    allowed * total,
    because="low buckets that weigh e^-w of the budget are all dropped: that factor and one bucket are lost",
    using=(BY_LITTLE,),
    assumes=(SPENDS, SMALL),
)
WITH_TABLE = Step(
    COUNTED / TABLE,
    Relation.LE,
    exp(2 * width) * DROPPED / ALL,
    because="with the table's own lower bound as the total the factor is e^-2w",
    using=(BY_LITTLE, TABLE_CLOSE),
)
GUARANTEE = Step(
    -log(1 - tail),
    Relation.LE,
    budget,
    because="the dropped mass is at most the counted mass, which fits the budget of no more than the total",
    using=(OVERSTATED,),
    assumes=(FITS, SAFE_TOTAL),
    attained={total: KEPT + DROPPED, budget: log(1 + DROPPED / KEPT)},
)

TOPK_BUCKET = Derivation(
    key="topk-bucket",
    title="Buckets meet the budget and waste little of it",
    chapter="topk",
    letters=LETTERS,
    assumes=(DROPS,),
    defines={tail: DROPPED / (KEPT + DROPPED)},
    steps=(LARGEST, NOT_FAR, OVERSTATED, BY_LITTLE, TABLE_SAFE, TABLE_CLOSE, ALLOWED, USED, WITH_TABLE),
    states=GUARANTEE,
    formulas=(),
    limits="in floating point the count must round outward, towards heavier buckets",
    source="own derivation; the mass it bounds: arXiv 2512.07647",
)
