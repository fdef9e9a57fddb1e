"""What one decode step moves and can address, as lines of three cells."""

from fractions import Fraction

from attnmem.ledger import as_kept
from attnmem.ledger.account import Account
from attnmem.ledger.streams import Engine
from attnmem.ledger.text_memory import pair
from attnmem.units import DECIMAL, counted, milliseconds, one_of, plain, scaled

OF_ONE = "elements of one sequence"


def step(found: Account, bandwidth: int | None) -> list[list[str]]:
    """All lines; bytes are those of the elements in the line above them."""
    lines = [["a decode step", "", ""], *_moved(found), *_addressed(found)]
    if bandwidth is not None:
        floor = milliseconds(found.bytes_read(devices=found.terms.devices), bandwidth)
        speed = scaled(bandwidth, DECIMAL, 1000)
        lines.append(["takes at least", f"{float(floor):.3f} ms", f"at {speed}/s, weights not counted"])
    return lines


def _moved(found: Account) -> list[list[str]]:
    """Elements of one sequence, then the same in bytes, then those of the batch and of a device."""
    terms, read = found.terms, found.bytes_read()
    moved, written = as_kept.read(found), as_kept.written(found)
    what = _unit(moved, OF_ONE)
    if terms.engine is Engine.UNIFORM and found.window:
        what += ", windows only"
    lines = [["reads", plain(moved), what], _bytes("  in bytes", read / terms.batch)]
    if terms.batch > 1:
        lines.append(_bytes(f"  for all {counted(terms.batch, 'sequences')}", read))
    if terms.devices > 1:
        all_of_them = ", for all of them" if terms.batch > 1 else ""
        lines.append(_bytes(f"  on each device{all_of_them}", found.bytes_read(devices=terms.devices)))
    return [*lines, ["writes", plain(written), f"{_unit(written, OF_ONE)}, on average"]]


def _unit(count: int | Fraction, unit: str) -> str:
    return one_of(unit) if count == 1 else unit


def _bytes(label: str, size: Fraction) -> list[str]:
    return [label, *pair(size)]


def _addressed(found: Account) -> list[list[str]]:
    """What a query meets, over all layers."""
    lines = [
        ["a query addresses", f"{found.reach:,}", f"{_unit(found.reach, 'entries')}, all layers together"]
    ]
    lines.append(["  and could tell apart", f"{found.units:,}", _unit(found.units, "pieces of the history")])
    if found.decision_bits:
        lines.append(["  choosing by", f"{found.decision_bits:,.1f}", "bits of choice"])
    return lines
