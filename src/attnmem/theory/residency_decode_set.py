"""What a link can bring per step, divided by what each sequence misses, is how many sequences can decode.

Bound    exact, as a real number: its whole part is the largest decode set
Assumes  every sequence reads all of its keys and values in each step; equal sequences; what is missing moves
Limits   the link alone; capacity, hiding and latency may allow fewer
Source   own count, the sustainability row of the constraint table
"""

from sympy import Symbol

from attnmem.proof.operations import Solve, Summation
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.residency_letters import LETTERS, SOME_MOVES, STREAMS, B, K, N, i, moved, r, step

served = Symbol("served", positive=True)
largest = B * step / ((1 - r) * K)

TRAFFIC = Formula(
    key="residency-traffic",
    title="Rate at which a decode set needs its missing part",
    expression=moved / step,
    arguments=(N, K, step, r),
    unit="B/s",
    side=Side.EXACT,
    letters=LETTERS,
)

DECODE_SET = Formula(
    key="residency-decode-set",
    title="Largest decode set that a link sustains",
    expression=largest,
    arguments=(B, K, step, r),
    unit="sequences",
    side=Side.EXACT,
    conditions=(SOME_MOVES,),
    letters=LETTERS,
)

WITHIN = Assumption("no more sequences than that", Condition(served, False, largest))
BEYOND = Assumption("more sequences than that", Condition(largest, True, served))

MOVED = Step(
    Summation((1 - r) * K / step, (i, 1, N)),
    Relation.EQ,
    moved / step,
    because="summing what each sequence reads and does not find in HBM, once per step",
)
NEEDS = Step(
    served * (1 - r) * K / step,
    Relation.LE,
    B,
    because="as many sequences or fewer need no more than the link carries",
    assumes=(STREAMS, WITHIN),
    attained={served: largest},
)
TOO_MANY = Step(
    served * (1 - r) * K / step,
    Relation.GE,
    B,
    because="and every further sequence needs more than it carries",
    assumes=(STREAMS, BEYOND),
)

RESIDENCY_DECODE_SET = Derivation(
    key="residency-decode-set",
    title="How many sequences a link sustains",
    chapter="residency",
    letters=LETTERS,
    assumes=(STREAMS,),
    steps=(MOVED, NEEDS, TOO_MANY),
    states=Step(
        Solve(served * (1 - r) * K / step - B, served),
        Relation.EQ,
        largest,
        because="solving traffic = link for the number of sequences",
    ),
    formulas=(TRAFFIC, DECODE_SET),
    limits="the link alone; capacity, hiding and latency may allow fewer",
    source="own count, the sustainability row of the constraint table",
)
