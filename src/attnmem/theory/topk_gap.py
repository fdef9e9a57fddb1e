"""Two scores bound what a query loses when it keeps k of n keys.

Bound    upper, on the divergence KL(truncated || full) in nats
Assumes  the k kept keys are those with the largest scores
Limits   says nothing of selections made by another score, nor of the output vector
Source   tail identity and gap bound: arXiv 2512.07647
"""

from sympy import Integer, exp, log

from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Letter, Relation, Side, Step
from attnmem.symbols import symbols

n, k, gap, tail, budget = symbols("key_count", "kept_count", "score_gap", "tail_mass", "kl_budget")

LETTERS = {
    n: Letter("n"),
    k: Letter("k"),
    gap: Letter("Delta", r"\Delta"),
    tail: Letter("tau", r"\tau"),
    budget: Letter("epsilon", r"\varepsilon"),
}
SOME_DROPPED = Condition(k, True, n)

odds = (n - k) / k * exp(-gap)

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
    states=Step(log(1 + odds), Relation.EQ, log(1 + odds) + Integer(0), because="draft"),
    formulas=(KL_GAP,),
    limits="the bound is about attention logits, not about an indexer's scores",
    source="arXiv 2512.07647",
)
