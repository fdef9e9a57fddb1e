"""A divergence budget per row is a linear row for the plan; its average over rows is not the same promise.

Bound    exact, row by row
Assumes  masses are those of the lossless run; a row is one sequence, layer, head and step
Limits   prices one read of attention, not the model's output; dropping blocks changes later masses
Source   own proof, on the top-k theorem (arXiv 2512.07647)
"""

from sympy import IndexedBase, Integer, Rational, Sum, Symbol, exp, log

from attnmem.proof.operations import Diff, Put, Summation
from attnmem.proof.record import Assumption, Condition, Derivation, Relation, Step, Wrong
from attnmem.theory.residency_letters import LETTERS, b, eps, n, tau
from attnmem.theory.topk_budget import TOPK_BUDGET

mass = IndexedBase("p", nonnegative=True)
kept = IndexedBase("x", real=True)
part = Symbol("part", real=True)
weight = Symbol("weight", nonnegative=True)
u, v = Symbol("u", positive=True), Symbol("v", positive=True)  # what two rows keep

MISSING = {tau: Sum(mass[b] * (1 - kept[b]), (b, 1, n))}
LINEAR = Step(
    Summation(mass[b] * (1 - kept[b]), (b, 1, n)),
    Relation.EQ,
    Sum(mass[b], (b, 1, n)) - Sum(mass[b] * kept[b], (b, 1, n)),
    because="summing what is missed: all of the row's mass less that of the blocks kept",
)
STRAIGHT = Step(
    Diff(weight * (1 - part), part, 2),
    Relation.EQ,
    Integer(0),
    because="the second derivative by what is kept of a block is zero: the row is linear",
)
BENT = Step(
    Diff(-log(1 - tau), tau, 2),
    Relation.GE,
    Integer(1),
    because="the second derivative of the divergence is not: it bends upwards everywhere",
    attained={tau: Integer(0)},
)
WITHIN = Assumption(
    "the row's missing mass is at most 1 - exp(-budget)", Condition(tau, False, 1 - exp(-eps))
)

AVERAGE = Wrong(
    Step(
        Put(-log(1 - tau) / 4, {tau: Rational(3, 10)}),
        Relation.LE,
        Put(-log(1 - tau), {tau: Rational(3, 40)}).run(),
        because="four rows that miss 0, 0, 0 and 0.3: their mean mass is 0.075",
    ),
    text="the mean divergence stays within the budget if the mean mass does",
    source="an accuracy budget averaged over heads",
)

RESIDENCY_BUDGET = Derivation(
    key="residency-budget",
    title="A divergence budget is a linear row",
    chapter="residency",
    letters=LETTERS,
    assumes=(),
    steps=(
        LINEAR,
        STRAIGHT,
        BENT,
        Step(
            Put(-log(1 - tau), {tau: 1 - exp(-eps)}),
            Relation.EQ,
            eps,
            because="putting in the largest mass spends the budget to the last",
        ),
        Step(
            -(log(u) + log(v)) / 2,
            Relation.GE,
            -log((u + v) / 2),
            because="two rows that keep u and v cost more on average than two that keep the mean",
            attained={v: u},
        ),
    ),
    states=Step(
        -log(1 - tau),
        Relation.LE,
        eps,
        because="row by row, to keep the linear row is to keep the divergence budget",
        assumes=(WITHIN,),
        attained={tau: 1 - exp(-eps)},
    ),
    formulas=(),
    rests_on=(TOPK_BUDGET,),
    limits="prices one read of attention, not the model's output; dropping blocks changes later masses",
    source="own proof, on the top-k theorem (arXiv 2512.07647)",
    wrong=(AVERAGE,),
)
