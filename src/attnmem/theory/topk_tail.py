"""The dropped mass alone fixes every distance between kept and full attention.

Bound    exact, for any kept set that carries some mass
Assumes  weights are a softmax, and the kept ones are divided by their sum
Limits   the order is KL(truncated || full); the other order is infinite as soon as anything is dropped
Source   arXiv 2512.07647
"""

from sympy import log

from attnmem.proof.record import Derivation, Formula, Relation, Side, Step
from attnmem.theory.topk_letters import LETTERS, tail

KL_TAIL = Formula(
    key="topk-kl-tail",
    title="Divergence from the dropped mass",
    expression=-log(1 - tail),
    arguments=(tail,),
    unit="nats",
    side=Side.EXACT,
    letters=LETTERS,
)

CHI2_TAIL = Formula(
    key="topk-chi2-tail",
    title="Chi-square distance from the dropped mass",
    expression=tail / (1 - tail),
    arguments=(tail,),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

TOPK_TAIL = Derivation(
    key="topk-tail",
    title="The dropped mass fixes every distance",
    chapter="topk",
    letters=LETTERS,
    assumes=(),
    steps=(Step(-log(1 - tail), Relation.EQ, log(1 / (1 - tail)), because="draft"),),
    states=Step(-log(1 - tail), Relation.EQ, log(1 / (1 - tail)), because="draft"),
    formulas=(KL_TAIL, CHI2_TAIL),
    limits="the order is KL(truncated || full); the other order is infinite as soon as anything is dropped",
    source="arXiv 2512.07647",
)
