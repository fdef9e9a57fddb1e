"""Tiny random scenarios, and every plan there is for them."""

from dataclasses import replace
from itertools import product

import numpy as np

from attnmem.residency.load import from_mapping
from attnmem.residency.plan import DEMAND, EVICT, PREFETCH, WRITEBACK, Move, Plan
from attnmem.residency.replay import Replayed, replay
from attnmem.residency.scenario import Scenario


def tiny(seed: int, *, blocks: int = 3, steps: int = 3, **changes: object) -> Scenario:
    """A few blocks of few bytes, random reads, rates, places and kinds."""
    draw = np.random.default_rng(seed)
    names = [f"b{at}" for at in range(blocks)]
    sizes = draw.integers(1, 4, blocks)
    values = {
        "step_s": 1.0,
        "steps": steps,
        "hbm": {"bytes": int(draw.integers(sizes.max(), sizes.sum() + 1))},
        "tier": [
            {"name": "dram", "bytes_per_s": [float(r) for r in draw.integers(2, 7, steps)]},
            {"name": "nvme", "bytes_per_s": float(draw.integers(2, 5))},
        ],
        "compute": {
            "s_per_step": [float(c) for c in draw.choice([0.25, 0.5, 1.0], steps)],
            "slack_s": float(draw.choice([0.5, 1.0, 4.0])),
        },
        "tenant": [{"name": "all", "ttft_s": 3.0, "itl_s": float(draw.choice([1.0, 2.0, 8.0]))}],
        "sequence": [{"id": "s", "tenant": "all"}, {"id": "r", "tenant": "all"}],
        "block": [
            {
                "id": name,
                "sequence": "s" if at else "r",
                "bytes": int(sizes[at]),
                "starts": str(draw.choice(["hbm", "dram", "nvme"])),
                "written_every_step": bool(at == 0 and draw.random() < 0.5),
                "copied": bool(draw.random() < 0.5),
            }
            for at, name in enumerate(names)
        ],
        "read": [
            {"step": step, "blocks": [name for name in names if draw.random() < 0.5]} for step in range(steps)
        ],
    }
    values["decode"] = [
        {"step": row["step"], "sequences": sorted({"r" if name == "b0" else "s" for name in row["blocks"]})}
        for row in values["read"]
    ]
    return from_mapping({**values, **changes})


def _breaks(played: Replayed, rows: frozenset[tuple[str, int]] | None, until: int) -> bool:
    """Whether one of these rows (None: any) is broken up to a step, or a move is none that can be made."""
    return any(
        (
            breach.step <= until
            and (rows is None or (breach.constraint, breach.step) in rows or breach.constraint == "plan")
        )
        or breach.why.startswith("fetches")
        for breach in played.breaches
    )


def plans_of(
    scenario: Scenario, name: str, rows: frozenset[tuple[str, int]] | None, **how: float
) -> list[tuple[Move, ...]]:
    """What can be done with one block if it has the machine to itself, as the replay judges, step by step.

    Left out is only what a better plan does without: a fetch of what leaves in the same step and is not
    written back, and a write-back where the tier's copy is always good.
    """
    alone, block = only(scenario, [name]), scenario.block_of_id[name]
    needs_copies = block.written_every_step or not block.copied
    arrives = scenario.sequence_of_id[block.sequence].arrives_step
    found = [((), block.count if block.starts == "hbm" else 0)]
    for step in range(arrives, scenario.steps):
        longer = []
        for moves, inside in found:
            for evicted, written in product(range(inside + 1), range(needs_copies * block.count + 1)):
                absent = block.count - inside + evicted
                for waited, behind in product(range(absent + 1), repeat=2):
                    if waited + behind > absent or min(evicted, waited + behind) > written:
                        continue
                    counts = {EVICT: evicted, WRITEBACK: written, DEMAND: waited, PREFETCH: behind}
                    new = [Move(step, name, does, n * block.bytes) for does, n in counts.items() if n]
                    made = (*moves, *new)
                    if not _breaks(replay(alone, Plan(made), **how), rows, step):
                        longer.append((made, inside - evicted + waited + behind))
        found = longer
    return _undominated(alone, [moves for moves, _ in found], **how)


def _undominated(alone: Scenario, ways: list[tuple[Move, ...]], **how: float) -> list[tuple[Move, ...]]:
    """Without what takes as much HBM, waited-for and hidden bytes in every step, and misses as much, as
    another.

    The replay says how much: where computing takes for ever, a step waits for what it waits for at once and
    nothing else, and the rest of what the link carries is hidden.
    """
    patient = replace(alone, compute_s=(1e9,) * alone.steps)
    uses: list[tuple[np.ndarray, tuple[Move, ...]]] = []
    for way in ways:
        played = replay(patient, Plan(way), **how)
        waited = np.array(played.stalls_s)
        carried = np.zeros(alone.steps)
        for row in played.rows:
            if row.constraint == "link":
                carried[row.step] += (
                    row.used / alone.tier_of_name[row.subject.split("'")[1]].bytes_per_s[row.step]
                )
        held = [row.used for row in played.rows if row.constraint == "capacity"]
        missed = [
            float((step, block.id) in played.missing) for block in alone.blocks for step in range(alone.steps)
        ]
        use = np.round(np.concatenate([held, waited, carried - waited, missed]), 9)
        if not any(np.all(other <= use) for other, _ in uses):
            uses = [kept for kept in uses if not np.all(use <= kept[0])] + [(use, way)]
    return [way for _, way in uses]


