"""A block must be sent for as long ahead as the spare part of the link takes to bring it.

Bound    exact
Assumes  the link carries its other traffic at an even rate, and all that is left is spent on the block
Limits   a full link never delivers; bursts of other traffic make the lead longer
Source   own count
"""

from sympy import Symbol

from attnmem.proof.operations import Diff, Put, Solve
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.residency_letters import LETTERS, B, K, M, N, R, moved, r, step

lead, spare = Symbol("lead", positive=True), Symbol("spare", positive=True)
SPARE = Condition(R, True, B)
SPARE_STEP = Condition(moved, True, B * step)
SPARE_RATE = Condition(moved / step, True, B)
HAS_SPARE = Assumption("the link has something to spare", SPARE)
SPARES_A_STEP = (
    Assumption("the link has something to spare beside the decode set", SPARE_STEP),
    Assumption("the same, by the second", SPARE_RATE),
)

LEAD_TIME = Formula(
    key="residency-lead-time",
    title="How far ahead a transfer must start",
    expression=M / (B - R),
    arguments=(M, B, R),
    unit="s",
    side=Side.EXACT,
    conditions=(SPARE,),
    letters=LETTERS,
)
LEAD_STEPS = Formula(
    key="residency-lead-steps",
    title="The same in steps, beside the traffic of a decode set",
    expression=M / (B * step - moved),
    arguments=(M, B, K, step, r, N),
    unit="steps",
    side=Side.EXACT,
    conditions=(SPARE_STEP,),
    letters=LETTERS,
)

RESIDENCY_LEAD = Derivation(
    key="residency-lead",
    title="How far ahead a transfer must start",
    chapter="residency",
    letters=LETTERS,
    assumes=(HAS_SPARE,),
    steps=(
        Step(
            Put(M / (B - R), {R: B - spare}),
            Relation.EQ,
            M / spare,
            because="putting in what the other traffic leaves",
            assumes=(Assumption("no more is spare than there is", Condition(spare, False, B)),),
        ),
        Step(
            Diff(M / spare, spare),
            Relation.EQ,
            -M / spare**2,
            because="the derivative by what is spare: the less is left, the longer the lead",
        ),
        Step(
            Put(M / (B - R) / step, {R: moved / step}),
            Relation.EQ,
            LEAD_STEPS.expression,
            because="putting in the traffic of a decode set, and counting in steps",
            assumes=SPARES_A_STEP,
        ),
    ),
    states=Step(
        Solve((B - R) * lead - M, lead),
        Relation.EQ,
        LEAD_TIME.expression,
        because="solving spare rate times lead = block for the lead",
    ),
    formulas=(LEAD_TIME, LEAD_STEPS),
    limits="a full link never delivers; bursts of other traffic make the lead longer",
    source="own count",
)
