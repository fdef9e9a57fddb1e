"""A budget of epsilon nats leaves out at least a share 1 - exp(-epsilon) of one row's blocks.

Bound    lower, on the HBM that one row's budget saves, to one block
Assumes  the lightest blocks are left out; all blocks have one size
Limits   one row: blocks shared by many heads are left out only if every head can miss them
Source   own proof, on the top-k theorem (arXiv 2512.07647) at a gap of zero
"""

from sympy import Integer, Symbol, exp

from attnmem.proof.operations import Diff, Put, Solve
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.residency_letters import AT_MOST_100_NATS, LETTERS, K, eps, n, tau
from attnmem.theory.topk_budget import TOPK_BUDGET
from attnmem.theory.topk_gap import TAIL_GAP, TOPK_GAP
from attnmem.theory.topk_letters import gap, k
from attnmem.theory.topk_letters import n as keys

left_out, unread = Symbol("left_out", nonnegative=True), Symbol("unread", integer=True, positive=True)
SOME_READ = Assumption("some block is read", Condition(unread, True, n))

SAVED = Formula(
    key="residency-hbm-saved",
    title="HBM that a divergence budget frees at least",
    expression=K * (1 - exp(-eps)),
    arguments=(K, eps),
    unit="B",
    side=Side.LOWER,
    letters=LETTERS,
)
KEPT = Formula(
    key="residency-hbm-kept",
    title="HBM that one row within a budget needs at most",
    expression=K * exp(-eps),
    arguments=(K, eps),
    unit="B",
    side=Side.UPPER,
    conditions=(AT_MOST_100_NATS,),
    letters=LETTERS,
)
PER_NAT = Formula(
    key="residency-hbm-saved-per-nat",
    title="HBM that one more nat frees at least",
    expression=K * exp(-eps),
    arguments=(K, eps),
    unit="B per nat",
    side=Side.LOWER,
    conditions=(AT_MOST_100_NATS,),
    letters=LETTERS,
)

RESIDENCY_SAVED = Derivation(
    key="residency-hbm-saved",
    title="HBM saved per nat",
    chapter="residency",
    letters=LETTERS,
    assumes=(),
    steps=(
        Step(
            Put(TAIL_GAP.expression, {gap: Integer(0), keys: n, k: n - unread}),
            Relation.EQ,
            unread / n,
            because="putting a gap of zero in: the lightest blocks weigh at most their share of the number",
            assumes=(SOME_READ,),
        ),
        Step(
            Put(K * tau, {tau: Solve(exp(-eps) - 1 + left_out, left_out)}),
            Relation.EQ,
            SAVED.expression,
            because="solving kept mass = exp(-budget) for the share left out",
        ),
        Step(
            Solve(SAVED.expression + left_out - K, left_out),
            Relation.EQ,
            KEPT.expression,
            because="solving freed + needed = all for what is still needed",
        ),
        Step(
            SAVED.expression,
            Relation.LE,
            K * eps,
            because="never more than the first nat's price for all of them",
            attained={eps: Integer(0)},
        ),
    ),
    states=Step(
        Diff(SAVED.expression, eps),
        Relation.EQ,
        PER_NAT.expression,
        because="the derivative by the budget: the first nat frees most, each further one e times less",
    ),
    formulas=(SAVED, KEPT, PER_NAT),
    rests_on=(TOPK_GAP, TOPK_BUDGET),
    limits="one row: blocks shared by many heads are left out only if every head can miss them",
    source="own proof, on the top-k theorem (arXiv 2512.07647) at a gap of zero",
)
