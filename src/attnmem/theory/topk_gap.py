"""Two scores bound what a query loses when it keeps k of n keys.

Bound    upper, on the odds of the dropped mass, on the mass, and on KL(truncated || full) in nats
Assumes  the k kept keys are those with the largest scores
Limits   says nothing of selections made by another score, nor of the output vector
Source   arXiv 2512.07647
"""

from sympy import Integer, exp, log

from attnmem.proof.operations import Solve, Summation
from attnmem.proof.record import Derivation, Formula, Relation, Side, Step, Wrong
from attnmem.symbols import symbols
from attnmem.theory.topk_letters import (
    DROPPED_BELOW,
    DROPS,
    HEAD,
    KEPT_ABOVE,
    LETTERS,
    MASS,
    SOME_DROPPED,
    TAIL,
    cut,
    gap,
    i,
    k,
    n,
    score,
    tail,
)

(odds_bound,) = symbols("tail_odds")
odds = (n - k) / k * exp(-gap)
tail_bound = 1 / (1 + k / (n - k) * exp(gap))

ODDS_GAP = Formula(
    key="topk-odds-gap",
    title="Bound on the odds of the dropped mass from the gap",
    expression=odds,
    arguments=(n, k, gap),
    unit="1",
    side=Side.UPPER,
    conditions=(SOME_DROPPED,),
    letters=LETTERS,
)

TAIL_GAP = Formula(
    key="topk-tail-gap",
    title="Bound on the dropped mass from the gap",
    expression=tail_bound,
    arguments=(n, k, gap),
    unit="1",
    side=Side.UPPER,
    conditions=(SOME_DROPPED,),
    letters=LETTERS,
)

KL_GAP = Formula(
    key="topk-kl-gap",
    title="Divergence bound from the gap",
    expression=log(1 + odds),
    arguments=(n, k, gap),
    unit="nats",
    side=Side.UPPER,
    conditions=(SOME_DROPPED,),
    letters=LETTERS,
)

EQUAL_SCORES = {HEAD: k * exp(cut), TAIL: (n - k) * exp(cut - gap)}

FLOOR = Step(
    Summation(exp(cut), (i, 1, k)),
    Relation.EQ,
    k * exp(cut),
    because="summing k equal weights at the smallest kept score",
)
HEAD_BOUND = Step(
    HEAD,
    Relation.GE,
    k * exp(cut),
    because="each kept key weighs at least as much as the lightest kept one",
    attained={score[i]: cut},
)
TAIL_BOUND = Step(
    TAIL,
    Relation.LE,
    (n - k) * exp(cut - gap),
    because="each dropped key weighs at most as much as one that lies the gap below",
    attained={score[i]: cut - gap},
)
ODDS_BOUND = Step(
    TAIL / HEAD,
    Relation.LE,
    odds,
    because="the largest tail over the smallest head; the common score cancels",
    using=(HEAD_BOUND, TAIL_BOUND),
    attained=EQUAL_SCORES,
)
FROM_ODDS = Step(
    Solve(tail / (1 - tail) - odds_bound, tail),
    Relation.EQ,
    odds_bound / (1 + odds_bound),
    because="solving the odds for the mass",
)
MASS_BOUND = Step(
    tail,
    Relation.LE,
    tail_bound,
    because="the mass rises with its odds",
    using=(HEAD_BOUND, TAIL_BOUND),
    attained=EQUAL_SCORES,
)
PER_NAT = Step(
    log(1 + odds_bound * exp(-1)),
    Relation.GE,
    exp(-1) * log(1 + odds_bound),
    because="one more nat of gap divides the odds by e, and the divergence by no more than that",
    attained={odds_bound: Integer(0)},
)
KL_BOUND = Step(
    -log(1 - tail),
    Relation.LE,
    log(1 + odds),
    because="the divergence rises with the mass",
    using=(MASS_BOUND,),
    attained=EQUAL_SCORES,
)

SKETCH = "article on sparse attention in Kimi K3 and DeepSeek-V4, section on sparse attention"
TWO_NUMBERS = Wrong(
    Step(-log(1 - tail), Relation.LE, log(1 + exp(-gap)), because="the bound needs only two scores"),
    text="the bound needs only two numbers: without n and k it fails",
    source=SKETCH,
)
FACTOR_E = Wrong(
    Step(
        log(1 + odds_bound * exp(-1)),
        Relation.EQ,
        exp(-1) * log(1 + odds_bound),
        because="as the gap grows by 1 the bound shrinks by e",
    ),
    text="as the gap grows by one the bound shrinks by a factor e: that is the odds, not the divergence",
    source=SKETCH,
)

TOPK_GAP = Derivation(
    key="topk-gap",
    title="Two scores bound the divergence",
    chapter="topk",
    letters=LETTERS,
    assumes=(DROPS, KEPT_ABOVE, DROPPED_BELOW),
    defines=MASS,
    steps=(FLOOR, HEAD_BOUND, TAIL_BOUND, ODDS_BOUND, FROM_ODDS, MASS_BOUND, PER_NAT),
    states=KL_BOUND,
    formulas=(ODDS_GAP, TAIL_GAP, KL_GAP),
    limits="the bound is about attention logits, not about an indexer's scores",
    source="arXiv 2512.07647",
    wrong=(TWO_NUMBERS, FACTOR_E),
)
