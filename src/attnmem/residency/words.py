"""A conflict in words: what is read, how much of it can be there, and which limits stand in the way."""

import math
from itertools import groupby

import numpy as np

from attnmem.residency.arrays import minimise
from attnmem.residency.build import Allowance, Way, build, ways
from attnmem.residency.conflict import FAMILIES, Conflict, all_but
from attnmem.residency.flows import FlowColumns
from attnmem.residency.program import Tag
from attnmem.residency.scenario import Scenario
from attnmem.residency.watch import Watch
from attnmem.residency.whole import SMALL

MOST_STEPS = 3  # reads that are spelled out; a longer conflict names the others


def conflict_in_words(
    scenario: Scenario, conflict: Conflict, allowance: Allowance | None = None, watch: Watch | None = None
) -> tuple[str, ...]:
    """One sentence per colliding read, then one per family of limits."""
    watch = watch or Watch()
    reads = [step for family, step in conflict.rows if family == "correctness"]
    sentences = [_read(scenario, conflict, step, allowance, watch) for step in reads[:MOST_STEPS]]
    if len(reads) > MOST_STEPS:
        sentences.append(f"So do the reads of {_steps(reads[MOST_STEPS:])}.")
    for family in FAMILIES[::-1]:
        steps = [step for other, step in conflict.rows if other == family]
        if steps and family != "correctness":
            sentences.append(_limit(scenario, family, steps))
    return tuple(sentences)


def _read(
    scenario: Scenario, conflict: Conflict, step: int, allowance: Allowance | None, watch: Watch
) -> str:
    total = sum(scenario.block_of_id[name].count for name in scenario.reads[step])
    most = most_readable(scenario, conflict.rows, step, allowance, watch)
    family = next(
        (f for f in ("link", "capacity", "hiding", "qos", "sustainability") if f in conflict.families), ""
    )
    subject = {
        "link": "the link can bring",
        "capacity": "HBM has room for",
        "hiding": "what computing hides, with slack, is",
        "qos": "in time for the targets come",
        "sustainability": "the long-run rate brings",
    }.get(family, "there can be")
    others = sum(family == "correctness" for family, _ in conflict.rows) > 1
    served = ", while the other reads named here are served" if others else ""
    return f"At step {step} {subject} {most} of {total} blocks that attention reads{served}."


def most_readable(
    scenario: Scenario, rows: tuple[Tag, ...], step: int, allowance: Allowance | None, watch: Watch
) -> int:
    """How many of the blocks read in a step can be readable in it while all other rows of the conflict
    hold.
    """
    return max(_readable(scenario, rows, step, way, watch) for way in ways(scenario, allowance))


def _readable(scenario: Scenario, rows: tuple[Tag, ...], step: int, way: Way, watch: Watch) -> int:
    built = build(scenario, allowance=way, without=all_but(scenario, rows), optional=step)
    cost = np.zeros(len(built.program.low))
    for columns in built.columns:
        if isinstance(columns, FlowColumns) and step in columns.entry.soft:
            for column, sign in columns.readable(step):
                cost[column] -= sign
    arrays = built.program.arrays()
    found = minimise(arrays, cost, whole=arrays.low.size <= SMALL, seconds=watch.left)
    return 0 if found.amounts is None else math.floor(-found.value(cost) + 1e-6)


def _limit(scenario: Scenario, family: str, steps: list[int]) -> str:
    where = _steps(steps)
    if family == "capacity":
        return f"HBM holds {scenario.hbm_bytes} bytes in {where}."
    if family == "link":
        rates = ((tier.name, min(tier.bytes_per_s[step] for step in steps)) for tier in scenario.tiers)
        carried = "; ".join(f"{name!r} {math.floor(r * scenario.step_s + 1e-6)} bytes" for name, r in rates)
        return f"In {where} the links carry at most, in each step_s: {carried}, however long a step waits."
    if family == "sustainability":
        return "Over the whole plan the links carry no more than their sustained rate."
    if family == "hiding":
        return f"A step may wait {scenario.slack_s:g} s at most, in {where}."
    return f"The latency targets of tokens that come out in {where} leave no more time."


def _steps(steps: list[int]) -> str:
    """Numbers with runs drawn together.

    >>> _steps([0, 1, 2, 5])
    'steps 0 to 2, 5'
    """
    runs = []
    for _, run in groupby(enumerate(sorted(steps)), key=lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in run]
        runs.append(f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}")
    return f"step{'s' if len(steps) > 1 else ''} {', '.join(runs)}"
