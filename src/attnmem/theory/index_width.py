"""Some keys of d signs are told apart from a scale on that n, d and the error of the answers fix.

Bound    upper, on the scale that some set of n sign keys needs
Assumes  sign keys as coherent as the union bound allows, chosen once and for all
Limits   existence, not a construction; keys drawn at random are often less coherent and need less
Source   own derivation
"""

from sympy import Symbol, log, sqrt

from attnmem.proof.operations import Put, Solve
from attnmem.proof.record import Assumption, Derivation, Formula, Relation, Side, Step
from attnmem.theory.index_keys import SIGN_COHERENCE
from attnmem.theory.index_letters import LETTERS, WIDE_ENOUGH, C, d, eta, mu, n
from attnmem.theory.index_scale import INDEX_SCALE_SIGN

need, keep = Symbol("need", positive=True), Symbol("keep", positive=True)

INDEX_SCALE_WIDTH = Formula(
    key="index-scale-width",
    title="Query scale that tells the cases apart, sign keys of a width",
    expression=INDEX_SCALE_SIGN.expression.xreplace({mu: SIGN_COHERENCE.expression}),
    arguments=(n, d, eta),
    unit="1",
    side=Side.UPPER,
    conditions=(WIDE_ENOUGH,),
    letters=LETTERS,
)

INDEX_WIDTH = Derivation(
    key="index-width",
    title="The scale that a head width needs",
    chapter="index_bound",
    letters=LETTERS,
    assumes=(),
    steps=(
        Step(
            Put(Solve(need - C * keep, C), {keep: 1 - mu}),
            Relation.EQ,
            need / (1 - mu),
            because="solving for the scale at which the gap between keys makes up for what is needed",
        ),
    ),
    states=Step(
        Put(
            need / (1 - mu),
            {need: log(n) + log((1 + eta) / (1 - eta)), mu: sqrt((4 * log(n) - 2 * log(2)) / d)},
        ),
        Relation.EQ,
        INDEX_SCALE_WIDTH.expression,
        because="putting in the coherence that some keys of this width stay below",
        assumes=(Assumption("the width is enough to tell keys apart", WIDE_ENOUGH),),
    ),
    formulas=(INDEX_SCALE_WIDTH,),
    limits="existence, not a construction; keys drawn at random are often less coherent and need less",
    source="own derivation",
)
