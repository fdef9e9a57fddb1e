"""Columns for blocks that may be missed or must be written back: an amount per step, and what changes it.

What comes in, when it can be read, and what has a copy:

    inside[t] <= inside[t-1] + prefetched[t] + demanded[t]
    readable[t] = inside[t] - prefetched[t]
    count - inside[t] <= copies[t]

where copies[t] is what was written back behind steps before t, or waited for up to t, since the content
changed.
"""

from dataclasses import dataclass

import numpy as np

from attnmem.residency.entries import Entry
from attnmem.residency.plan import DEMAND, EVICT, PREFETCH, WRITEBACK, Move
from attnmem.residency.program import Program


@dataclass(frozen=True, slots=True)
class Flow:
    """The columns of one step, -1 where there is none."""

    step: int
    inside: int
    prefetched: int = -1
    demanded: int = -1
    saved: int = -1
    saved_waiting: int = -1


@dataclass(frozen=True, slots=True)
class FlowColumns:
    """The decisions about one entry, step by step from its arrival to its last read."""

    entry: Entry
    flows: tuple[Flow, ...]

    def readable(self, step: int) -> tuple[tuple[int, float], ...]:
        """The columns, with signs, that add up to what can be read in a step."""
        flow = self.flows[step - self.entry.arrives]
        negative = ((flow.prefetched, -1.0),) if flow.prefetched >= 0 else ()
        return ((flow.inside, 1.0), *negative)

    def moves(self, amounts: np.ndarray) -> list[Move]:
        """What whole amounts mean."""
        block, found = self.entry.block, []
        before = block.count if self.entry.is_inside else 0
        for flow in self.flows:
            inside, demanded, saved, leaving = (
                round(amounts[column]) if column >= 0 else 0
                for column in (flow.inside, flow.demanded, flow.saved, flow.saved_waiting)
            )
            # what a step waits to see written leaves, be it to come back at once
            gone = max(0, before - inside, leaving)
            come = inside - before + gone
            for action, count in (
                (EVICT, gone),
                (WRITEBACK, saved + leaving),
                (DEMAND, min(come, demanded)),
                (PREFETCH, come - min(come, demanded)),
            ):
                if count:
                    found.append(Move(flow.step, block.id, action, count * block.bytes))
            before = inside
        return found


def add_flows(program: Program, entry: Entry) -> FlowColumns:
    """Put any entry into the program, one set of columns per step."""
    count, units, tier, flows = entry.block.count, entry.units, entry.block.tier, []
    decision = program.decide()
    before: int | None = None
    since = _outdated_from(entry)
    for step in range(entry.arrives, entry.last + 1):
        is_hard, is_read = step in entry.hard, step in entry.hard or step in entry.soft
        inside = program.column(count, low=count if is_hard else 0, decision=decision)
        program.occupies(inside, (step,), units)
        prefetched = -1 if is_hard else program.column(count, decision=decision)
        may_wait = is_read or program.waits_early(step)
        demanded = program.column(count, decision=decision) if may_wait else -1
        flow = Flow(step, inside, prefetched, demanded, *_saves(program, entry, since, step, decision))
        start = count if entry.is_inside and before is None else 0
        arriving = program.row(("structure", step), high=start)
        program.put(arriving, inside, 1.0)
        if before is not None:
            program.put(arriving, before, -1.0)
        for column, waits in (
            (prefetched, False),
            (demanded, True),
            (flow.saved, False),
            (flow.saved_waiting, True),
        ):
            if column >= 0:
                program.moves(column, tier, step, units, waits=waits)
        for column in (prefetched, demanded):
            if column >= 0:
                program.put(arriving, column, -1.0)
        flows.append(flow)
        if flow.saved >= 0:
            _keep_copies(program, entry, flows, since, start if before is None else None)
        if step in entry.writes:
            since = step + 1
        before = inside
    return FlowColumns(entry, tuple(flows))


def _outdated_from(entry: Entry) -> int | None:
    """The step from which on nothing but a write-back makes a copy; None while a copy exists."""
    return entry.arrives if entry.is_inside and not entry.block.copied else None


def _saves(program: Program, entry: Entry, since: int | None, step: int, decision: int) -> tuple[int, int]:
    if since is None:
        return -1, -1
    count = entry.block.count
    return program.column(count, decision=decision), program.column(count, decision=decision)


def _keep_copies(
    program: Program, entry: Entry, flows: list[Flow], since: int | None, start: int | None
) -> None:
    """Nothing is outside HBM without a copy, or if it may be missed, nothing comes back without one; what is
    saved is there, and what is waited for is leaving.
    """
    assert since is not None
    count, flow = entry.block.count, flows[-1]
    covered = program.row(("structure", flow.step), low=0.0 if entry.soft else count)
    for column in (flow.prefetched, flow.demanded) if entry.soft else ():
        if column >= 0:
            program.put(covered, column, -1.0)
    if not entry.soft:
        program.put(covered, flow.inside, 1.0)
    program.put(covered, flow.saved_waiting, 1.0)
    for earlier in flows[since - entry.arrives : -1]:
        program.put(covered, earlier.saved, 1.0)
        program.put(covered, earlier.saved_waiting, 1.0)
    present = program.row(("structure", flow.step), high=0.0)
    program.put(present, flow.saved, 1.0)
    program.put(present, flow.inside, -1.0)
    leaving = program.row(("structure", flow.step), high=start or 0)
    program.put(leaving, flow.saved_waiting, 1.0)
    program.put(leaving, flow.inside, 1.0)
    if start is None:
        program.put(leaving, flows[-2].inside, -1.0)
        was_there = program.row(("structure", flow.step), high=0.0)
        program.put(was_there, flow.saved_waiting, 1.0)
        program.put(was_there, flows[-2].inside, -1.0)
    for column in (flow.prefetched, flow.demanded):
        if column >= 0:
            program.put(leaving, column, -1.0)
    if flow.prefetched >= 0:
        program.put(present, flow.prefetched, 1.0)
