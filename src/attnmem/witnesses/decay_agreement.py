"""Lifetimes counted token by token, beside the ones that the formula gives."""

from math import ceil

from attnmem.witnesses.decay import counted_lifetime
from attnmem.witnesses.topk_identities import compiled

LOST = (0.5, 0.1, 0.01, 0.001, 0.0001)


def counted_table(threshold: float = 0.01) -> tuple[dict[str, float], ...]:
    """Lifetimes to a threshold: told, rounded up to whole tokens, and counted."""
    told = [float(compiled("decay-lifetime-complement")(lost, threshold)) for lost in LOST]
    return tuple(
        {
            "lost per token": lost,
            "formula": life,
            "rounded up": ceil(life),
            "counted": counted_lifetime(1 - lost, threshold),
        }
        for lost, life in zip(LOST, told, strict=True)
    )
