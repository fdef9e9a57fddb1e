"""Tiny random scenarios, and every plan there is for them."""

from collections.abc import Iterator
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


def every_plan(scenario: Scenario) -> Iterator[Plan]:
    """Every sequence of moves that is possible block by block, constraints or not."""
    paths = [list(_paths(scenario, block.id)) for block in scenario.blocks]
    for chosen in product(*paths):
        yield Plan(tuple(sorted(move for path in chosen for move in path)))


def _paths(scenario: Scenario, name: str) -> Iterator[tuple[Move, ...]]:
    block = scenario.block_of_id[name]
    reads = {step for step, names in enumerate(scenario.reads) if name in names}
    needs_copies = block.written_every_step or not block.copied

    def extend(step: int, is_inside: bool, moves: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
        if step == scenario.steps:
            yield moves
            return

        def move(action: str) -> Move:
            return Move(step, name, action, block.bytes)

        if is_inside:
            yield from extend(step + 1, True, moves)
            if needs_copies:
                yield from extend(step + 1, True, (*moves, move(WRITEBACK)))
            if step not in reads:
                yield from extend(step + 1, False, (*moves, move(EVICT)))
                if needs_copies:
                    yield from extend(step + 1, False, (*moves, move(EVICT), move(WRITEBACK)))
        else:
            if step not in reads:
                yield from extend(step + 1, False, moves)
                yield from extend(step + 1, True, (*moves, move(PREFETCH)))
            else:
                yield from extend(step + 1, True, (*moves, move(DEMAND)))

    yield from extend(0, block.starts == "hbm", ())


def best_by_trying_all(scenario: Scenario) -> Replayed | None:
    """The replay of the plan that waits least and then moves least; None if every plan breaks something."""
    kept = [played for plan in every_plan(scenario) if (played := replay(scenario, plan)).is_kept]
    return min(kept, key=lambda played: (round(played.stall_s, 9), played.bytes_moved), default=None)
