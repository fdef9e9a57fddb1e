"""Several models beside each other, a column each.

Lines that say nothing of any of the models are left out; bytes are headed by how many sequences they are of,
since with a search for the largest batch that differs from column to column.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from attnmem.ledger import as_kept
from attnmem.ledger.account import Account
from attnmem.ledger.grid import WIDTH, grid, wrapped
from attnmem.ledger.legend import legend
from attnmem.ledger.streams import Engine
from attnmem.ledger.text import ROLES, format_of, remarks
from attnmem.units import BINARY, DECIMAL, milliseconds, plain, scaled

NOTHING = ("–", "0", "0.0", "")

Line = tuple[str, Callable[[Account], str]]

QUESTION: tuple[Line, ...] = (
    ("layers", lambda a: str(len(a.model.layers))),
    ("tokens", lambda a: f"{a.tokens:,}"),
    ("sequences (batch)", lambda a: f"{a.terms.batch:,}"),
)
FORMATS: tuple[Line, ...] = tuple(
    (f"{text} in", lambda a, role=role: format_of(a, role) or "–")  # type: ignore[misc]
    for role, text in ROLES.items()
)
ELEMENTS: tuple[Line, ...] = (
    ("each further token adds", lambda a: plain(a.growth)),
    ("  if nothing were capped", lambda a: plain(a.uniform)),
    ("windows when full", lambda a: plain(a.window)),
    ("fixed state (K − 1)", lambda a: plain(a.state)),
    ("rows being pooled", lambda a: plain(a.compressor)),
    ("held, without state", lambda a: plain(a.held)),
)
BATCH: tuple[Line, ...] = (
    ("held with state", lambda a: scaled(a.bytes_held(), DECIMAL, 1000)),
    ("  in powers of 1024", lambda a: _gib(a.bytes_held())),
    ("on one device", lambda a: _gib(a.bytes_allocated(devices=a.terms.devices))),
    ("read a step", lambda a: _gib(a.bytes_read())),
)
EACH: tuple[Line, ...] = (
    ("held with state", lambda a: _gib(a.bytes_held() / a.terms.batch)),
    ("read a step", lambda a: _gib(a.bytes_read() / a.terms.batch)),
)
QUERY: tuple[Line, ...] = (
    ("entries it addresses", lambda a: plain(a.reach)),
    ("pieces it could tell apart", lambda a: plain(a.units)),
    ("bits of choice", lambda a: f"{a.decision_bits:,.1f}"),
)


def table(found: Sequence[Account], bandwidth: int | None = None) -> list[str]:
    """As many columns a block as fit, then the next block; below them what to know beside the numbers."""
    lines = _lines(found, bandwidth)
    labels = ["", *(label for label, _ in lines)]
    columns = [[a.model.name[:40], *(value(a) for _, value in lines)] for a in found]
    shown: list[str] = []
    while columns:
        count = _that_fit(labels, columns)
        shown += ([""] if shown else []) + grid(list(zip(labels, *columns[:count], strict=True)))
        columns = columns[count:]
    return [*shown, "", *_beside(found), *legend(found)]


def _lines(found: Sequence[Account], bandwidth: int | None) -> list[Line]:
    """The lines under their headings, those left out that are empty in every column."""
    payload = all(a.terms.engine is Engine.PAYLOAD for a in found)
    of_elements = "elements of one sequence" + ("" if payload else ", payload")
    several = any(a.terms.batch > 1 for a in found)
    blocks: list[tuple[str, Sequence[Line]]] = [("", (*QUESTION, *FORMATS)), (of_elements, ELEMENTS)]
    if not payload:
        engine: tuple[Line, ...] = (
            ("each further token adds", lambda a: plain(as_kept.growth(a))),
            ("held, without state", lambda a: plain(as_kept.held(a))),
        )
        blocks.append((f"elements, engine {found[0].terms.engine}", engine))
    if several:
        blocks.append(("bytes of one sequence", EACH))
    blocks.append(("bytes of all the sequences" if several else "bytes of one sequence", BATCH))
    blocks.append(("a query", QUERY))
    if bandwidth is not None:
        blocks.append(("", (("floor of a step, ms", lambda a: _floor(a, bandwidth)),)))
    lines: list[Line] = []
    for heading, block in blocks:
        told = [(label, value) for label, value in block if any(value(a) not in NOTHING for a in found)]
        if heading and told:
            lines.append((heading, lambda a: ""))
        lines += [(f"  {label}" if heading else label, value) for label, value in told]
    return lines


def _beside(found: Sequence[Account]) -> list[str]:
    """Notes with the model's name; what holds for all of them is said once."""
    told = [(a.model.name, remarks(a)) for a in found]
    common = [text for text in told[0][1] if all(text in texts for _, texts in told)]
    lines = [f"{name}: {text}" for name, texts in told for text in texts if text not in common]
    return [line for text in [*lines, *common] for line in wrapped(text, hang=2)]


def _that_fit(labels: list[str], columns: list[list[str]]) -> int:
    """How many of the columns stand beside the labels within the width; at least one."""
    taken = 2 + max(map(len, labels))
    for at, column in enumerate(columns):
        taken += 2 + max(map(len, column))
        if taken > WIDTH and at:
            return at
    return len(columns)


def _gib(size: int | Fraction) -> str:
    return scaled(size, BINARY, 1024)


def _floor(found: Account, bandwidth: int) -> str:
    return f"{float(milliseconds(found.bytes_read(devices=found.terms.devices), bandwidth)):.3f}"
