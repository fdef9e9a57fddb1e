"""HBM and one step of the link together hold what the decode set reads: that bounds how many can decode.

Bound    upper, on the number of sequences
Assumes  dense reads, equal sequences; what is not resident comes over the link once per step
Limits   attained with the resident share at which both are full, if what is in flight takes no room
Source   own count, the capacity and link rows of the constraint table
"""

from sympy import Integer, Symbol

from attnmem.proof.operations import Put, Solve
from attnmem.proof.record import Derivation, Formula, Relation, Side, Step
from attnmem.theory.residency_letters import LETTERS, B, C, K, N, c, moved, r, step

share = C / (C + B * step)
most = (C + B * step) / K
flying, served = Symbol("flying", nonnegative=True), Symbol("served", real=True)
free, unused = Symbol("free", nonnegative=True), Symbol("unused", nonnegative=True)

HBM_USED = Formula(
    key="residency-hbm-used",
    title="HBM with two chunks in flight",
    expression=N * K * (r + 2 * (1 - r) / c),
    arguments=(K, r, N, c),
    unit="B",
    side=Side.EXACT,
    letters=LETTERS,
)
SERVED = Formula(
    key="residency-served",
    title="Largest decode set of HBM and link together",
    expression=most,
    arguments=(C, B, K, step),
    unit="sequences",
    side=Side.UPPER,
    letters=LETTERS,
)
BALANCED_SHARE = Formula(
    key="residency-balanced-share",
    title="Resident part at which HBM and link are full together",
    expression=share,
    arguments=(C, B, step),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

RESIDENCY_BALANCE = Derivation(
    key="residency-balance",
    title="HBM plus one step of the link",
    chapter="residency",
    letters=LETTERS,
    assumes=(),
    steps=(
        Step(
            Put(N * r * K + 2 * flying, {flying: moved / c}),
            Relation.EQ,
            HBM_USED.expression,
            because="putting in the chunk that is read and the one that arrives: both take room",
        ),
        Step(
            HBM_USED.expression,
            Relation.GE,
            N * r * K,
            because="what is in flight takes room as well",
            attained={r: Integer(1)},
        ),
        Step(
            Solve(C / (r * K) - B * step / ((1 - r) * K), r),
            Relation.EQ,
            share,
            because="solving for the part at which capacity and link allow the same number",
        ),
    ),
    states=Step(
        Solve(served * K - (C - free) - (B * step - unused), served),
        Relation.LE,
        most,
        because="solving read = resident + moved: what is left free in either serves nobody",
        attained={free: Integer(0), unused: Integer(0)},
    ),
    formulas=(HBM_USED, SERVED, BALANCED_SHARE),
    limits="attained with the resident share at which both are full, if what is in flight takes no room",
    source="own count, the capacity and link rows of the constraint table",
)
