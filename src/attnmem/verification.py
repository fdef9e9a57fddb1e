"""``attnmem.verify``: the checker run over the book's derivations."""

from collections.abc import Sequence

from attnmem.proof.check import check_all
from attnmem.proof.record import Finding
from attnmem.theory import DERIVATIONS, derivation


def verify(keys: Sequence[str] = ()) -> tuple[Finding, ...]:
    """The findings of the named derivations, or of all; ``BadInput`` names the nearest key."""
    return check_all([derivation(key) for key in keys] if keys else DERIVATIONS)
