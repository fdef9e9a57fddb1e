"""Totals of one sequence, in elements, entries and bits: formulas made of the rows' own numbers."""

from collections.abc import Iterator

from attnmem.ledger.account import Account, RowNumbers
from attnmem.ledger.explained import Explained, product, total
from attnmem.ledger.layer import Layer, elements
from attnmem.units import plain

OF = "sequence"


def sequence(found: Account) -> tuple[Explained, ...]:
    """What one sequence keeps, moves in a step and can address."""
    return (*_kept(found), *_moved(found), *_addressed(found))


def _kept(found: Account) -> Iterator[Explained]:
    stored = [(n.row.count, n.row.layer) for n in found.rows if n.row.count]
    each = [(c, la, _each(c, la)) for c, la in stored if la.entry]
    raw = [product(c, elements(la.entry)) for c, la in stored if la.raw is not None]
    limits = [(c, la, limit) for c, la in stored for limit in (la.cap, la.raw) if limit is not None]
    growing = total(text for _, layer, text in each if layer.cap is None)
    yield Explained("growth_elements_per_token", OF, found.growth, growing)
    yield Explained("uniform_elements_per_token", OF, found.uniform, total([*(t for *_, t in each), *raw]))
    windows = (product(c, elements(la.entry), limit.value) for c, la, limit in limits)
    yield Explained("window_elements", OF, found.window, total(windows))
    yield Explained("state_elements", OF, found.state, total(_fixed(found)))
    yield Explained("held_elements", OF, found.held, total(t for n in found.rows for t in _held(n)))


def _moved(found: Account) -> Iterator[Explained]:
    reads = (term for n in found.rows for term in _read(n))
    yield Explained("read_elements_per_step", OF, found.read, total([*reads, *_fixed(found)]))
    written = total([plain(found.uniform), *([f"{found.state:,}"] if found.state else [])])
    yield Explained("written_elements_per_step", OF, found.written, written)


def _addressed(found: Account) -> Iterator[Explained]:
    layers = [(n.row.count + n.row.shared, n.row.layer) for n in found.rows]
    met = ((count, layer.reach(found.tokens)) for count, layer in layers)
    apart = ((count, layer.units(found.tokens)) for count, layer in layers)
    yield Explained("reach_entries", OF, found.reach, total(product(c, n) for c, n in met if n))
    yield Explained("units", OF, found.units, total(product(c, n) for c, n in apart if n))
    if found.decision_bits:
        chosen = (term for n in found.rows for term in _choices(n))
        yield Explained("decision_bits", OF, found.decision_bits, total(chosen))


def _each(count: int, layer: Layer) -> str:
    entry, per = elements(layer.entry) + elements(layer.index), layer.tokens_per_entry.value
    return product(count, entry) + (f" / {per}" if per > 1 else "")


def _fixed(found: Account) -> list[str]:
    sizes = ((n.row.count, elements(n.row.layer.state) + elements(n.row.layer.conv)) for n in found.rows)
    return [product(count, size) for count, size in sizes if count * size]


def _held(numbers: RowNumbers) -> Iterator[str]:
    layer, tokens, count = numbers.row.layer, numbers.tokens, numbers.row.count
    entry = elements(layer.entry) + elements(layer.index)
    if count * entry * layer.entries(tokens):
        yield product(count, entry, layer.entries(tokens))
    if count * layer.raw_entries(tokens):
        yield product(count, elements(layer.entry), layer.raw_entries(tokens))


def _read(numbers: RowNumbers) -> Iterator[str]:
    """Entries are read by layers that share them too, index keys by the layers that keep them."""
    layer, row, tokens = numbers.row.layer, numbers.row, numbers.tokens
    if layer.reach(tokens):
        yield product(row.count + row.shared, elements(layer.entry), layer.reach(tokens))
    if row.count * elements(layer.index) * layer.entries(tokens):
        yield product(row.count, elements(layer.index), layer.entries(tokens))


def _choices(numbers: RowNumbers) -> Iterator[str]:
    layer = numbers.row.layer
    if layer.topk is None or not layer.index or not numbers.row.count:
        return
    block = 1 if layer.block is None else layer.block.value
    among, kept = -(-layer.entries(numbers.tokens) // block), layer.topk.value // block
    if kept < among:
        yield f"{numbers.row.count} × log2 C({among:,}, {kept:,})"
