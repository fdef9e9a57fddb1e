"""A newcomer waits for a place, is prefilled, and decodes one step: the first token's time in closed form.

Bound    upper, attained by one who comes just after a place was taken
Assumes  equal answers that end evenly spaced; nobody else is waiting; prefill follows the waiting, and slows
         no step of those who decode
Limits   arrivals faster than answers end make a queue that no closed form here covers
Source   own count, the quality-of-service row of the constraint table
"""

from sympy import Integer, Symbol

from attnmem.proof.operations import Put, Solve
from attnmem.proof.record import Derivation, Formula, Relation, Side, Step
from attnmem.theory.residency_letters import AT_MOST_100_NATS, LETTERS, B, D, F, K, L, N, T, eps, r, s
from attnmem.theory.residency_timeline import RESIDENCY_TIMELINE, TOKEN_TIME

gap, token = Symbol("gap", positive=True), Symbol("token", positive=True)
elapsed = Symbol("elapsed", nonnegative=True)
late = Symbol("late", positive=True)

wait = L * TOKEN_TIME.expression / N
first = F + (1 + L / N) * TOKEN_TIME.expression

PLACE_TIME = Formula(
    key="residency-place-time",
    title="Time until a place is free, at most",
    expression=wait,
    arguments=(B, K, T, r, N, s, eps, L),
    unit="s",
    side=Side.UPPER,
    conditions=(AT_MOST_100_NATS,),
    letters=LETTERS,
)
FIRST_TOKEN = Formula(
    key="residency-first-token",
    title="Time to the first token, at most",
    expression=first,
    arguments=(B, K, T, r, N, s, eps, L, F),
    unit="s",
    side=Side.UPPER,
    conditions=(AT_MOST_100_NATS,),
    letters=LETTERS,
)
FIRST_LOAD = Formula(
    key="residency-first-token-load",
    title="Time to the first token over what was promised",
    expression=first / D,
    arguments=(B, K, T, r, N, s, eps, L, F, D),
    unit="1",
    side=Side.UPPER,
    conditions=(AT_MOST_100_NATS,),
    letters=LETTERS,
)
RESIDENCY_FIRST_TOKEN = Derivation(
    key="residency-first-token",
    title="The time to the first token",
    chapter="residency",
    letters=LETTERS,
    assumes=(),
    steps=(
        Step(
            Solve(N * gap - L * token, gap),
            Relation.EQ,
            L * token / N,
            because="solving places times distance = length of an answer for the distance of two ends",
        ),
        Step(
            F + token + L * token / N - elapsed,
            Relation.LE,
            F + token + L * token / N,
            because="prefill, one step, and the wait for the next end: less for who comes later",
            attained={elapsed: Integer(0)},
        ),
        Step(
            Put(L * token / N, {token: TOKEN_TIME.expression}),
            Relation.EQ,
            wait,
            because="putting in the time of a token",
        ),
        Step(
            Solve(late * D - first, late),
            Relation.EQ,
            FIRST_LOAD.expression,
            because="solving promised times this = time for how late the first token is",
        ),
    ),
    states=Step(
        Put(F + token + L * token / N, {token: TOKEN_TIME.expression}),
        Relation.EQ,
        first,
        because="putting it into prefill, one step and the longest wait: no first token comes later",
    ),
    formulas=(PLACE_TIME, FIRST_TOKEN, FIRST_LOAD),
    rests_on=(RESIDENCY_TIMELINE,),
    limits="arrivals faster than answers end make a queue that no closed form here covers",
    source="own count, the quality-of-service row of the constraint table",
)
