"""From a TOML or JSON file to a scenario. Every error is one line that names the field and the place."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attnmem.errors import BadInput
from attnmem.residency import presets
from attnmem.residency.fields import MOST_STEPS, Table
from attnmem.residency.reading import with_reads
from attnmem.residency.scenario import HBM, Block, Mass, Scenario, Sequence, StandIn, Tenant, Tier

MOST_TIMES = 1e9  # by which the fastest link may outrun the slowest


def load(path: str | Path) -> Scenario:
    """The scenario in a file; the ending says which language it is written in."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: cannot be read ({error})") from None
    if path.suffix not in (".toml", ".json"):
        raise BadInput(f"{path}: came the ending {path.suffix!r}, need .toml or .json")
    try:
        return parse(text, language=path.suffix[1:])
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


def parse(text: str, *, language: str = "toml") -> Scenario:
    """The scenario in a text."""
    try:
        values = (
            tomllib.loads(text) if language == "toml" else json.loads(text, object_pairs_hook=_without_twins)
        )
    except (tomllib.TOMLDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise BadInput(f"not {language.upper()}: {error}") from None
    return from_mapping(values)


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        raise BadInput(f"field {next(n for n in names if names.count(n) > 1)!r} is given twice in one table")
    return values


def from_mapping(values: Mapping[str, Any]) -> Scenario:
    """The scenario in nested dictionaries, as a TOML or JSON reader returns them."""
    top = Table(values, "top level", inside="")
    step_s, steps = top.number("step_s"), top.whole("steps", 1, high=MOST_STEPS)
    hbm_bytes = _hbm(top.table("hbm"))
    tiers = tuple(_tier(row, steps) for row in top.rows("tier"))
    _check_rates(tiers)
    compute_s, slack_s = _compute(top.table("compute"), steps)
    tenants = tuple(_tenant(row) for row in top.rows("tenant"))
    sequences = tuple(_sequence(row, steps) for row in top.rows("sequence"))
    blocks = tuple(_block(row, [tier.name for tier in tiers]) for row in top.rows("block"))
    kind, chooses = _attention(top.table("attention", {}))
    read_rows = _listed(top.rows("read"), "blocks", steps)
    masses = tuple(_mass(row, steps) for row in top.rows("mass"))
    decode_rows = _listed(top.rows("decode"), "sequences", steps)
    stand_in = _stand_in(top.table("stand_in", {}))
    top.close()
    if kind == "dense" and (read_rows or masses):
        raise BadInput(
            "[attention]: kind 'dense' reads every block of the decode set, so no [[read]] or [[mass]]"
        )
    if chooses and decode_rows:
        raise BadInput("[attention]: decode = 'choose' leaves the decode set open, so no [[decode]]")
    _check_masses(masses, blocks)
    bare = Scenario(
        step_s=step_s,
        steps=steps,
        hbm_bytes=hbm_bytes,
        tiers=tiers,
        tenants=tenants,
        sequences=sequences,
        blocks=blocks,
        reads=((),) * steps,
        decode=((),) * steps,
        compute_s=compute_s,
        slack_s=slack_s,
        masses=masses,
        stand_in=stand_in,
        chooses_decode_set=chooses,
    )
    return with_reads(bare, kind=kind, listed=read_rows, decode=decode_rows)


def _hbm(table: Table) -> int:
    if table.has("preset") == table.has("bytes"):
        table.close("reserved_bytes")
        raise BadInput(f"{table.place}: need either 'bytes' or 'preset' (with 'reserved_bytes')")
    if table.has("bytes"):
        size = table.whole("bytes", 0)
    else:
        size = presets.hbm(table.text("preset")).bytes
        size -= table.whole("reserved_bytes", 0, 0, high=size)
    table.close()
    return size


def _tier(row: Table, steps: int) -> Tier:
    name = row.text("name")
    if name == HBM:
        raise row.refuse("name", "another name than 'hbm', which is the memory above the tiers")
    if row.has("preset") == row.has("bytes_per_s"):
        row.close("sustained_bytes_per_s")
        raise BadInput(f"{row.place}: need either 'bytes_per_s' or 'preset'")
    if row.has("preset"):
        rates = (presets.link(row.text("preset")).bytes_per_s,) * steps
    else:
        rates = row.per_step("bytes_per_s", steps)
    sustained = row.number("sustained_bytes_per_s", sum(rates) / steps)
    row.close()
    return Tier(name, rates, sustained)


def _check_rates(tiers: tuple[Tier, ...]) -> None:
    """Times over all links stand in one program, whose numbers may not lie too far apart."""
    if not tiers:
        raise BadInput("top level: no [[tier]], need at least one")
    fastest = max(max(tier.bytes_per_s) for tier in tiers)
    for at, tier in enumerate(tiers, 1):
        if (slowest := min(tier.bytes_per_s)) * MOST_TIMES < fastest:
            need = f"at least {fastest / MOST_TIMES:g}, the largest rate over {MOST_TIMES:g}"
            raise BadInput(f"[[tier]] {at}, field 'bytes_per_s': came {slowest:g}, need {need}")


def _compute(table: Table, steps: int) -> tuple[tuple[float, ...], float]:
    compute_s = table.per_step("s_per_step", steps)
    slack_s = table.number("slack_s", zero=True) if table.has("slack_s") else float("inf")
    table.close()
    return compute_s, slack_s


def _tenant(row: Table) -> Tenant:
    targets = [row.number(name) if row.has(name) else float("inf") for name in ("ttft_s", "itl_s")]
    tenant = Tenant(row.text("name"), *targets)
    row.close()
    return tenant


def _sequence(row: Table, steps: int) -> Sequence:
    sequence = Sequence(
        row.text("id"),
        row.text("tenant"),
        row.whole("arrives_step", 0, 0, high=steps - 1),
        row.number("prefill_s", 0.0, zero=True),
        row.whole("decode_steps", 1) if row.has("decode_steps") else None,
    )
    row.close()
    return sequence


def _block(row: Table, tiers: list[str]) -> Block:
    starts = row.one_of("starts", (HBM, *tiers))
    tier = row.one_of("tier", tuple(tiers), tiers[0]) if starts == HBM else starts
    if starts != HBM and row.has("tier"):
        raise row.refuse("tier", "no such field for a block that starts in a tier")
    block = Block(
        id=row.text("id"),
        sequence=row.text("sequence"),
        bytes=row.whole("bytes", 1),
        starts=starts,
        tier=tier,
        count=row.whole("count", 1, 1),
        copied=row.flag("copied", True),
        written_every_step=row.flag("written_every_step", False),
    )
    row.close()
    return block


def _attention(table: Table) -> tuple[str, bool]:
    kind = table.one_of("kind", ("dense", "sparse"), "sparse")
    chooses = table.one_of("decode", ("given", "choose"), "given") == "choose"
    if chooses and kind != "dense":
        raise table.refuse("decode", "'given', for the decode set can be chosen under dense attention only")
    table.close()
    return kind, chooses


def _listed(rows: list[Table], field: str, steps: int) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for row in rows:
        step = row.whole("step", 0, high=steps - 1)
        found[step] = found.get(step, ()) + row.names(field)
        row.close()
    return found


def _mass(row: Table, steps: int) -> Mass:
    mass = Mass(
        row.whole("step", 0, high=steps - 1),
        row.text("sequence"),
        row.whole("layer", 0),
        row.whole("head", 0),
        row.text("block"),
        row.number("value", zero=True),
    )
    if mass.value > 1:
        raise row.refuse("value", "a softmax mass, so at most 1")
    row.close()
    return mass


def _stand_in(table: Table) -> StandIn:
    stand_in = StandIn(
        kind=table.one_of("kind", ("none", "summary", "quantised"), "none"),
        bytes=table.whole("bytes", 0, 0),
        logit_error=table.number("logit_error", 0.0, zero=True),
        value_error=table.number("value_error", 0.0, zero=True),
    )
    if stand_in.kind == "none" and stand_in != StandIn():
        raise table.refuse("kind", "'summary' or 'quantised' where a size or an error is given")
    table.close()
    return stand_in


def _check_masses(masses: tuple[Mass, ...], blocks: tuple[Block, ...]) -> None:
    """Masses of one row add up to at most 1 and are given to single blocks of the row's own sequence, once
    each.
    """
    by_id = {block.id: block for block in blocks}
    sums: dict[tuple[int, str, int, int], float] = {}
    seen: set[tuple[int, str, int, int, str]] = set()
    for at, mass in enumerate(masses, 1):
        block, row = by_id.get(mass.block), (mass.step, mass.sequence, mass.layer, mass.head)
        if block is None or block.sequence != mass.sequence or block.count != 1 or block.written_every_step:
            need = f"a single, unwritten block of sequence {mass.sequence!r} (count = 1)"
            raise BadInput(f"[[mass]] {at}, field 'block': came {mass.block!r}, need {need}")
        if (*row, mass.block) in seen:
            raise BadInput(f"[[mass]] {at}: block {mass.block!r} has its mass in this row already")
        seen.add((*row, mass.block))
        sums[row] = sums.get(row, 0.0) + mass.value
        if sums[row] > 1 + 1e-9:
            raise BadInput(
                f"[[mass]] {at}: masses of step, sequence, layer, head {row} add up to more than 1"
            )
