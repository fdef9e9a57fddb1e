"""The rows of the constraint table: what each uses of its limit, dense or sparse, with a budget or without.

Bound    exact, for equal sequences in a steady state; in the mean over steps where reads are sparse
Assumes  flat masses, so that a budget of epsilon leaves exp(-epsilon) of what is read; sparse reads are drawn
         evenly and anew in each step, and what comes for one step does not stay
Limits   a flat row is the worst case of one row; whole blocks and unequal sequences need the solver
Source   own count, after figure 7.2
"""

from sympy import Integer, Max, Symbol, exp
from sympy.core.expr import Expr

from attnmem.proof.operations import Put, Solve
from attnmem.proof.record import Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.residency_balance import RESIDENCY_BALANCE
from attnmem.theory.residency_hiding import RESIDENCY_HIDING
from attnmem.theory.residency_letters import (
    AT_MOST_100_NATS,
    LETTERS,
    SOME_MOVES,
    STREAMS,
    B,
    C,
    K,
    N,
    T,
    brought,
    c,
    eps,
    r,
    s,
    slack,
    step,
)
from attnmem.theory.residency_saved import RESIDENCY_SAVED

missing, fetched, waits = (Symbol(name, real=True) for name in ("missing", "fetched", "waits"))
count = Symbol("count", positive=True)
share = exp(-eps) - r


def _formula(
    key: str,
    title: str,
    expression: Expr,
    arguments: tuple[Symbol, ...],
    unit: str = "1",
    conditions: tuple[Condition, ...] = (AT_MOST_100_NATS,),
) -> Formula:
    return Formula(
        key=key,
        title=title,
        expression=expression,
        arguments=arguments,
        unit=unit,
        side=Side.EXACT,
        conditions=conditions,
        letters=LETTERS,
    )


CAPACITY_LOAD = _formula(
    "residency-capacity-load",
    "Capacity: HBM used over HBM",
    (N * K * r + 2 * brought / c) / C,
    (C, K, r, N, c, s, eps),
)
LINK_LOAD = _formula(
    "residency-link-load",
    "Link: bytes per step over what it carries",
    brought / (B * step),
    (B, K, step, r, N, s, eps),
)
HIDING_LOAD = _formula(
    "residency-hiding-load",
    "Hiding: transfer time over compute and slack",
    brought / (B * (T + slack)),
    (B, K, T, slack, r, N, s, eps),
)
LATENCY_LOAD = _formula(
    "residency-latency-load",
    "Latency: time between tokens over what was promised",
    (T + Max(0, brought / B - T)) / step,
    (B, K, step, T, r, N, s, eps),
)
CAPACITY_SET = _formula(
    "residency-capacity-set",
    "Sequences that HBM holds",
    C / (K * (r + 2 * s * Max(0, share) / c)),
    (C, K, r, c, s, eps),
    "sequences",
)
HIDING_SET = _formula(
    "residency-hiding-set",
    "Sequences whose transfers hide",
    B * (T + slack) / (K * (1 - r)),
    (B, K, T, slack, r),
    "sequences",
    (SOME_MOVES,),
)

RESIDENCY_TABLE = Derivation(
    key="residency-table",
    title="The constraint table",
    chapter="residency",
    letters=LETTERS,
    assumes=(),
    steps=(
        Step(
            Put(N * K * s * Max(0, missing), {missing: Solve(r + missing - exp(-eps), missing)}),
            Relation.EQ,
            brought,
            because="solving resident + brought = read for what each sequence must be brought",
        ),
        Step(
            Put((N * K * r + 2 * fetched / c) / C, {fetched: brought}),
            Relation.EQ,
            CAPACITY_LOAD.expression,
            because="putting that in beside what is resident: two chunks of it take room",
        ),
        Step(
            Put(fetched / (B * step), {fetched: brought}),
            Relation.EQ,
            LINK_LOAD.expression,
            because="putting it over what the link carries in a step; the long run asks the same again",
        ),
        Step(
            Put(fetched / (B * (T + slack)), {fetched: brought}),
            Relation.EQ,
            HIDING_LOAD.expression,
            because="putting it over what the link carries while a step computes",
        ),
        Step(
            Put((T + Max(0, waits)) / step, {waits: Solve(T + waits - brought / B, waits)}),
            Relation.EQ,
            LATENCY_LOAD.expression,
            because="solving for the waiting: compute and waiting over the time that was promised",
        ),
        Step(
            Solve(count * K * (r + 2 * s * Max(0, share) / c) - C, count),
            Relation.EQ,
            CAPACITY_SET.expression,
            because="solving used = there is for the sequences, in HBM",
        ),
        Step(
            Solve(count * K * (1 - r) - B * (T + slack), count),
            Relation.EQ,
            HIDING_SET.expression,
            because="solving the same behind one compute, where nothing may be left out",
            assumes=(STREAMS,),
        ),
        Step(
            LINK_LOAD.expression,
            Relation.LE,
            N * K * (1 - r) / (B * step),
            because="sparse reads and a budget lower every row; without them it is dense and lossless",
        ),
    ),
    states=Step(
        Put(brought, {s: Integer(1), eps: Integer(0)}),
        Relation.EQ,
        N * K * (1 - r),
        because="putting dense reads and no budget in gives the dense lossless table back",
    ),
    formulas=(
        CAPACITY_LOAD,
        LINK_LOAD,
        HIDING_LOAD,
        LATENCY_LOAD,
        CAPACITY_SET,
        HIDING_SET,
    ),
    rests_on=(RESIDENCY_BALANCE, RESIDENCY_HIDING, RESIDENCY_SAVED),
    limits="a flat row is the worst case of one row; whole blocks and unequal sequences need the solver",
    source="own count, after figure 7.2",
)
