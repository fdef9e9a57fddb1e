"""Bytes: of one entry by its format, then of the batch as an engine keeps it and as a step reads it."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from attnmem.ledger.account import Account, RowNumbers, divided
from attnmem.ledger.explained import Explained, product, total
from attnmem.ledger.formats import Format
from attnmem.ledger.layer import Part, Parts
from attnmem.ledger.streams import Role, Stream, kept_parts
from attnmem.units import plain

OF = "batch"
NAMES = {
    Role.KV: "kv_bytes_per_entry",
    Role.INDEX: "index_bytes_per_entry",
    Role.STATE: "state_bytes",
    Role.CONV: "conv_bytes",
    Role.COMPRESSOR: "compressor_bytes",
}


def row_sizes(found: Account, numbers: RowNumbers, of: str) -> Iterator[Explained]:
    """Bytes of what one layer of a row keeps, on one device, and on each of several."""
    for devices in dict.fromkeys((1, found.terms.devices)):
        for role, parts in _parts(found, numbers):
            size = found.terms.format(role).bytes(divided(parts, devices))
            if devices > 1 and size == found.terms.format(role).bytes(parts):
                continue  # a copy: the line above says it
            what = NAMES[role] + ("_on_a_device" if devices > 1 else "")
            yield Explained(what, of, size, size_formula(parts, found.terms.format(role), devices))


def _parts(found: Account, numbers: RowNumbers) -> Iterator[tuple[Role, Parts]]:
    layer = numbers.row.layer
    kept = (kept_parts(layer, found.terms.engine), layer.index, layer.state, layer.conv, layer.compressor)
    return ((role, parts) for role, parts in zip(NAMES, kept, strict=True) if parts)


def size_formula(parts: Parts, form: Format, devices: int = 1) -> str:
    """Elements times bytes, scales and the wide rotary part added, and the name of the format."""
    return f"{total(_part(one, form, devices) for one in parts)} ({form.name})"


def _part(one: Part, form: Format, devices: int) -> str:
    heads = one.heads.value
    wide = one.rotary if form.mixed else 0
    scales = form.overhead(one) / heads
    inner = [product(one.width.value - wide, plain(form.element))]
    inner += [product(wide, 2)] if wide else []
    inner += [f"{plain(scales)} of scales"] if scales else []
    if heads == 1:
        return " + ".join(inner)
    many = f"⌈{heads} / {devices}⌉" if devices > 1 else f"{heads:,}"
    return f"{many} × {inner[0]}" if len(inner) == 1 else f"{many} × ({' + '.join(inner)})"


def batch(found: Account) -> Iterator[Explained]:
    """Bytes of all sequences together."""
    tokens, page, devices = found.tokens, found.terms.page, found.terms.devices

    def entries(stream: Stream) -> str:
        return f"{stream.entries(tokens):,}"

    def places(stream: Stream) -> str:
        return places_formula(stream, tokens, page)

    growing = [(count, s) for count, s in found.kept() if s.grows]
    grown = (
        product(count, plain(_size(found, s))) + (f" / {s.per}" if s.per > 1 else "") for count, s in growing
    )
    times = found.terms.batch
    yield Explained("bytes.growth_per_token", OF, found.bytes_growth(), total(grown, times=times))
    yield Explained("bytes.held", OF, found.bytes_held(), _kept(found, entries))
    if page > 1:
        yield Explained("bytes.allocated", OF, found.bytes_allocated(), _kept(found, places))
    if devices > 1:
        share = found.bytes_allocated(devices=devices)
        yield Explained("bytes.per_device", OF, share, _kept(found, places, devices))
    yield Explained("bytes.read_per_step", OF, found.bytes_read(), _read(found, 1))
    if devices > 1:
        read = found.bytes_read(devices=devices)
        yield Explained("bytes.read_per_step_per_device", OF, read, _read(found, devices))


def places_formula(stream: Stream, tokens: int, page: int) -> str:
    """Entries that have a place when tokens come in pages."""
    if page == 1:
        return f"{stream.entries(tokens):,}"
    kept = tokens if stream.cap is None else min(tokens, stream.cap * stream.per)
    pages = f"⌈{kept:,} / {page:,}⌉ × {page:,}"
    return pages if stream.per == 1 else f"⌈{pages} / {stream.per}⌉"


def _size(found: Account, stream: Stream, devices: int = 1) -> Fraction:
    return found.terms.format(stream.role).bytes(divided(stream.parts, devices))


def _kept(found: Account, amount: Callable[[Stream], str], devices: int = 1) -> str:
    terms = []
    for count, stream in found.kept():
        size = product(count, plain(_size(found, stream, devices)))
        if not stream.per:
            terms.append(size)
        elif (many := amount(stream)) != "0":
            terms.append(product(size, many))
    return total(terms, times=found.terms.batch)


def _read(found: Account, devices: int) -> str:
    terms = (term for numbers in found.rows for term in _read_row(found, numbers, devices))
    return total(terms, times=found.terms.batch)


def _read_row(found: Account, numbers: RowNumbers, devices: int) -> Iterator[str]:
    layer, row, tokens = numbers.row.layer, numbers.row, numbers.tokens
    met = {
        Role.KV: (row.count + row.shared, layer.reach(tokens)),
        Role.INDEX: (row.count, layer.entries(tokens)),
    }
    for role, parts in _parts(found, numbers):
        size = plain(found.terms.format(role).bytes(divided(parts, devices)))
        count, many = met.get(role, (row.count, 1))
        if role is Role.COMPRESSOR or not count * many:
            continue
        yield product(count, size, many) if role in met else product(count, size)
