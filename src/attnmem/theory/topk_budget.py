"""A divergence budget is a budget of dropped mass, and a gap or a number of keys that guarantees it.

Bound    exact for the mass, sufficient for the gap and for the number of keys
Assumes  for both: the k kept keys are those with the largest scores
Limits   gap and number are sufficient, not necessary: most rows meet the budget with less
Source   arXiv 2512.07647
"""

from sympy import Integer, Max, Symbol, exp, log

from attnmem.proof.operations import Diff, Put, Solve
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.topk_gap import TOPK_GAP, odds
from attnmem.theory.topk_letters import (
    DROPS,
    LETTERS,
    SOME_BUDGET,
    SOME_DROPPED,
    SPENDS,
    budget,
    gap,
    k,
    n,
    tail,
)
from attnmem.theory.topk_tail import TOPK_TAIL

allowed = 1 - exp(-budget)
needed = Max(0, log((n - k) / k / (exp(budget) - 1)))
enough = n / (1 + (exp(budget) - 1) * exp(gap))
root, wide = Symbol("root", real=True), Symbol("wide", real=True)  # a gap of any sign
share = Symbol("share", positive=True)  # a number of keys that need not be whole

TAIL_BUDGET = Formula(
    key="topk-tail-budget",
    title="Largest dropped mass within a divergence budget",
    expression=allowed,
    arguments=(budget,),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

GAP_NEEDED = Formula(
    key="topk-gap-needed",
    title="Gap that guarantees a divergence budget",
    expression=needed,
    arguments=(n, k, budget),
    unit="nats",
    side=Side.UPPER,
    conditions=(SOME_DROPPED, SOME_BUDGET),
    letters=LETTERS,
)

WITHIN = Assumption("the dropped mass is at most 1 - exp(-budget)", Condition(tail, False, allowed))
BEYOND = Assumption("the dropped mass is more than 1 - exp(-budget)", Condition(allowed, True, tail))
WIDE = Assumption("the gap is at least the one needed", Condition(needed, False, gap))

SOLVED = Step(
    Solve(-log(1 - tail) - budget, tail),
    Relation.EQ,
    allowed,
    because="solving divergence = budget for the dropped mass",
)
RISES = Step(
    Diff(-log(1 - tail), tail),
    Relation.GE,
    Integer(1),
    because="the derivative of the divergence by the mass: each unit of mass costs at least one nat",
    attained={tail: Integer(0)},
)
ENOUGH = Step(
    -log(1 - tail),
    Relation.LE,
    budget,
    because="less mass, less divergence",
    assumes=(WITHIN,),
    attained={tail: allowed},
)
NEEDED = Step(-log(1 - tail), Relation.GE, budget, because="more mass, more divergence", assumes=(BEYOND,))
GAP = Step(
    Put(Max(0, root), {root: Solve(log(1 + odds.xreplace({gap: wide})) - budget, wide)}),
    Relation.EQ,
    needed,
    because="solving bound = budget for the gap, which is never below zero",
)
KEPT = Step(
    Solve(log(1 + odds.xreplace({k: share})) - budget, share),
    Relation.EQ,
    enough,
    because="solving bound = budget for the number of keys",
)
MORE_KEPT = Step(
    Diff(log(1 + odds.xreplace({k: share})), share),
    Relation.LE,
    Integer(0),
    because="the bound falls as more keys are kept, so more than that number will do too",
)
GUARANTEE = Step(
    log(1 + odds),
    Relation.LE,
    budget,
    because="the bound falls as the gap grows",
    assumes=(WIDE,),
    attained={gap: log((n - k) / k / (exp(budget) - 1))},
)

TOPK_BUDGET = Derivation(
    key="topk-budget",
    title="A divergence budget as dropped mass, as a gap and as a number of keys",
    chapter="topk",
    letters=LETTERS,
    assumes=(DROPS, SPENDS),
    steps=(SOLVED, RISES, ENOUGH, NEEDED, KEPT, MORE_KEPT, GAP),
    states=GUARANTEE,
    formulas=(TAIL_BUDGET, GAP_NEEDED),
    rests_on=(TOPK_TAIL, TOPK_GAP),
    limits="gap and number are sufficient, not necessary",
    source="arXiv 2512.07647",
)
