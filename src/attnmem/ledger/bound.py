"""What a memory that does not know the query would need for arbitrary values, beside what each layer keeps.

Width   value elements a token: KV heads × value width (full, window), query heads × v_head_dim (latent,
        delta rule), the one shared vector (compressed layers), for which it is the value count only
Tokens  all of them, or those within the window
Source  arXiv 2502.15955 for the reduction from INDEX; the constant 1 − H2(delta) by Fano's inequality
Limits  being above is necessary for exact recall of any token's values, not sufficient
"""

from dataclasses import dataclass
from fractions import Fraction

from attnmem.errors import BadInput, NotUnderstood
from attnmem.ledger.account import Account, RowNumbers
from attnmem.ledger.streams import streams

FORMULA = "index-bits"


@dataclass(frozen=True, slots=True)
class Bound:
    """Bits of one layer: needed (None where the file does not give the value width) and kept."""

    numbers: RowNumbers
    tokens: int
    width: int | None
    needed: float | None
    kept: Fraction


def bounds(found: Account, delta: float) -> tuple[Bound, ...]:
    """One bound for each row of layers that stores something."""
    if not 0 < delta < 0.5:
        raise BadInput(f"--delta is {delta}; need an error rate between 0 and 1/2")
    kept = [
        numbers
        for numbers in found.rows
        if numbers.row.count and streams(numbers.row.layer, found.terms.engine)
    ]
    return tuple(_bound(found, numbers, delta) for numbers in kept)


def _bound(found: Account, numbers: RowNumbers, delta: float) -> Bound:
    layer = numbers.row.layer
    tokens = found.tokens if layer.cap is None else min(found.tokens, layer.cap.value)
    width = None if layer.values is None else layer.values.elements
    needed = None if width is None else index_bits(tokens, width, delta)
    bytes_kept = sum(
        s.entries(found.tokens) * found.terms.format(s.role).bytes(s.parts)
        for s in streams(layer, found.terms.engine)
    )
    return Bound(numbers, tokens, width, needed, 8 * Fraction(bytes_kept))


def index_bits(tokens: int, width: int, delta: float) -> float:
    """The theory's bound, loaded only here: nothing else in the ledger needs algebra."""
    try:
        from attnmem.evaluation import evaluate
        from attnmem.theory import formula

        formula(FORMULA)
    except (ImportError, BadInput):
        raise NotUnderstood(
            f"the bound needs the formula {FORMULA}, which is not among the derivations"
        ) from None
    return float(evaluate(FORMULA, n=tokens, d=width, delta=str(delta)))
