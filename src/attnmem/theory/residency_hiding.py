"""A transfer hides behind a compute that takes as long; the rest is waiting.

Bound    exact
Assumes  dense reads, equal chunks, one link; transfers of the next chunk run while this one computes
Limits   the first chunk after an idle link has nothing to hide behind
Source   own count, the hiding row of the constraint table
"""

from sympy import Max, Symbol

from attnmem.proof.operations import Put, Solve, Summation
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.residency_decode_set import RESIDENCY_DECODE_SET
from attnmem.theory.residency_letters import LETTERS, B, K, N, T, c, i, moved, r, slack

transfer = moved / B
needed = Max(0, 1 - B * (T + slack) / (N * K))
part = Symbol("part", real=True)  # a resident part, also where none is needed
root, waits = Symbol("root", real=True), Symbol("waits", real=True)
WAIT = Solve(T + waits - transfer, waits)

TRANSFER_TIME = Formula(
    key="residency-transfer-time",
    title="Time the link needs for one step's missing part",
    expression=transfer,
    arguments=(B, K, r, N),
    unit="s",
    side=Side.EXACT,
    letters=LETTERS,
)
STALL = Formula(
    key="residency-stall",
    title="Waiting per step",
    expression=Max(0, transfer - T),
    arguments=(B, K, T, r, N),
    unit="s",
    side=Side.EXACT,
    letters=LETTERS,
)
STEP_TIME = Formula(
    key="residency-step-time",
    title="Time from one token to the next",
    expression=T + Max(0, transfer - T),
    arguments=(B, K, T, r, N),
    unit="s",
    side=Side.EXACT,
    letters=LETTERS,
)
HIDING_SHARE = Formula(
    key="residency-hiding-share",
    title="Least part of each sequence in HBM that hides the rest",
    expression=needed,
    arguments=(B, K, T, slack, N),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

ENOUGH = Assumption("at least that part is resident", Condition(needed, False, r))

RESIDENCY_HIDING = Derivation(
    key="residency-hiding",
    title="When transfers hide behind compute",
    chapter="residency",
    letters=LETTERS,
    assumes=(),
    steps=(
        Step(
            Summation(moved / c / B, (i, 1, c)),
            Relation.EQ,
            transfer,
            because="summing the chunks of a step: however many there are, their time is the same",
        ),
        Step(
            Put(Max(0, root), {root: WAIT}),
            Relation.EQ,
            STALL.expression,
            because="solving compute + waiting = transfer for the waiting, which is never below zero",
        ),
        Step(
            Put(T + Max(0, root), {root: WAIT}),
            Relation.EQ,
            STEP_TIME.expression,
            because="putting that in: a step lasts its compute and what it waits",
        ),
        Step(
            Put(Max(0, root), {root: Solve(transfer.xreplace({r: part}) - T - slack, part)}),
            Relation.EQ,
            needed,
            because="solving transfer = compute + slack for the resident part, which is never below zero",
        ),
    ),
    states=Step(
        transfer,
        Relation.LE,
        T + slack,
        because="the more is resident, the less has to hide",
        assumes=(ENOUGH,),
        attained={r: 1 - B * (T + slack) / (N * K)},
    ),
    formulas=(TRANSFER_TIME, STALL, STEP_TIME, HIDING_SHARE),
    rests_on=(RESIDENCY_DECODE_SET,),
    limits="the first chunk after an idle link has nothing to hide behind",
    source="own count, the hiding row of the constraint table",
)
