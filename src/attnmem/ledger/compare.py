"""Several models beside each other, a column each."""

from collections.abc import Callable, Sequence

from attnmem.ledger.account import Account
from attnmem.ledger.grid import grid
from attnmem.units import BINARY, DECIMAL, milliseconds, plain, scaled

WIDTH = 100

Line = tuple[str, Callable[[Account], str]]

LINES: tuple[Line, ...] = (
    ("layers", lambda a: str(len(a.model.layers))),
    ("tokens", lambda a: f"{a.tokens:,}"),
    ("batch", lambda a: f"{a.terms.batch:,}"),
    ("entries in", lambda a: a.terms.kv.name),
    ("growth, elements a token", lambda a: plain(a.growth)),
    ("  if nothing were capped", lambda a: plain(a.uniform)),
    ("windows when full", lambda a: plain(a.window)),
    ("fixed state (K − 1)", lambda a: plain(a.state)),
    ("rows being pooled", lambda a: plain(a.compressor)),
    ("entries held, elements", lambda a: plain(a.held)),
    ("held, GB", lambda a: scaled(a.bytes_held(), DECIMAL, 1000)),
    ("held, GiB", lambda a: scaled(a.bytes_held(), BINARY, 1024)),
    ("on one device, GiB", lambda a: scaled(a.bytes_allocated(devices=a.terms.devices), BINARY, 1024)),
    ("read a step, GiB", lambda a: scaled(a.bytes_read(), BINARY, 1024)),
    ("entries a query addresses", lambda a: plain(a.reach)),
    ("units it can tell apart", lambda a: plain(a.units)),
    ("decision bits", lambda a: f"{a.decision_bits:,.1f}"),
)


def table(found: Sequence[Account], bandwidth: int | None = None) -> list[str]:
    """As many columns a block as fit, then the next block."""
    lines: list[Line] = [*LINES]
    if bandwidth is not None:
        lines.append(("floor of a step, ms", lambda a: _floor(a, bandwidth)))
    shown: list[str] = []
    at = 0
    while at < len(found):
        count = len(found) - at
        while count > 1 and max(map(len, _block(lines, found[at : at + count]))) > WIDTH:
            count -= 1
        shown += ([""] if shown else []) + _block(lines, found[at : at + count])
        at += count
    return shown


def _block(lines: Sequence[Line], found: Sequence[Account]) -> list[str]:
    head = ["", *(account.model.name[:40] for account in found)]
    return grid([head, *([label, *(value(account) for account in found)] for label, value in lines)])


def _floor(found: Account, bandwidth: int) -> str:
    return f"{float(milliseconds(found.bytes_read(devices=found.terms.devices), bandwidth)):.3f}"
