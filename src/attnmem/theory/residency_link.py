"""A link that keeps its limit in every step keeps it on average: sustainability follows.

Bound    upper, on the bytes of a plan
Assumes  the link's rate may change from step to step; the long-run limit is the mean of those rates
Limits   the converse fails: a burst breaks one step's limit and leaves the average alone
Source   own count, the link and sustainability rows of the constraint table
"""

from sympy import IndexedBase, Integer, Sum

from attnmem.proof.operations import Summation
from attnmem.proof.record import Derivation, Formula, Relation, Side, Step, Wrong
from attnmem.theory.residency_letters import LETTERS, B, step, steps, t

rate = IndexedBase("w", positive=True)  # what it carries in step t, in bytes/s
unused = IndexedBase("u", nonnegative=True)  # bytes it could have carried in step t and did not

CARRIED = Formula(
    key="residency-link-budget",
    title="Bytes a link carries in a plan",
    expression=B * step * steps,
    arguments=(B, step, steps),
    unit="B",
    side=Side.UPPER,
    letters=LETTERS,
)

BUDGET = Step(
    Summation(B * step, (t, 1, steps)),
    Relation.EQ,
    B * step * steps,
    because="summing one even rate over the steps",
)
SENT = Step(
    Summation(rate[t] * step - unused[t], (t, 1, steps)),
    Relation.EQ,
    step * Sum(rate[t], (t, 1, steps)) - Sum(unused[t], (t, 1, steps)),
    because="summing what is sent: what each step allows less what it leaves unused",
)

BURST = Wrong(
    Step(
        2 * B * step,
        Relation.LE,
        B * step,
        because="two steps, one with twice the limit and one with nothing: the mean is the limit",
    ),
    text="link and sustainability are two rows of one table: the mean is kept, the step is not",
    source="figure 7.2, the lossless and lossy boundary",
)

RESIDENCY_LINK = Derivation(
    key="residency-link",
    title="Sustainability follows from the link",
    chapter="residency",
    letters=LETTERS,
    assumes=(),
    steps=(BUDGET, SENT),
    states=Step(
        Sum(rate[t] * step - unused[t], (t, 1, steps)),
        Relation.LE,
        step * Sum(rate[t], (t, 1, steps)),
        because="what is left unused is never negative, so the mean rate is kept",
        attained={unused[t]: Integer(0)},
    ),
    formulas=(CARRIED,),
    limits="the converse fails: a burst breaks one step's limit and leaves the average alone",
    source="own count, the link and sustainability rows of the constraint table",
    wrong=(BURST,),
)
