"""``attnmem.verify``: the checker run over the book's derivations."""

from collections.abc import Sequence

from attnmem.proof.check import check_all
from attnmem.proof.record import Derivation, Finding
from attnmem.theory import DERIVATIONS, derivation


def verify(keys: Sequence[str] = ()) -> tuple[Finding, ...]:
    """The findings of the named derivations, or of all, each after those it rests on."""
    return check_all(founded([derivation(key) for key in keys] if keys else DERIVATIONS))


def founded(picked: Sequence[Derivation]) -> tuple[Derivation, ...]:
    """The derivations with all they rest on, each once and after its foundations."""
    found: dict[int, Derivation] = {}
    for each in picked:
        for one in (*founded(each.rests_on), each):
            found.setdefault(id(one), one)
    return tuple(found.values())
