"""The columns that a causal convolution keeps between steps, by both conventions.

Engines keep the K − 1 columns that the next step needs; the reference code and Hugging Face caches keep K.
"""

from attnmem.ledger.layer import Part, Parts, part
from attnmem.ledger.traced import Traced


def columns(channels: Part, kernel: Traced) -> tuple[Parts, Parts]:
    """``channels`` × (K − 1), and × K."""
    kept = part(channels.name, channels.heads, channels.width * (kernel - 1))
    return (kept,), (part(channels.name, channels.heads, channels.width * kernel),)


def both(*pieces: tuple[Parts, Parts]) -> tuple[Parts, Parts]:
    """Several convolutions side by side."""
    return tuple(p for kept, _ in pieces for p in kept), tuple(p for _, full in pieces for p in full)
