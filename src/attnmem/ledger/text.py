"""The ledger of one model as text: what is kept, where it grows, what a step moves.

It fits 80 columns where the widest layers leave room for their numbers, and 100 always.
"""

from fractions import Fraction

from attnmem.ledger.account import Account, RowNumbers
from attnmem.ledger.grid import grid, numbers, wrapped
from attnmem.ledger.layer import elements
from attnmem.ledger.legend import legend
from attnmem.ledger.streams import Engine, Role
from attnmem.ledger.text_memory import memory, sums
from attnmem.ledger.text_step import step
from attnmem.units import counted

WIDTHS, NOTHING = (80, 100), "–"
ROLES = {
    Role.KV: "entries",
    Role.INDEX: "index keys",
    Role.STATE: "recurrent state",
    Role.CONV: "convolution",
    Role.COMPRESSOR: "rows being pooled",
}


def page(found: Account, bandwidth: int | None = None) -> list[str]:
    """All lines for one model."""
    return [
        *heading(found),
        "",
        *layers(found),
        "",
        *grid(sums(found), "lrl"),
        "",
        *grid(memory(found), "lrl"),
        "",
        *grid(step(found, bandwidth), "lrl"),
        "",
        *(line for text in remarks(found) for line in wrapped(text, hang=2)),
        *legend([found], layer_table=True),
    ]


def heading(found: Account) -> list[str]:
    """The model, the question, and the formats it is answered in."""
    many = counted(found.terms.batch, "sequences") if found.terms.batch > 1 else "one sequence"
    count = counted(len(found.model.layers), "layers")
    return [f"{found.model.name}: {count}, {many}, {found.context}", *wrapped(formats_line(found))]


def formats_line(found: Account) -> str:
    """The formats that something is kept in, and what else decides bytes."""
    used = [f"{text} {name}" for role, text in ROLES.items() if (name := format_of(found, role)) is not None]
    if _keeps_more(found):
        used.append(f"engine {found.terms.engine}")
    if found.terms.page > 1:
        used.append(f"pages of {found.terms.page} tokens")
    return " · ".join(used)


def format_of(found: Account, role: Role) -> str | None:
    """The format's name, None where nothing has that role."""
    kept = any(stream.role is role for _, stream in found.kept())
    return found.terms.format(role).name if kept else None


HEAD = ("layers", "which", "kind", "an entry", "index", "tokens", "at most", "fixed", "kept now", "share")
SAYS_NOTHING = [(NOTHING, "1") if name == "tokens" else (NOTHING,) for name in HEAD]


def layers(found: Account) -> list[str]:
    """A line for each shape of layer; columns that say nothing are left out, layer numbers cut to fit."""
    total = sum(n.held + n.fixed for n in found.rows) or 1
    head = tuple("payload" if text == "kept now" and _keeps_more(found) else text for text in HEAD)
    lines: list[str] = []
    for limit, width in ((limit, width) for limit in WIDTHS for width in range(28, 5, -1)):
        rows = [head, *(_layer(n, total, width) for n in found.rows)]
        told = [at for at in range(len(head)) if any(row[at] not in SAYS_NOTHING[at] for row in rows[1:])]
        lines = grid([[row[at] for at in told] for row in rows], "lllr")
        if max(map(len, lines)) <= limit:
            break
    return lines


def _keeps_more(found: Account) -> bool:
    return found.terms.engine is not Engine.PAYLOAD


def _layer(one: RowNumbers, total: int, width: int) -> tuple[str, ...]:
    layer, row = one.row.layer, one.row
    fixed = sum(elements(p) for p in (layer.state, layer.conv, layer.compressor))
    most = [
        f"{limit.value:,}{mark}"
        for limit, mark in ((layer.cap, ""), (layer.raw, " raw"))
        if limit is not None
    ]
    share = Fraction(100 * (one.held + one.fixed), total)
    return (
        f"{row.count}" + (f" +{row.shared} read" if row.shared else ""),
        numbers(row.positions or row.shared_positions, width),
        str(layer.kind),
        _or_dash(elements(layer.entry)),
        _or_dash(elements(layer.index)),
        f"{layer.tokens_per_entry.value}" if layer.entry else NOTHING,
        " + ".join(most) or NOTHING,
        _or_dash(fixed),
        _or_dash(one.held + one.fixed),
        f"{float(share):.1f} %",
    )


def _or_dash(count: int) -> str:
    return f"{count:,}" if count else NOTHING


def remarks(found: Account) -> list[str]:
    """What to know beside the numbers: notes, what was assumed, and what was not looked at."""
    lines = [f"note: {text}" for text in found.notes]
    lines += [f"assumed: {text}" for text in found.model.assumed]
    if found.model.unread:
        lines.append(f"not read, though the names could touch the cache: {', '.join(found.model.unread)}")
    return lines
