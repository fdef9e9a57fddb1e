"""Every number with the formula and the config fields it was made from, as the reader recorded them."""

from dataclasses import dataclass
from fractions import Fraction

from attnmem.ledger.account import Account, RowNumbers
from attnmem.ledger.layer import Layer, elements, summed
from attnmem.ledger.streams import Role
from attnmem.ledger.traced import Read, Traced
from attnmem.units import plain


@dataclass(frozen=True, slots=True)
class Explained:
    """One number: what it is, of which layers, its value, the formula, and the fields read for it."""

    what: str
    of: str
    value: int | Fraction
    formula: str
    reads: tuple[Read, ...]


def explain(found: Account) -> tuple[Explained, ...]:
    """All numbers of an account, layer rows first."""
    rows = tuple(one for numbers in found.rows for one in _row(numbers))
    return (*rows, *_totals(found))


def _row(numbers: RowNumbers) -> tuple[Explained, ...]:
    layer, row = numbers.row.layer, numbers.row
    of = f"{row.count + row.shared} {layer.kind}"
    found = [Explained("layers", of, row.count + row.shared, layer.rule or "given", layer.reads)]
    for what, number in _numbers(layer):
        if number is not None and (number.value or number.reads):
            found.append(Explained(what, of, number.value, number.formula, number.reads))
    return tuple(found)


def _numbers(layer: Layer) -> tuple[tuple[str, Traced | None], ...]:
    return (
        ("kv_elements_per_entry", summed(layer.entry)),
        ("index_elements_per_entry", summed(layer.index)),
        ("tokens_per_entry", layer.tokens_per_entry if layer.tokens_per_entry.value > 1 else None),
        ("cap", layer.cap),
        ("raw_window", layer.raw),
        ("topk", layer.topk),
        ("recurrent_elements", summed(layer.state)),
        ("conv_elements", summed(layer.conv)),
        ("compressor_elements", summed(layer.compressor)),
    )


def _totals(found: Account) -> tuple[Explained, ...]:
    """Totals over rows: their formulas are made of the rows' own numbers."""
    stored = [(n.row.count, n.row.layer) for n in found.rows if n.row.count]
    growing = [(c, la) for c, la in stored if la.cap is None and la.entry]
    capped = [
        f"{c} × {elements(la.entry):,} × {li.value:,}" for c, la in stored for li in (la.cap, la.raw) if li
    ]
    fixed = [(c, elements(la.state) + elements(la.conv)) for c, la in stored if la.state or la.conv]
    return (
        _total("growth_elements_per_token", found.growth, [_each(c, la) for c, la in growing]),
        _total("window_elements", found.window, capped),
        _total("state_elements", found.state, [f"{c} × {size:,}" for c, size in fixed]),
        _total("held_elements", found.held, [_held(n) for n in found.rows if n.held]),
        Explained("bytes.growth_per_token", "batch", found.bytes_growth(), _widths(found), ()),
        Explained(
            "bytes.held", "batch", found.bytes_held(), f"{_widths(found)}; with state and compressor", ()
        ),
    )


def _total(what: str, value: int | Fraction, terms: list[str]) -> Explained:
    return Explained(what, "sequence", value, " + ".join(terms) or "nothing", ())


def _each(count: int, layer: Layer) -> str:
    entry = elements(layer.entry) + elements(layer.index)
    per = layer.tokens_per_entry.value
    return f"{count} × {entry:,}" + (f" / {per}" if per > 1 else "")


def _held(numbers: RowNumbers) -> str:
    layer, tokens = numbers.row.layer, numbers.tokens
    entry = elements(layer.entry) + elements(layer.index)
    text = f"{numbers.row.count} × {entry:,} × {plain(layer.entries(tokens))}"
    raw = layer.raw_entries(tokens)
    return text + (f" + {numbers.row.count} × {elements(layer.entry):,} × {raw:,}" if raw else "")


def _widths(found: Account) -> str:
    used = {Role.KV: "entries", Role.INDEX: "index keys", Role.STATE: "state", Role.CONV: "convolution"}
    roles = {stream.role for _, stream in found.kept()}
    return ", ".join(
        f"{text} {found.terms.format(role).name}" for role, text in used.items() if role in roles
    )