def only(scenario: Scenario, names: list[str]) -> Scenario:
    """The scenario with these blocks and no others: it asks less of every constraint."""
    return replace(
        scenario,
        blocks=tuple(block for block in scenario.blocks if block.id in names),
        reads=tuple(tuple(n for n in read if n in names) for read in scenario.reads),
        masses=tuple(mass for mass in scenario.masses if mass.block in names),
    )


def worth(played: Replayed) -> tuple[float, int]:
    """What is least: waiting, then bytes."""
    return round(played.stall_s, 9), played.bytes_moved


def best_by_trying_all(
    scenario: Scenario, rows: frozenset[tuple[str, int]] | None = None, **how: float
) -> Replayed | None:
    """The replay of the plan that waits least and then moves least; None if every plan breaks something, or
    one of these ``rows``.

    Block after block, every way to treat it is tried, and the replay asked: one more block never makes a
    constraint easier, nor the waiting or the bytes less, so what breaks or costs too much is not continued.
    """
    names = sorted(scenario.block_of_id)
    ways = [plans_of(scenario, name, rows, **how) for name in names]
    order = sorted(range(len(names)), key=lambda at: len(ways[at]))
    parts = [only(scenario, [names[at] for at in order[: more + 1]]) for more in range(len(names))]
    best: Replayed | None = None

    def extend(depth: int, moves: tuple[Move, ...]) -> None:
        nonlocal best
        tried = []
        for way in ways[order[depth]]:
            played = replay(parts[depth], Plan((*moves, *way)), **how)
            if not _breaks(played, rows, scenario.steps) and (best is None or worth(played) < worth(best)):
                tried.append((worth(played), way, played))
        for value, way, played in sorted(tried, key=lambda each: each[:2]):
            if best is not None and value >= worth(best):
                break
            if depth + 1 < len(names):
                extend(depth + 1, (*moves, *way))
            else:
                best = played

    extend(0, ())
    return best


def varied(seed: int) -> Scenario:
    """Two to four blocks in two to four steps: late arrivals, uncopied and written blocks, pairs, several
    tiers, rates and computes that change, and limits that are absent or nearly met.
    """
    draw = np.random.default_rng([7, seed])
    blocks, steps = int(draw.integers(2, 5)), int(draw.integers(2, 5))
    tiers = [f"tier{at}" for at in range(int(draw.integers(1, 3)))]
    sizes = [int(size) for size in draw.integers(1, draw.choice([2, 4, 6]), blocks)]
    arrives = [int(draw.integers(0, 2)) if draw.random() < 0.3 else 0 for _ in range(2)]
    owner = [int(draw.integers(0, 2)) for _ in range(blocks)]
    counts = [2 if draw.random() < 0.1 and steps < 4 else 1 for _ in range(blocks)]
    share, is_calm = float(draw.choice([0.3, 0.5, 0.8])), draw.random() < 0.4

    def per_step(choices: list[float]) -> list[float]:
        return (
            [float(draw.choice(choices))] * steps
            if is_calm
            else list(map(float, draw.choice(choices, steps)))
        )

    reads = [
        [f"b{at}" for at in range(blocks) if arrives[owner[at]] <= step and draw.random() < share]
        for step in range(steps)
    ]
    held = [size * count for size, count in zip(sizes, counts, strict=True)]
    needed = max(sum(held[int(name[1:])] for name in names) for names in reads)
    tenants = [
        {"name": "t0"}
        | ({"ttft_s": float(draw.choice([2.0, 4.0, 6.0]))} if draw.random() < 0.4 else {})
        | ({"itl_s": float(draw.choice([1.0, 2.0, 3.0]))} if draw.random() < 0.5 else {}),
        {"name": "t1"},
    ]
    compute: dict[str, object] = {"s_per_step": per_step([0.25, 0.5, 1.0, 2.0])}
    if draw.random() < 0.7:
        compute["slack_s"] = float(draw.choice([0.5, 1.0, 2.0]))
    return from_mapping(
        {
            "step_s": float(draw.choice([1.0, 8.0])),
            "steps": steps,
            "hbm": {"bytes": int(draw.integers(needed, sum(held) + 1))},
            "tier": [
                {"name": name, "bytes_per_s": per_step([1.0, 2.0, 3.0, 4.0])}
                | ({"sustained_bytes_per_s": float(draw.choice([1.0, 2.0]))} if draw.random() < 0.2 else {})
                for name in tiers
            ],
            "tenant": tenants,
            "sequence": [
                {"id": f"s{at}", "tenant": str(draw.choice(["t0", "t1"])), "arrives_step": arrives[at]}
                for at in range(2)
            ],
            "block": [
                {
                    "id": f"b{at}",
                    "sequence": f"s{owner[at]}",
                    "bytes": sizes[at],
                    "starts": str(draw.choice(["hbm", *tiers])),
                    "count": counts[at],
                    "copied": bool(draw.random() < 0.5),
                    "written_every_step": bool(draw.random() < 0.2),
                }
                for at in range(blocks)
            ],
            "read": [{"step": step, "blocks": names} for step, names in enumerate(reads)],
            "decode": [
                {"step": step, "sequences": sorted({f"s{owner[int(name[1:])]}" for name in names})}
                for step, names in enumerate(reads)
            ],
            "compute": compute,
        }
    )
