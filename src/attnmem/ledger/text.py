"""The ledger of one model as text: what is kept, where it grows, what a step moves. At most 100 columns."""

from fractions import Fraction

from attnmem.ledger.account import Account, RowNumbers
from attnmem.ledger.grid import grid, numbers, wrapped
from attnmem.ledger.layer import elements
from attnmem.ledger.streams import Engine, Role
from attnmem.units import DECIMAL, both, counted, milliseconds, plain, scaled

WIDTH, NOTHING = 100, "–"
ROLES = {
    Role.KV: "entries",
    Role.INDEX: "index keys",
    Role.STATE: "recurrent state",
    Role.CONV: "convolution",
    Role.COMPRESSOR: "compressor",
}


def page(found: Account, bandwidth: int | None = None) -> list[str]:
    """All lines for one model."""
    return [
        *heading(found),
        "",
        *layers(found),
        "",
        *grid(_sums(found), "lrl"),
        "",
        *grid(_memory(found), "lrl"),
        "",
        *grid(_step(found, bandwidth), "lrl"),
        *remarks(found),
    ]


def heading(found: Account) -> list[str]:
    """The model, the question, and the formats it is answered in."""
    many = f"{found.terms.batch:,} sequences" if found.terms.batch > 1 else "one sequence"
    count = len(found.model.layers)
    lines = [f"{found.model.name}: {count} layer{'s' if count > 1 else ''}, {many}, {found.context}"]
    return [*lines, *wrapped(formats_line(found))]


def formats_line(found: Account) -> str:
    """Only the formats that something is kept in."""
    roles = dict.fromkeys(stream.role for _, stream in found.kept())
    used = [f"{text} {found.terms.format(role).name}" for role, text in ROLES.items() if role in roles]
    engine = {Engine.PAYLOAD: "", Engine.UNIFORM: "nothing capped", Engine.UNPACKED: "latents unpacked"}
    more = [engine[found.terms.engine], f"pages of {found.terms.page} tokens" if found.terms.page > 1 else ""]
    return " · ".join([*used, *(text for text in more if text)])


HEAD = ("layers", "which", "kind", "an entry", "index", "tokens", "at most", "fixed", "kept now", "share")


def layers(found: Account) -> list[str]:
    """A line for each shape of layer; columns that say nothing are left out, layer numbers cut to fit."""
    total = sum(n.held + n.fixed for n in found.rows) or 1
    lines: list[str] = []
    for width in range(28, 5, -1):
        rows = [HEAD, *(_layer(n, total, width) for n in found.rows)]
        told = [at for at in range(len(HEAD)) if any(row[at] != NOTHING for row in rows[1:])]
        lines = grid([[row[at] for at in told] for row in rows], "lllr")
        if max(map(len, lines)) <= WIDTH:
            break
    return lines


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


def _sums(found: Account) -> list[list[str]]:
    """Elements of one sequence, with the bytes of growth."""
    each = found.bytes_growth() / found.terms.batch
    lines = [
        ["elements of one sequence", "", ""],
        ["each further token adds", plain(found.growth), _exactly(each)],
    ]
    if found.uniform != found.growth:
        lines.append(["  if nothing were capped", plain(found.uniform), ""])
    if found.window:
        lines.append(["windows when full", plain(found.window), ""])
    lines.append([f"entries at {counted(found.tokens, 'tokens')}", plain(found.held), ""])
    if found.state:
        lines += [
            ["fixed state, K − 1 columns", plain(found.state), ""],
            ["  of it recurrent", plain(found.recurrent), ""],
        ]
        if found.state_conv_k != found.state:
            lines.append(["  with K columns", plain(found.state_conv_k), ""])
    if found.compressor:
        lines.append(["rows being pooled", plain(found.compressor), ""])
    return lines


def _memory(found: Account) -> list[list[str]]:
    """Bytes of the batch."""
    held, bare = found.bytes_held(), found.bytes_held(scales=False)
    with_state = ", with all state" if found.state or found.compressor else ""
    lines = [["memory of the batch", "", ""], [f"held{with_state}", *_pair(held)]]
    if held != bare:
        lines.append(["  without scales", *_pair(bare)])
    if found.bytes_state():
        lines.append(["  of it fixed state", *_pair(found.bytes_state())])
    if found.terms.page > 1:
        lines.append([f"allocated in pages of {found.terms.page}", *_pair(found.bytes_allocated())])
    if found.terms.devices > 1:
        share = found.bytes_allocated(devices=found.terms.devices)
        lines.append([f"on each of {found.terms.devices} devices", *_pair(share)])
        if share * found.terms.devices > found.bytes_allocated():
            lines.append(
                [
                    "  copies of what cannot be split",
                    *_pair(share * found.terms.devices - found.bytes_allocated()),
                ]
            )
    return lines


def _exactly(size: Fraction) -> str:
    return both(size) if size < 1000 else f"{plain(size)} B, {both(size)}"


def _pair(size: Fraction) -> tuple[str, str]:
    return plain(size) + " B", both(size)


def _step(found: Account, bandwidth: int | None) -> list[list[str]]:
    """What one decode step moves and can address."""
    read = found.bytes_read(devices=found.terms.devices)
    on_each = "  on each device" if found.terms.devices > 1 else "  in bytes, for the batch"
    lines = [
        ["a decode step", "", ""],
        ["reads", f"{found.read:,}", "elements a sequence"],
        [on_each, plain(read) + " B", both(read)],
        ["writes", plain(found.written), "elements a sequence, on average"],
        ["a query addresses", f"{found.reach:,}", f"entries of {found.units:,} units it can tell apart"],
    ]
    if found.decision_bits:
        lines.append(["  choosing", f"{found.decision_bits:,.1f}", "bits, log2 of the selections"])
    if bandwidth is not None:
        floor = milliseconds(read, bandwidth)
        speed = scaled(bandwidth, DECIMAL, 1000)
        lines.append(
            [
                "takes at least",
                f"{float(floor):.3f} ms",
                f"at {speed}/s for the cache alone, weights not counted",
            ]
        )
    return lines


def remarks(found: Account) -> list[str]:
    """What was assumed, and what was not looked at."""
    lines: list[str] = []
    for text in found.notes:
        lines += ["", *wrapped(text)]
    for text in found.model.assumed:
        lines += ["", *wrapped(f"assumed: {text}")]
    if found.model.unread:
        lines += [
            "",
            *wrapped(f"not read, though the names could touch the cache: {', '.join(found.model.unread)}"),
        ]
    return lines
