"""What one attention layer keeps of a sequence, and a model as the row of its layers."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from attnmem.ledger.traced import Read, Traced, traced


class Kind(StrEnum):
    """How a layer remembers."""

    FULL = "full"
    WINDOW = "window"
    CHUNK = "chunk"
    MLA = "mla"
    CSA = "csa"
    HCA = "hca"
    MSA = "msa"
    RECURRENT = "recurrent"
    HYBRID = "hybrid"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Part:
    """Equal slices of ``width`` elements, one per head; a device gets whole heads.

    A part with one head (a latent, an index key) cannot be divided, so every device keeps a copy.
    ``rotary`` elements of each slice stay at 16 bits in formats that pack the rest.
    """

    name: str
    heads: Traced
    width: Traced
    rotary: int = 0

    @property
    def elements(self) -> int:
        return self.heads.value * self.width.value

    @property
    def traced(self) -> Traced:
        return self.width if self.heads.value == 1 and not self.heads.reads else self.heads * self.width

    def on_device(self, devices: int) -> "Part":
        """The largest share that one of ``devices`` keeps."""
        return replace(self, heads=traced(-(-self.heads.value // devices)))


def part(name: str, heads: Traced | int, width: Traced | int, rotary: int = 0) -> Part:
    return Part(name, traced(heads), traced(width), rotary)


Parts = tuple[Part, ...]


def elements(parts: Parts) -> int:
    return sum(one.elements for one in parts)


def summed(parts: Parts) -> Traced:
    """The elements of several parts with the formula that gave them."""
    total = parts[0].traced if parts else traced(0)
    for one in parts[1:]:
        total = total + one.traced
    return total


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One layer.

    ``entry`` is what one stored entry takes, an entry stands for ``tokens_per_entry`` tokens and at most
    ``cap`` of them are kept; ``raw`` further entries of single tokens are kept beside a compressed stream.
    ``topk`` is the most entries a query addresses in the main stream, chosen in blocks of ``block``. A
    layer with a ``source`` reads what that layer stored and keeps nothing itself.
    """

    kind: Kind
    entry: Parts = ()
    unpacked: Parts = ()
    index: Parts = ()
    tokens_per_entry: Traced = field(default_factory=lambda: traced(1))
    cap: Traced | None = None
    raw: Traced | None = None
    topk: Traced | None = None
    block: Traced | None = None
    state: Parts = ()
    conv: Parts = ()
    conv_k: Parts = ()
    compressor: Parts = ()
    values: Part | None = None
    rule: str = ""
    reads: tuple[Read, ...] = ()
    source: int | None = None

    @property
    def stores(self) -> bool:
        return self.source is None

    def entries(self, tokens: int, *, capped: bool = True) -> int:
        """Entries of the main stream after that many tokens; a pooled entry exists once its block closes."""
        if not self.entry:
            return 0
        whole = tokens // self.tokens_per_entry.value
        return min(whole, self.cap.value) if capped and self.cap is not None else whole

    def raw_entries(self, tokens: int, *, capped: bool = True) -> int:
        """Entries of single tokens kept beside the main stream."""
        if self.raw is None:
            return 0
        return min(tokens, self.raw.value) if capped else tokens

    def reach(self, tokens: int) -> int:
        """Entries one query addresses."""
        kept = self.entries(tokens)
        return (min(kept, self.topk.value) if self.topk is not None else kept) + self.raw_entries(tokens)

    def units(self, tokens: int) -> int:
        """Pieces of the history that a query can tell apart: its entries, or one for a recurrent layer."""
        if self.entry:
            return self.entries(tokens)
        return 1 if self.state or self.conv else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """A model as the ledger sees it: its layers in order, and how the file was understood."""

    name: str
    layers: tuple[Layer, ...]
    context: Traced | None = None
    made_for: Traced | None = None
    drafts: Traced | None = None
    unknown_type: str | None = None
    kv_format: tuple[str, tuple[Read, ...]] | None = None
    state_format: tuple[str, tuple[Read, ...]] | None = None
    reads: tuple[Read, ...] = ()
    unread: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """Layers of one shape: those that store, and those that only read what another stored."""

    layer: Layer
    positions: tuple[int, ...]
    shared_positions: tuple[int, ...]

    @property
    def count(self) -> int:
        return len(self.positions)

    @property
    def shared(self) -> int:
        return len(self.shared_positions)


def rows(model: Model) -> tuple[Row, ...]:
    """The model's layers grouped by shape, in order of first appearance."""
    groups: dict[tuple[object, ...], tuple[Layer, list[int], list[int]]] = {}
    for at, layer in enumerate(model.layers):
        _, own, shared = groups.setdefault(_shape(layer), (layer, [], []))
        (own if layer.stores else shared).append(at)
    return tuple(Row(layer, tuple(own), tuple(shared)) for layer, own, shared in groups.values())


def _shape(layer: Layer) -> tuple[object, ...]:
    def numbers(parts: Parts) -> tuple[object, ...]:
        return tuple((one.name, one.heads.value, one.width.value, one.rotary) for one in parts)

    return (
        layer.kind,
        *(
            numbers(p)
            for p in (layer.entry, layer.unpacked, layer.index, layer.state, layer.conv, layer.conv_k)
        ),
        numbers(layer.compressor),
        *(None if n is None else n.value for n in _limits(layer)),
    )


def _limits(layer: Layer) -> tuple[Traced | None, ...]:
    return layer.tokens_per_entry, layer.cap, layer.raw, layer.topk, layer.block
