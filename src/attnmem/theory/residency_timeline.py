"""HBM takes what it can of each sequence, the rest runs behind the compute, and steps wait for what is late.

Bound    exact, in the mean over steps where only part of a sequence is read
Assumes  equal sequences, steady state; a step reads a part of each sequence's blocks, drawn evenly and anew;
         flat masses, so that a budget of epsilon leaves exp(-epsilon) of what is read; what comes for one
         step does not stay
Limits   reads that come back to the same blocks move less; the order of transfers within a step is not seen
Source   own count, the capacity and hiding rows of the constraint table
"""

from sympy import Integer, Max, Min, Symbol, exp

from attnmem.proof.operations import Put, Solve
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.residency_balance import RESIDENCY_BALANCE
from attnmem.theory.residency_hiding import RESIDENCY_HIDING, STALL
from attnmem.theory.residency_letters import (
    AT_MOST_100_NATS,
    LETTERS,
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
)

fetched, filled = (Symbol(name, real=True) for name in ("fetched", "filled"))
waits, share = Symbol("waits", real=True), Symbol("share", real=True)
BALANCE = N * K * filled + 2 * N * K * s * (exp(-eps) - filled) / c - C
ROOM = Condition(2 * s, True, c)
SOME_ROOM = Assumption("two chunks of what is read are less than all of it", ROOM)

link_time = brought / B
most = (C * c - 2 * s * N * K * exp(-eps)) / (N * K * (c - 2 * s))
WAIT = Solve(T + waits - link_time, waits)

FILLED_SHARE = Formula(
    key="residency-filled-share",
    title="Part of each sequence that stays in a full HBM, as far as it is read",
    expression=Max(0, Min(exp(-eps), most)),
    arguments=(C, K, N, c, s, eps),
    unit="1",
    side=Side.EXACT,
    conditions=(AT_MOST_100_NATS, ROOM),
    letters=LETTERS,
)
LINK_TIME = Formula(
    key="residency-link-time",
    title="Time the link needs for one step's reads",
    expression=link_time,
    arguments=(B, K, r, N, s, eps),
    unit="s",
    side=Side.EXACT,
    conditions=(AT_MOST_100_NATS,),
    letters=LETTERS,
)
HIDDEN_TIME = Formula(
    key="residency-hidden-time",
    title="What of it the compute hides",
    expression=Min(T, link_time),
    arguments=(B, K, T, r, N, s, eps),
    unit="s",
    side=Side.EXACT,
    conditions=(AT_MOST_100_NATS,),
    letters=LETTERS,
)
WAITING = Formula(
    key="residency-waiting",
    title="What of it a step waits for",
    expression=Max(0, link_time - T),
    arguments=(B, K, T, r, N, s, eps),
    unit="s",
    side=Side.EXACT,
    conditions=(AT_MOST_100_NATS,),
    letters=LETTERS,
)
TOKEN_TIME = Formula(
    key="residency-token-time",
    title="Time from one token to the next, reads in part or within a budget",
    expression=T + Max(0, link_time - T),
    arguments=(B, K, T, r, N, s, eps),
    unit="s",
    side=Side.EXACT,
    conditions=(AT_MOST_100_NATS,),
    letters=LETTERS,
)

RESIDENCY_TIMELINE = Derivation(
    key="residency-timeline",
    title="A step of compute and a step of the link",
    chapter="residency",
    letters=LETTERS,
    assumes=(),
    steps=(
        Step(
            Solve(BALANCE, filled),
            Relation.EQ,
            most,
            because="solving resident + two chunks on their way = HBM for what may stay",
            assumes=(SOME_ROOM,),
        ),
        Step(
            Put(Max(0, Min(exp(-eps), share)), {share: Solve(BALANCE, filled)}),
            Relation.EQ,
            FILLED_SHARE.expression,
            because="putting that in: no less than nothing stays, and no more than is read",
            assumes=(SOME_ROOM,),
        ),
        Step(
            Put(fetched / B, {fetched: brought}),
            Relation.EQ,
            link_time,
            because="putting in what each step lacks of what it reads",
        ),
        Step(
            link_time,
            Relation.LE,
            N * K * (1 - r) / B,
            because="who reads less needs the link no longer than dense reads without a budget",
        ),
        Step(
            Put(Min(T, fetched / B), {fetched: brought}),
            Relation.EQ,
            HIDDEN_TIME.expression,
            because="putting that beside the compute: the shorter of the two is hidden",
        ),
        Step(
            Put(Max(0, waits), {waits: WAIT}),
            Relation.EQ,
            WAITING.expression,
            because="solving compute + waiting = transfer for the waiting, which is never below zero",
        ),
        Step(
            Put(Max(0, link_time - T), {s: Integer(1), eps: Integer(0)}),
            Relation.EQ,
            STALL.expression,
            because="putting dense reads and no budget in gives the waiting of the dense case",
        ),
    ),
    states=Step(
        Put(T + Max(0, waits), {waits: WAIT}),
        Relation.EQ,
        TOKEN_TIME.expression,
        because="putting the waiting beside the compute: together they are the time of a token",
    ),
    formulas=(FILLED_SHARE, LINK_TIME, HIDDEN_TIME, WAITING, TOKEN_TIME),
    rests_on=(RESIDENCY_BALANCE, RESIDENCY_HIDING),
    limits="reads that come back to the same blocks move less; the order within a step is not seen",
    source="own count, the capacity and hiding rows of the constraint table",
)
