"""A divergence budget is a budget of dropped mass, and a gap that guarantees it.

Bound    exact for the mass, sufficient for the gap
Assumes  as the two results it turns round
Limits   the gap is sufficient, not necessary: most rows meet the budget with a smaller one
Source   arXiv 2512.07647
"""

from sympy import Max, exp, log

from attnmem.proof.record import Assumption, Derivation, Formula, Relation, Side, Step
from attnmem.theory.topk_letters import LETTERS, SOME_BUDGET, SOME_DROPPED, budget, k, n

TAIL_BUDGET = Formula(
    key="topk-tail-budget",
    title="Largest dropped mass within a divergence budget",
    expression=1 - exp(-budget),
    arguments=(budget,),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

GAP_NEEDED = Formula(
    key="topk-gap-needed",
    title="Gap that guarantees a divergence budget",
    expression=Max(0, log((n - k) / k / (exp(budget) - 1))),
    arguments=(n, k, budget),
    unit="nats",
    side=Side.UPPER,
    conditions=(SOME_DROPPED, SOME_BUDGET),
    letters=LETTERS,
)

TOPK_BUDGET = Derivation(
    key="topk-budget",
    title="A divergence budget as dropped mass and as a gap",
    chapter="topk",
    letters=LETTERS,
    assumes=(Assumption("at least one key is dropped", SOME_DROPPED),),
    steps=(Step(1 - exp(-budget), Relation.EQ, 1 - exp(-budget), because="draft"),),
    states=Step(1 - exp(-budget), Relation.EQ, 1 - exp(-budget), because="draft"),
    formulas=(TAIL_BUDGET, GAP_NEEDED),
    limits="the gap is sufficient, not necessary",
    source="arXiv 2512.07647",
)
