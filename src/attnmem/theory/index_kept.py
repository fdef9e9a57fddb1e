"""Kept over needed: c b/(m d (1 - H2)) for slots of m tokens, d_k d_v b/(n d (1 - H2)) for a state.

Bound    upper, on how far a layer can lie above the bound; below one it cannot recall every value
Assumes  one query-blind memory per layer, values of d entries of one bit each
Limits   above one is necessary, not sufficient; a layer alone, not a model
Source   own derivation
"""

from sympy import Integer, Symbol

from attnmem.proof.operations import Put, Solve
from attnmem.proof.record import Derivation, Formula, Relation, Side, Step
from attnmem.theory.index_bits import (
    INDEX_BITS_FORMULA,
    INDEX_BITS_PER_TOKEN,
    INDEX_STATE_EXHAUSTED,
    SOMETHING_LEFT,
    kept,
)
from attnmem.theory.index_letters import LETTERS, b, c, d, delta, dk, dv, m, n

each = Symbol("each", positive=True)  # tokens per entry, of which a state has less than one
held, needed, tokens, share = (Symbol(name, positive=True) for name in ("held", "needed", "tokens", "share"))

SLOT_BITS = Formula(
    key="index-slot-bits",
    title="Bits that pooled or folded entries keep for each token",
    expression=c * b / m,
    arguments=(c, m, b),
    unit="bits per token",
    side=Side.EXACT,
    letters=LETTERS,
)

SLOT_SHARE = Formula(
    key="index-slot-share",
    title="Bits kept by pooled or folded entries, over bits needed",
    expression=c * b / (m * INDEX_BITS_PER_TOKEN.expression),
    arguments=(c, m, b, d, delta),
    unit="1",
    side=Side.UPPER,
    letters=LETTERS,
)

STATE_BITS = Formula(
    key="index-state-bits",
    title="Bits that a state of fixed size keeps",
    expression=dk * dv * b,
    arguments=(dk, dv, b),
    unit="bits",
    side=Side.EXACT,
    letters=LETTERS,
)

STATE_SHARE = Formula(
    key="index-state-share",
    title="Bits kept by a state, over bits needed",
    expression=dk * dv * b / INDEX_BITS_FORMULA.expression,
    arguments=(n, dk, dv, b, d, delta),
    unit="1",
    side=Side.UPPER,
    letters=LETTERS,
)

INDEX_KEPT = Derivation(
    key="index-kept",
    title="Bits kept over bits needed",
    chapter="index_bound",
    letters=LETTERS,
    assumes=(SOMETHING_LEFT,),
    steps=(
        Step(
            Solve(held * m - c * b, held),
            Relation.EQ,
            SLOT_BITS.expression,
            because="solving for what each of m tokens has of an entry of c numbers of b bits",
        ),
        Step(
            Put(c * b / each, {c: dk, each: 1 / dv}),
            Relation.EQ,
            STATE_BITS.expression,
            because="putting in a state: one entry of d_k numbers for each of its d_v columns",
        ),
        Step(
            Put(held / needed, {held: Solve(held * m - c * b, held), needed: d * kept}),
            Relation.EQ,
            SLOT_SHARE.expression,
            because="solving for those bits over the bits needed",
        ),
        Step(
            Put(Solve(share * needed - held, share), {held: dk * dv * b, needed: d * kept * n}),
            Relation.EQ,
            STATE_SHARE.expression,
            because="solving for the share of the bits needed that a state holds: it falls as tokens come in",
        ),
    ),
    states=Step(
        Put(dk * dv * b / (tokens * d * kept), {tokens: INDEX_STATE_EXHAUSTED.expression}),
        Relation.EQ,
        Integer(1),
        because="putting in the tokens at which a state is exhausted: there the share is one",
    ),
    formulas=(SLOT_BITS, SLOT_SHARE, STATE_BITS, STATE_SHARE),
    limits="above one is necessary, not sufficient; a layer alone, not a model",
    source="own derivation",
)
