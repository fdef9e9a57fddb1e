"""Under dense attention which block of a sequence stays is never a decision; only how many.

Bound    exact, on HBM; lower, on the bytes that any choice of blocks moves
Assumes  dense reads; the blocks of one sequence have equal size
Limits   between sequences it is a decision, and so is when; blocks of other sizes are packed, not counted
Source   own proof
"""

from sympy import IndexedBase, Integer, Sum, Symbol
from sympy import symbols as letters

from attnmem.proof.operations import Put, Solve, Summation
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.residency_letters import LETTERS, M, b, n, r

held = IndexedBase("x", real=True)  # 1 where block b is in HBM now, 0 where it is not
next_held = IndexedBase("y", real=True)  # the same, one step later
evicted = IndexedBase("e", nonnegative=True)  # how much of block b leaves in between
was, now, out, come = letters("was now out come", real=True)
fewer, more = (Symbol(name, integer=True, positive=True) for name in ("fewer", "more"))
amount, missing, part = (Symbol(name, nonnegative=True) for name in ("amount", "missing", "part"))

GROWS = Assumption("the sequence holds more than before", Condition(fewer, False, more))

RESIDENT_PART = Formula(
    key="residency-amount-bytes",
    title="HBM that a sequence holds",
    expression=M * n * r,
    arguments=(M, r, n),
    unit="B",
    side=Side.EXACT,
    letters=LETTERS,
)

HELD = Step(
    Summation(M * held[b], (b, 1, n)),
    Relation.EQ,
    M * Sum(held[b], (b, 1, n)),
    because="summing equal sizes: HBM depends on the number of blocks held, not on which",
)
FRONT = Step(
    Summation(M, (b, 1, fewer)),
    Relation.EQ,
    M * fewer,
    because="summing the first blocks of the sequence instead: the same number, the same bytes",
)
GAIN = Step(
    Summation(M, (b, fewer + 1, more)),
    Relation.EQ,
    M * (more - fewer),
    because="summing what is added at the end of them: filling from the front moves just the gain",
    assumes=(GROWS,),
)
FETCHED = Step(
    Solve(was + come - out - now, come),
    Relation.EQ,
    now - was + out,
    because="solving had + came - left = has for what came: each block obeys that",
)
MOVED = Step(
    Summation(M * (next_held[b] - held[b] + evicted[b]), (b, 1, n)),
    Relation.EQ,
    M * Sum(next_held[b], (b, 1, n)) - M * Sum(held[b], (b, 1, n)) + M * Sum(evicted[b], (b, 1, n)),
    because="summing over the blocks: the gain of the sequence, and whatever left it in the same step",
)
SHARE = Step(
    Put(M * amount, {amount: n * r}),
    Relation.EQ,
    RESIDENT_PART.expression,
    because="putting in a part of its blocks",
)
ROUND = Step(
    Put(M * (amount + missing) - M * amount, {missing: 1 - part}),
    Relation.LE,
    M,
    because="putting in what a part lacks to a whole block: rounding an amount up costs at most one",
    assumes=(Assumption("a part is no more than a whole", Condition(part, False, Integer(1))),),
    attained={part: Integer(0)},
)

RESIDENCY_DENSE = Derivation(
    key="residency-dense",
    title="Which block is never a decision",
    chapter="residency",
    letters=LETTERS,
    assumes=(),
    steps=(HELD, FRONT, GAIN, FETCHED, MOVED, SHARE, ROUND),
    states=Step(
        M * Sum(next_held[b] - held[b] + evicted[b], (b, 1, n)),
        Relation.GE,
        M * Sum(next_held[b], (b, 1, n)) - M * Sum(held[b], (b, 1, n)),
        because="no choice of blocks moves less than the gain, which filling from the front moves",
        attained={evicted[b]: Integer(0)},
    ),
    formulas=(RESIDENT_PART,),
    limits="between sequences it is a decision, and so is when; unequal blocks are packed, not counted",
    source="own proof",
)
