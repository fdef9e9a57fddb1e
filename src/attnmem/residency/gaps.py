"""Columns for blocks that are clean and never missed: one decision for each gap between two reads.

In a gap nothing is gained by leaving late or by coming back twice, so the choices are few: stay, or leave
at once and come back in one of the later steps; in the step of the next read itself that is a demand fetch.

    read in a     a+1    a+2   ...   c-1    read in c
    stay          |======================|  moves nothing
    fetch in s           .....|s=========|  counts in HBM from s on, moves its bytes in s
    wait in s            .....|s=========|  the same, but s itself waits; only where that can be of use
    fetch in c                             c  waited for

``count`` equal blocks share the decision: the columns are amounts, and add up to ``count``.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from attnmem.residency.entries import Entry
from attnmem.residency.plan import DEMAND, EVICT, PREFETCH, Move
from attnmem.residency.program import Program


@dataclass(frozen=True, slots=True)
class Gap:
    """The columns of one gap: ``stay`` (or -1), and fetches as (step, column, whether the step waits)."""

    after: int
    stay: int
    fetches: tuple[tuple[int, int, bool], ...]


@dataclass(frozen=True, slots=True)
class GapColumns:
    """The decisions about one entry."""

    entry: Entry
    gaps: tuple[Gap, ...]

    def moves(self, amounts: np.ndarray) -> list[Move]:
        """What whole amounts mean."""
        block, found = self.entry.block, []
        for gap in self.gaps:
            if gap.stay >= 0 and (left := block.count - round(amounts[gap.stay])):
                found.append(Move(gap.after + 1, block.id, EVICT, left * block.bytes))
            for step, column, waits in gap.fetches:
                if fetched := round(amounts[column]):
                    action = DEMAND if waits else PREFETCH
                    found.append(Move(step, block.id, action, fetched * block.bytes))
        return found


def add_gaps(program: Program, entry: Entry, ahead: int | None = None) -> GapColumns:
    """Put a clean entry into the program: constant while it is read, a decision in each gap; with ``ahead``,
    no fetch is earlier than so many steps before the read.
    """
    count = entry.block.count
    for step in entry.hard:
        program.shift(program.capacity[step], count * entry.units)
    spans = list(pairwise(entry.hard))
    if entry.hard:
        spans.insert(0, (entry.arrives - 1, entry.hard[0]))
    gaps = []
    for at, (after, until) in enumerate(spans):
        was_inside = at > 0 or entry.is_inside
        if not (was_inside and until == after + 1):
            gaps.append(_gap(program, entry, after, until, was_inside, ahead))
    return GapColumns(entry, tuple(gaps))


def _gap(program: Program, entry: Entry, after: int, until: int, was_inside: bool, ahead: int | None) -> Gap:
    count, units, tier = entry.block.count, entry.units, entry.block.tier
    total, decision = program.row(("structure", until), low=count, high=count), program.decide()
    stay, first = -1, after + 1
    if was_inside:
        stay, first = (
            program.column(count, decision=decision),
            after + 2,
        )  # a fetch in after + 1: a worse way to stay
        program.put(total, stay, 1.0)
        program.occupies(stay, range(after + 1, until), units)
    first = first if ahead is None else max(first, until - ahead)
    fetches = [(step, False) for step in range(first, until)]
    fetches += [(step, True) for step in range(first, until) if program.waits_early(step)]
    columns = []
    for step, waits in (*fetches, (until, True)):
        carried = program.row_high[program.link[tier, step]] / units
        most = count if carried >= count else math.floor(carried + 1e-9)
        new = program.column(most, decision=decision)
        program.put(total, new, 1.0)
        program.occupies(new, range(step, until), units)
        program.moves(new, tier, step, units, waits=waits)
        columns.append((step, new, waits))
    return Gap(after, stay, tuple(columns))
