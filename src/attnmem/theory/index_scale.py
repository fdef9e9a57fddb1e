"""Both cases stay apart under a relative error eta once C (1 - 2 eps) exceeds ln n + ln((1 + eta)/(1 - eta)).

Bound    lower, on the query scale that is sure to suffice
Assumes  keys within eps of orthonormal, or of length one with coherence mu
Limits   sufficient for Bob; random keys and bits are read at a smaller scale
Source   own derivation; the scale 2 ln n/(1 - 2 eps): Haris and Onak, arXiv 2502.15955
"""

from sympy import Integer, Symbol, exp, log

from attnmem.proof.operations import Put, Solve
from attnmem.proof.record import Derivation, Formula, Relation, Side, Step
from attnmem.theory.index_letters import LETTERS, C, epsilon, eta, mu, n

A, B, ratio, keep = (Symbol(name, positive=True) for name in ("A", "B", "ratio", "keep"))
wanted = Symbol("wanted", nonnegative=True)
extra = Symbol("extra", nonnegative=True)

need = log(n) + log((1 + eta) / (1 - eta))

INDEX_SCALE_FORMULA = Formula(
    key="index-scale",
    title="Query scale that tells the cases apart, keys almost orthonormal",
    expression=need / (1 - 2 * epsilon),
    arguments=(n, eta, epsilon),
    unit="1",
    side=Side.LOWER,
    letters=LETTERS,
)

INDEX_SCALE_SIGN = Formula(
    key="index-scale-sign",
    title="Query scale that tells the cases apart, keys of length one",
    expression=need / (1 - mu),
    arguments=(n, eta, mu),
    unit="1",
    side=Side.LOWER,
    letters=LETTERS,
)

INDEX_SCALE_PAPER = Formula(
    key="index-scale-paper",
    title="Query scale at which the cases differ by a factor n",
    expression=2 * log(n) / (1 - 2 * epsilon),
    arguments=(n, epsilon),
    unit="1",
    side=Side.LOWER,
    letters=LETTERS,
)

INDEX_SCALE = Derivation(
    key="index-scale",
    title="How loudly Bob must ask",
    chapter="index_bound",
    letters=LETTERS,
    assumes=(),
    steps=(
        Step(
            Put((1 - eta) * A / (A + B) - (1 + eta) * B / (A + B), {B: ratio * A}),
            Relation.EQ,
            (1 - eta - (1 + eta) * ratio) / (1 + ratio),
            because="putting in the ratio of the two weights: the cases stay apart while this is positive",
        ),
        Step(
            Solve(1 - eta - (1 + eta) * ratio, ratio),
            Relation.EQ,
            (1 - eta) / (1 + eta),
            because="solving for the ratio at which the cases touch",
        ),
        Step(
            Put(log(B / A), {A: exp(C * (1 - epsilon)), B: n * exp(C * epsilon)}),
            Relation.EQ,
            log(n) - C * (1 - 2 * epsilon),
            because="putting both weights in: the ratio falls by 1 - 2 eps for each unit of scale",
        ),
        Step(
            Put(log(B / A), {A: exp(C), B: n * exp(C * mu)}),
            Relation.EQ,
            log(n) - C * (1 - mu),
            because="putting in keys of length one and coherence mu",
        ),
        Step(
            Put(Solve(log(n) + wanted - C * keep, C), {wanted: log((1 + eta) / (1 - eta)), keep: 1 - mu}),
            Relation.EQ,
            INDEX_SCALE_SIGN.expression,
            because="solving for the scale at which such keys are told apart",
        ),
        Step(
            Put(log(n) - C * keep, {C: (log(n) + wanted) / keep + extra}),
            Relation.LE,
            -wanted,
            because="putting in any larger scale: the ratio only falls, so the cases stay apart",
            attained={extra: Integer(0)},
        ),
        Step(
            Put(Solve(log(n) + wanted - C * keep, C), {wanted: log(n), keep: 1 - 2 * epsilon}),
            Relation.EQ,
            INDEX_SCALE_PAPER.expression,
            because="solving for the scale at which the outputs of the two cases differ by a factor n",
        ),
        Step(
            Put((1 - eta) / (1 + eta), {eta: (n - 1) / (n + 1)}),
            Relation.EQ,
            1 / n,
            because="putting in the largest error that this scale forgives",
        ),
    ),
    states=Step(
        Put(
            Solve(log(n) + wanted - C * keep, C), {wanted: log((1 + eta) / (1 - eta)), keep: 1 - 2 * epsilon}
        ),
        Relation.EQ,
        INDEX_SCALE_FORMULA.expression,
        because="solving for the scale at which the ratio is the largest one that keeps the cases apart",
    ),
    formulas=(INDEX_SCALE_FORMULA, INDEX_SCALE_SIGN, INDEX_SCALE_PAPER),
    limits="sufficient for Bob; random keys and bits are read at a smaller scale",
    source="own derivation; the scale 2 ln n/(1 - 2 eps): Haris and Onak, arXiv 2502.15955",
)
