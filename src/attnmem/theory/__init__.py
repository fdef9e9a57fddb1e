"""Every result of the book, in reading order: one module each, one tuple of all."""

from attnmem.errors import BadInput, unknown
from attnmem.proof.record import Derivation, Formula
from attnmem.theory.attention_sink import ATTENTION_SINK
from attnmem.theory.topk_bucket import TOPK_BUCKET
from attnmem.theory.topk_budget import TOPK_BUDGET
from attnmem.theory.topk_gap import TOPK_GAP
from attnmem.theory.topk_output import TOPK_OUTPUT
from attnmem.theory.topk_tail import TOPK_TAIL

DERIVATIONS: tuple[Derivation, ...] = (
    TOPK_TAIL,
    TOPK_GAP,
    TOPK_BUDGET,
    ATTENTION_SINK,
    TOPK_OUTPUT,
    TOPK_BUCKET,
)

FORMULAS: tuple[Formula, ...] = tuple(f for d in DERIVATIONS for f in d.formulas)


def formula(key: str) -> Formula:
    """The named formula; ``BadInput`` with the nearest keys if there is none."""
    for found in FORMULAS:
        if found.key == key:
            return found
    raise BadInput(unknown("formula", key, (f.key for f in FORMULAS)))


def derivation(key: str) -> Derivation:
    """The named derivation; ``BadInput`` with the nearest keys if there is none."""
    for found in DERIVATIONS:
        if found.key == key:
            return found
    raise BadInput(unknown("derivation", key, (d.key for d in DERIVATIONS)))
