"""Two scores bound what a query loses when it keeps k of n keys.

Bound    upper, on the odds of the dropped mass, on the mass, and on KL(truncated || full) in nats
Assumes  the k kept keys are those with the largest scores
Limits   says nothing of selections made by another score, nor of the output vector
Source   arXiv 2512.07647
"""

from sympy import exp, log

from attnmem.proof.record import Assumption, Derivation, Formula, Relation, Side, Step
from attnmem.theory.topk_letters import LETTERS, SOME_DROPPED, gap, k, n

odds = (n - k) / k * exp(-gap)

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
    expression=1 / (1 + k / (n - k) * exp(gap)),
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

TOPK_GAP = Derivation(
    key="topk-gap",
    title="Two scores bound the divergence",
    chapter="topk",
    letters=LETTERS,
    assumes=(Assumption("at least one key is dropped", SOME_DROPPED),),
    steps=(Step(log(1 + odds), Relation.EQ, log(1 + odds), because="draft"),),
    states=Step(log(1 + odds), Relation.EQ, log(1 + odds), because="draft"),
    formulas=(ODDS_GAP, TAIL_GAP, KL_GAP),
    limits="the bound is about attention logits, not about an indexer's scores",
    source="arXiv 2512.07647",
)
