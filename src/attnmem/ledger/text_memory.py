"""What one sequence keeps in elements, and what the batch takes in bytes, as lines of three or four cells.

An engine that keeps more than the payload has a column of its own beside it, and bytes stand beside the
elements that they are the bytes of.
"""

from fractions import Fraction

from attnmem.ledger import as_kept
from attnmem.ledger.account import Account
from attnmem.ledger.streams import Engine
from attnmem.units import both, counted, plain


def sums(found: Account) -> list[list[str]]:
    """Elements of one sequence, with the bytes of growth."""
    each = found.bytes_growth() / found.terms.batch
    grows = as_kept.growth(found)
    lines = [
        ["elements of one sequence", "payload", f"kept by engine {found.terms.engine}"],
        ["each further token adds", plain(found.growth), f"{plain(grows)} = {exactly(each)}"],
    ]
    if found.uniform != found.growth:
        lines.append(["  if nothing were capped", plain(found.uniform), ""])
    if found.window:
        lines.append(["windows when full", plain(found.window), ""])
    at = f"held at {counted(found.tokens, 'tokens')}"
    lines.append([at, plain(found.held), plain(as_kept.held(found))])
    if found.state:
        lines += [
            ["fixed state, K − 1 columns", plain(found.state), plain(found.state)],
            ["  of it recurrent", plain(found.recurrent), ""],
        ]
        if found.state_conv_k != found.state:
            lines.append(["  with K columns", plain(found.state_conv_k), ""])
    if found.compressor:
        lines.append(["rows being pooled", plain(found.compressor), plain(found.compressor)])
    return lines if found.terms.engine is not Engine.PAYLOAD else _one_column(lines, each)


def _one_column(lines: list[list[str]], each: Fraction) -> list[list[str]]:
    """The same where what is kept is the payload: the bytes of growth, and nothing twice."""
    head, growth, *others = lines
    return [
        [head[0], "", ""],
        [*growth[:2], f"= {exactly(each)}"],
        *([label, count, ""] for label, count, _ in others),
    ]


def memory(found: Account) -> list[list[str]]:
    """Bytes of the batch."""
    terms = found.terms
    held, bare = found.bytes_held(), found.bytes_held(scales=False)
    with_state = ", with all state" if found.state or found.compressor else ""
    many = "one sequence" if terms.batch == 1 else counted(terms.batch, "sequences")
    lines = [[f"memory of {many}", "", ""], [f"held{with_state}", *pair(held)]]
    if held != bare:
        lines.append(["  without scales", *pair(bare)])
    if found.bytes_state():
        lines.append(["  of it fixed state", *pair(found.bytes_state())])
    if terms.batch > 1:
        lines.append(["  of it one sequence", *pair(held / terms.batch)])
    if terms.page > 1:
        lines.append([f"allocated in pages of {terms.page}", *pair(found.bytes_allocated())])
    return lines + _devices(found)


def _devices(found: Account) -> list[list[str]]:
    """What the fullest device keeps, and what that makes of all of them, copies told apart."""
    devices = found.terms.devices
    if devices == 1:
        return []
    share = found.bytes_allocated(devices=devices)
    copies = share * devices - found.bytes_allocated()
    lines = [[f"on each of {devices} devices", *pair(share)]]
    if copies > 0:
        lines.append([f"on all {devices} together", *pair(share * devices)])
        lines.append(["  of it copies of what cannot be split", *pair(copies)])
    return lines


def exactly(size: Fraction) -> str:
    """Bytes in full, then rounded."""
    return both(size) if size < 1000 else f"{plain(size)} B = {both(size)}"


def pair(size: Fraction) -> tuple[str, str]:
    """Bytes in full, and rounded where that says more."""
    return plain(size) + " B", "" if size < 1000 else both(size)
