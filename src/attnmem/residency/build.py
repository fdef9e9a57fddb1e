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
    """What a read may miss: each row's missing mass times ``price`` stays within ``budget``. At a price of 1
    nothing takes the place of a missing block; below, its stand-in does, and needs room in HBM.
    """

    budget: float
    price: float = 1.0

    @property
    def stands_in(self) -> bool:
        return self.price < 1


Way = Allowance | None


def ways(scenario: Scenario, allowance: Way) -> tuple[Way, ...]:
    """An allowance with stand-ins that take room, and the same without them: a plan may go either way, so
    that more budget, which makes a stand-in worth its price, never takes a plan away.
    """
    if allowance and allowance.stands_in and scenario.stand_in.bytes:
        return allowance, Allowance(allowance.budget)
    return (allowance,)


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
    ahead: int | None = None,
) -> Built:
    """The program of a scenario: lossless, or with an allowance for what reads may miss; ``optional`` names a
    step that may miss anything. With ``ahead``, clean blocks are fetched at most so many steps before they
    are read: fewer plans, and a smaller program.
    """
    stand_in_bytes = scenario.stand_in.bytes if allowance and allowance.stands_in else 0
    program = begin(scenario, without, stand_in_bytes)
    columns: list[GapColumns | FlowColumns] = []
    soft = missable(scenario, _most(allowance)) if allowance else {}
    for entry in entries(scenario, program.unit, without, soft, optional):
        is_gap = entry.is_clean and not only_flows
        columns.append(add_gaps(program, entry, ahead) if is_gap else add_flows(program, entry))
    built = Built(scenario, program, tuple(columns))
    if allowance:
        _add_budgets(built, allowance, optional)
    if stand_in_bytes:
        _add_stand_ins(built, stand_in_bytes, optional)
    return built


def _most(allowance: Allowance) -> float:
    """The mass that one block may have and be missed; the last digits are its row's to judge."""
    return math.inf if allowance.price == 0 else allowance.budget / allowance.price * (1 + 1e-9)


def _add_stand_ins(built: Built, stand_in_bytes: int, optional: int | None) -> None:
    """What is missed in any step has its stand-in in every one. The step that may miss anything needs
    none.
    """
    program = built.program
    for flow in built.columns:
        soft = [step for step in flow.entry.soft if step != optional]
        if isinstance(flow, FlowColumns) and soft:
            held = program.column(1, decision=program.decide())
            program.occupies(held, range(built.scenario.steps), stand_in_bytes / program.unit)
            for step in soft:
                row = program.row(("structure", step), low=1.0)
                for column, sign in (*flow.readable(step), (held, 1.0)):
                    program.put(row, column, sign)


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
