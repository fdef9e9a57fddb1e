"""Every number with the formula and the config fields it was made from, as the reader recorded them."""

from collections.abc import Iterator

from attnmem.ledger.account import Account, RowNumbers
from attnmem.ledger.explain_bytes import batch, row_sizes
from attnmem.ledger.explain_sequence import sequence
from attnmem.ledger.explained import Explained
from attnmem.ledger.layer import Layer, summed
from attnmem.ledger.traced import Traced

__all__ = ["Explained", "explain"]


def explain(found: Account) -> tuple[Explained, ...]:
    """All numbers of an account, layer rows first."""
    rows = tuple(one for numbers in found.rows for one in _row(found, numbers))
    return (*rows, *sequence(found), *batch(found))


def _row(found: Account, numbers: RowNumbers) -> Iterator[Explained]:
    """What one layer of the row keeps, and how much of it there is at the tokens of the account."""
    layer, row = numbers.row.layer, numbers.row
    of = f"{row.count + row.shared} {layer.kind}"
    yield Explained("layers", of, row.count + row.shared, layer.rule or "given", layer.reads)
    for what, number in _numbers(layer):
        if number is not None and (number.value or number.reads):
            yield Explained(what, of, number.value, number.formula, number.reads)
    yield from _amounts(layer, numbers.tokens, of)
    yield from row_sizes(found, numbers, of)


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


def _amounts(layer: Layer, tokens: int, of: str) -> Iterator[Explained]:
    """Entries of one layer, and those that a query addresses; left out where they are the tokens."""
    if not layer.entry:
        return
    entries, per = layer.entries(tokens), layer.tokens_per_entry.value
    formula = f"⌊{tokens:,} / {per}⌋" if per > 1 else f"{tokens:,}"
    if layer.cap is not None:
        formula = f"min({formula}, {layer.cap.value:,})"
    if entries != tokens:
        yield Explained("entries", of, entries, formula)
    picked = f"{entries:,}" if layer.topk is None else f"min({entries:,}, {layer.topk.value:,})"
    if layer.raw is not None:
        picked += f" + min({tokens:,}, {layer.raw.value:,})"
    if layer.reach(tokens) != entries:
        yield Explained("reach_entries", of, layer.reach(tokens), picked)
