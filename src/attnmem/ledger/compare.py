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
    labels = ["", *(label for label, _ in lines)]
    columns = [[a.model.name[:40], *(value(a) for _, value in lines)] for a in found]
    shown: list[str] = []
    while columns:
        count = _that_fit(labels, columns)
        shown += ([""] if shown else []) + grid(list(zip(labels, *columns[:count], strict=True)))
        columns = columns[count:]
    return shown


def _that_fit(labels: list[str], columns: list[list[str]]) -> int:
    """How many of the columns stand beside the labels within the width; at least one."""
    taken = 2 + max(map(len, labels))
    for at, column in enumerate(columns):
        taken += 2 + max(map(len, column))
        if taken > WIDTH and at:
            return at
    return len(columns)


def _floor(found: Account, bandwidth: int) -> str:
    return f"{float(milliseconds(found.bytes_read(devices=found.terms.devices), bandwidth)):.3f}"
