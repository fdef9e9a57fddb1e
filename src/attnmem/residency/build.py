"""From a scenario to its program, and from amounts back to moves."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from attnmem.residency.entries import entries, missable
from attnmem.residency.flows import FlowColumns, add_flows
from attnmem.residency.gaps import GapColumns, add_gaps
from attnmem.residency.plan import EVICT, Move, Plan
from attnmem.residency.program import Program, Tag, begin
from attnmem.residency.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a read may miss: each row's missing mass times ``price`` stays within ``budget``."""

    budget: float
    price: float = 1.0


@dataclass(frozen=True, slots=True)
class Built:
    """A program, and what its columns mean."""

    scenario: Scenario
    program: Program
    columns: tuple[GapColumns | FlowColumns, ...]

    def plan(self, amounts: np.ndarray) -> Plan:
        """The moves that whole amounts stand for; a block leaves when nothing reads it any more."""
        return Plan(tuple(sorted(self._moves(amounts))))

    def _moves(self, amounts: np.ndarray) -> Iterator[Move]:
        for columns in self.columns:
            entry = columns.entry
            yield from columns.moves(amounts)
            stays = _left_inside(columns, amounts)
            if stays and entry.last + 1 < self.scenario.steps:
                yield Move(entry.last + 1, entry.block.id, EVICT, stays * entry.block.bytes)


def _left_inside(columns: GapColumns | FlowColumns, amounts: np.ndarray) -> int:
    """How many blocks of an entry are in HBM after its last read."""
    entry = columns.entry
    if entry.last < entry.arrives:
        return entry.block.count if entry.is_inside else 0
    if isinstance(columns, FlowColumns):
        return round(amounts[columns.flows[-1].inside])
    return entry.block.count


def build(
    scenario: Scenario,
    *,
    allowance: Allowance | None = None,
    without: frozenset[Tag] = frozenset(),
    only_flows: bool = False,
    optional: int | None = None,
) -> Built:
    """The program of a scenario: lossless, or with an allowance for what reads may miss; ``optional`` names a
    step that may miss anything.
    """
    massive = sorted({mass.block for mass in scenario.masses}) if allowance else []
    program = begin(scenario, without, reserved_bytes=scenario.stand_in.bytes * len(massive))
    columns: list[GapColumns | FlowColumns] = []
    soft = missable(scenario, _most(allowance)) if allowance else {}
    for entry in entries(scenario, program.unit, without, soft, optional):
        add = add_gaps if entry.is_clean and not only_flows else add_flows
        columns.append(add(program, entry))
    built = Built(scenario, program, tuple(columns))
    if allowance:
        _add_budgets(built, allowance, optional)
    return built


def _most(allowance: Allowance) -> float:
    """The mass that one block may have and be missed; the last digits are its row's to judge."""
    return math.inf if allowance.price == 0 else allowance.budget / allowance.price * (1 + 1e-9)


def _add_budgets(built: Built, allowance: Allowance, optional: int | None) -> None:
    """One row for each sequence, layer, head and step: the mass of what cannot be read stays within the
    budget; the step that may miss anything has none.
    """
    flows = {c.entry.block.id: c for c in built.columns if isinstance(c, FlowColumns)}
    rows: dict[tuple[str, int, int, int], int] = {}
    masses = (m for m in built.scenario.masses if m.step != optional)
    weighed = [m for m in masses if (f := flows.get(m.block)) and m.step in f.entry.soft]
    whole: dict[tuple[str, int, int, int], float] = {}
    for mass in weighed:
        key = (mass.sequence, mass.layer, mass.head, mass.step)
        whole[key] = whole.get(key, 0.0) + mass.value * allowance.price
    for mass in weighed:
        key, flow = (mass.sequence, mass.layer, mass.head, mass.step), flows[mass.block]
        if whole[key] <= allowance.budget:
            continue  # all of it may be missed at once
        if key not in rows:
            rows[key] = built.program.row(("correctness", mass.step), high=allowance.budget)
        weight = mass.value * allowance.price
        built.program.shift(rows[key], weight)
        for column, sign in flow.readable(mass.step):
            built.program.put(rows[key], column, -sign * weight)
