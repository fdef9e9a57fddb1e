"""What an engine keeps of a layer, as streams of entries: each grows with the tokens, fills a window, or is
fixed.

``payload``   windows keep their window, latents stay latents
``uniform``   nothing is capped: an engine without window management
``unpacked``  latents are kept as the keys and values of every query head
"""

from dataclasses import dataclass
from enum import StrEnum

from attnmem.errors import NotUnderstood
from attnmem.ledger.layer import Kind, Layer, Parts


class Engine(StrEnum):
    """How an engine lays out what a model needs."""

    PAYLOAD = "payload"
    UNIFORM = "uniform"
    UNPACKED = "unpacked"


class Role(StrEnum):
    """Which format a stream is kept in."""

    KV = "kv"
    INDEX = "index"
    STATE = "state"
    CONV = "conv"
    COMPRESSOR = "compressor"


@dataclass(frozen=True, slots=True)
class Stream:
    """Entries of ``parts``: one per ``per`` tokens, at most ``cap``; ``per`` 0 means one from the start."""

    role: Role
    parts: Parts
    per: int = 0
    cap: int | None = None

    def entries(self, tokens: int) -> int:
        if not self.per:
            return 1
        whole = tokens // self.per
        return whole if self.cap is None else min(whole, self.cap)

    def allocated(self, tokens: int, page: int) -> int:
        """Entries reserved when tokens come in pages; a block that is not closed yet has its place."""
        if not self.per or page == 1:
            return self.entries(tokens)
        kept = tokens if self.cap is None else min(tokens, self.cap * self.per)
        return -(-(-(-kept // page) * page) // self.per)

    @property
    def grows(self) -> bool:
        return self.per > 0 and self.cap is None


def streams(layer: Layer, engine: Engine) -> tuple[Stream, ...]:
    """All streams of a layer that stores."""
    found = [*_entries(layer, engine)]
    fixed = ((Role.STATE, layer.state), (Role.CONV, layer.conv), (Role.COMPRESSOR, layer.compressor))
    found += [Stream(role, parts) for role, parts in fixed if parts]
    return tuple(found)


def _entries(layer: Layer, engine: Engine) -> tuple[Stream, ...]:
    capped = engine is not Engine.UNIFORM
    per = layer.tokens_per_entry.value
    cap = layer.cap.value if layer.cap is not None and capped else None
    parts, found = kept_parts(layer, engine), []
    if parts:
        found.append(Stream(Role.KV, parts, per, cap))
    if layer.raw is not None:
        found.append(Stream(Role.KV, parts, 1, layer.raw.value if capped else None))
    if layer.index:
        found.append(Stream(Role.INDEX, layer.index, per, cap))
    return tuple(found)


def kept_parts(layer: Layer, engine: Engine) -> Parts:
    """The parts of one entry as the engine keeps it."""
    if engine is not Engine.UNPACKED or layer.kind is not Kind.MLA:
        return layer.entry
    if not layer.unpacked:
        raise NotUnderstood(
            "unpacking needs num_attention_heads, qk_nope_head_dim and v_head_dim; not all are given"
        )
    return layer.unpacked
