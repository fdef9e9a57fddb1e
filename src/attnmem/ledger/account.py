"""The numbers of a model at a context length: elements as they are, bytes as an engine keeps them."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, lgamma, log, log2

from attnmem.errors import BadInput
from attnmem.ledger import formats, notes
from attnmem.ledger.formats import Format
from attnmem.ledger.layer import Layer, Model, Parts, Row, elements, rows
from attnmem.ledger.streams import Engine, Role, Stream, kept_parts, streams
from attnmem.units import counted

LONGEST = 2**50
UNSTATED_CONTEXT = 2**17


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How bytes are counted: formats, engine, page, devices, sequences."""

    kv: Format = formats.BF16
    index: Format = formats.BF16
    state: Format = formats.FP32
    conv: Format = formats.BF16
    compressor: Format = formats.FP32
    engine: Engine = Engine.PAYLOAD
    page: int = 1
    devices: int = 1
    batch: int = 1

    def __post_init__(self) -> None:
        for name, value in (("page", self.page), ("tp", self.devices), ("batch", self.batch)):
            if not 1 <= value <= LONGEST:
                raise BadInput(f"{name} is {value}; need a whole number from 1 on")

    def format(self, role: Role) -> Format:
        found: Format = getattr(self, role.value)
        return found


@dataclass(frozen=True, slots=True)
class RowNumbers:
    """One row of layers with what it keeps at the tokens of the account, in elements."""

    row: Row
    tokens: int

    @property
    def held(self) -> int:
        """Entries and index keys of the layers that store, without state and compressor."""
        layer = self.row.layer
        each = (elements(layer.entry) + elements(layer.index)) * layer.entries(self.tokens)
        return self.row.count * (each + elements(layer.entry) * layer.raw_entries(self.tokens))

    @property
    def fixed(self) -> int:
        """Recurrent, convolution (K − 1) and compressor elements."""
        layer = self.row.layer
        return self.row.count * sum(elements(p) for p in (layer.state, layer.conv, layer.compressor))

    @property
    def read(self) -> int:
        """Elements a decode step reads: selected entries, raw window, every index key, all state."""
        layer, both = self.row.layer, self.row.count + self.row.shared
        picked = elements(layer.entry) * layer.reach(self.tokens)
        scanned = elements(layer.index) * layer.entries(self.tokens)
        return both * picked + self.row.count * (scanned + elements(layer.state) + elements(layer.conv))


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """The ledger of one model. Elements are of one sequence; bytes are of the whole batch."""

    model: Model
    tokens: int
    terms: Terms
    rows: tuple[RowNumbers, ...]
    context: str
    decided: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader should know beside the numbers."""
        return (*self.decided, *notes.beside(self.model, self.tokens, self.terms.engine))

    # -- elements of one sequence

    @property
    def growth(self) -> Fraction:
        """What each further token adds once every window is full."""
        return sum((self._stored(n) for n in self.rows if n.row.layer.cap is None), Fraction(0))

    @property
    def uniform(self) -> Fraction:
        """The same if nothing were capped."""
        raw = sum(n.row.count * elements(n.row.layer.entry) for n in self.rows if n.row.layer.raw is not None)
        return sum((self._stored(n) for n in self.rows), Fraction(0)) + raw

    @staticmethod
    def _stored(numbers: RowNumbers) -> Fraction:
        layer = numbers.row.layer
        return Fraction(
            numbers.row.count * (elements(layer.entry) + elements(layer.index)), layer.tokens_per_entry.value
        )

    @property
    def window(self) -> int:
        """Elements of all windows when full."""
        return sum(
            n.row.count * elements(n.row.layer.entry) * limit.value
            for n in self.rows
            for limit in (n.row.layer.cap, n.row.layer.raw)
            if limit is not None
        )

    @property
    def held(self) -> int:
        return sum(n.held for n in self.rows)

    @property
    def recurrent(self) -> int:
        return self._fixed("state")

    @property
    def state(self) -> int:
        """Recurrent and convolution elements, K − 1 columns."""
        return self._fixed("state") + self._fixed("conv")

    @property
    def state_conv_k(self) -> int:
        """The same with K columns."""
        return self._fixed("state") + self._fixed("conv_k")

    @property
    def compressor(self) -> int:
        return self._fixed("compressor")

    def _fixed(self, name: str) -> int:
        return sum(n.row.count * elements(getattr(n.row.layer, name)) for n in self.rows)

    @property
    def reach(self) -> int:
        """Entries one query addresses, over all layers that attend."""
        return sum(layer.reach(self.tokens) for layer in self.model.layers)

    @property
    def units(self) -> int:
        """Pieces of the history a query can tell apart, over all layers."""
        return sum(layer.units(self.tokens) for layer in self.model.layers)

    @property
    def read(self) -> int:
        return sum(n.read for n in self.rows)

    @property
    def written(self) -> Fraction:
        """Elements a decode step writes, on average: its entries, and all state anew."""
        return self.uniform + self.state

    @property
    def decision_bits(self) -> float:
        """log2 of the number of selections that indexers can make in one step."""
        return sum(n.row.count * decision_bits(n.row.layer, self.tokens) for n in self.rows)

    # -- bytes of the batch

    def bytes_growth(self) -> Fraction:
        grown = ((count * Fraction(self._bytes(s), s.per)) for count, s in self.kept() if s.grows)
        return self.terms.batch * sum(grown, Fraction(0))

    def bytes_held(self, *, scales: bool = True) -> Fraction:
        kept = (count * s.entries(self.tokens) * self._bytes(s, scales=scales) for count, s in self.kept())
        return self.terms.batch * sum(kept, Fraction(0))

    def bytes_state(self) -> Fraction:
        fixed = (count * self._bytes(s) for count, s in self.kept() if s.role in (Role.STATE, Role.CONV))
        return self.terms.batch * sum(fixed, Fraction(0))

    def bytes_allocated(self, *, devices: int = 1) -> Fraction:
        """Bytes after page rounding, of the largest share of one of ``devices``."""
        kept = (
            count * s.allocated(self.tokens, self.terms.page) * self._bytes(s, devices=devices)
            for count, s in self.kept()
        )
        return self.terms.batch * sum(kept, Fraction(0))

    def bytes_read(self, *, devices: int = 1) -> Fraction:
        read = (_read_bytes(n, self.terms, devices) for n in self.rows)
        return self.terms.batch * sum(read, Fraction(0))

    def kept(self) -> tuple[tuple[int, Stream], ...]:
        """The streams of the layers that store, each with the number of such layers."""
        return tuple(
            (n.row.count, s)
            for n in self.rows
            for s in streams(n.row.layer, self.terms.engine)
            if n.row.count
        )

    def _bytes(self, stream: Stream, *, scales: bool = True, devices: int = 1) -> Fraction:
        return self.terms.format(stream.role).bytes(divided(stream.parts, devices), scales=scales)


def divided(parts: Parts, devices: int) -> Parts:
    """The largest share of one device."""
    return parts if devices == 1 else tuple(one.on_device(devices) for one in parts)


def _read_bytes(numbers: RowNumbers, terms: Terms, devices: int) -> Fraction:
    layer, row, tokens = numbers.row.layer, numbers.row, numbers.tokens
    entry = terms.kv.bytes(divided(kept_parts(layer, terms.engine), devices)) if layer.entry else Fraction(0)
    own = terms.index.bytes(divided(layer.index, devices)) * layer.entries(tokens)
    own += terms.state.bytes(divided(layer.state, devices)) + terms.conv.bytes(divided(layer.conv, devices))
    return (row.count + row.shared) * entry * layer.reach(tokens) + row.count * own


def decision_bits(layer: Layer, tokens: int) -> float:
    """log2 of the ways to choose ``topk`` of the entries, in blocks where the layer chooses blocks."""
    if layer.topk is None or not layer.index:
        return 0.0
    block = 1 if layer.block is None else layer.block.value
    return _log2_choices(-(-layer.entries(tokens) // block), layer.topk.value // block)


@lru_cache(maxsize=256)
def _log2_choices(n: int, k: int) -> float:
    if k >= n:
        return 0.0
    if min(k, n - k) <= 4096:
        return log2(comb(n, k))
    return (lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)) / log(2)


def account(
    model: Model,
    tokens: int | None = None,
    *,
    batch: int = 1,
    tp: int = 1,
    page: int = 1,
    engine: str = "payload",
    kv_format: str | None = None,
    index_format: str | None = None,
    state_format: str | None = None,
    conv_format: str | None = None,
) -> Account:
    """The ledger of a model: at its own context unless ``tokens`` says otherwise.

    Raises  BadInput for a size below 1, NotUnderstood for an unknown format or engine
    """
    context, tokens = _context(model, tokens)
    if not 1 <= tokens <= LONGEST:
        raise BadInput(f"tokens is {tokens}; need a whole number from 1 on")
    kv = kv_format or (model.kv_format[0] if model.kv_format else "bf16")
    state = state_format or (model.state_format[0] if model.state_format else "fp32")
    terms = Terms(
        kv=formats.named(kv, formats.KV, "cache"),
        index=formats.named(index_format or "bf16", formats.INDEX, "index"),
        state=formats.named(state, formats.STATE, "state"),
        conv=formats.named(conv_format or "bf16", formats.STATE, "convolution"),
        engine=_engine(engine),
        page=page,
        devices=tp,
        batch=batch,
    )
    grouped = tuple(RowNumbers(row, tokens) for row in rows(model))
    return Account(
        model=model,
        tokens=tokens,
        terms=terms,
        rows=grouped,
        context=context,
        decided=notes.decided(model, kv_format, state_format),
    )


def _context(model: Model, tokens: int | None) -> tuple[str, int]:
    """How long the history is, and why."""
    if tokens is not None:
        return counted(tokens, "tokens"), tokens
    if model.context is not None:
        length = model.context.value
        return f"{counted(length, 'tokens')} ({model.context.reads[0].path})", length
    return f"{UNSTATED_CONTEXT:,} tokens, since no context length is given", UNSTATED_CONTEXT


def _engine(name: str) -> Engine:
    if name not in Engine.__members__.values():
        raise BadInput(f"no engine {name!r}; known: {', '.join(Engine)}")
    return Engine(name)
