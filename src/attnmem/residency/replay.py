"""Plays a plan step by step and reports every breach of the six constraints. Knows nothing of how plans are
made.

Sizes are compared as whole bytes. Seconds are floats, so a time limit counts as kept up to a relative 1e-9.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from attnmem.residency.clock import Clock, Row
from attnmem.residency.plan import ACTIONS, DEMAND, EVICT, PREFETCH, WRITEBACK, Move, Plan
from attnmem.residency.scenario import HBM, Block, Mass, Scenario

CONSTRAINTS = ("correctness", "capacity", "link", "sustainability", "hiding", "qos")


@dataclass(frozen=True, slots=True)
class Breach:
    """A constraint that the plan breaks, and how; ``constraint`` is 'plan' if a move itself is impossible."""

    step: int
    constraint: str
    why: str


@dataclass(frozen=True, slots=True)
class Replayed:
    """What happens when the plan is carried out."""

    breaches: tuple[Breach, ...]
    rows: tuple[Row, ...]
    stalls_s: tuple[float, ...]
    bytes_moved: int
    missing: tuple[tuple[int, str], ...]

    @property
    def is_kept(self) -> bool:
        return not self.breaches

    @property
    def stall_s(self) -> float:
        return sum(self.stalls_s)


@dataclass(slots=True)
class _Held:
    """One block entry while the plan plays: how many are in HBM, how many a tier holds in their present
    content.
    """

    block: Block
    inside: int = 0
    copies: int = 0
    last_read: int = -1


def replay(scenario: Scenario, plan: Plan, *, budget: float | None = None, price: float = 1.0) -> Replayed:
    """Carry out a plan. With a ``budget``, a read with masses may be missed: its row's missing mass times
    ``price`` stays within the budget; without, no read may be. A price below 1 is that of the scenario's
    stand-in, which then is in HBM, in every step, for each block that the plan misses in any.
    """
    return _Player(scenario, budget, price).play(plan)


class _Player:
    """The state of one replay."""

    def __init__(self, scenario: Scenario, budget: float | None, price: float) -> None:
        self.scenario, self.budget, self.price = scenario, budget, price
        self.held = {block.id: _Held(block) for block in scenario.blocks}
        self.breaches: list[Breach] = []
        self.rows: list[Row] = []
        self.missing: list[tuple[int, str]] = []
        self.moved = 0
        self.arrivals: dict[int, list[_Held]] = {}
        self.masses: dict[int, list[Mass]] = {}
        for held in self.held.values():
            self.arrivals.setdefault(scenario.sequence_of_id[held.block.sequence].arrives_step, []).append(
                held
            )
        for mass in scenario.masses if budget is not None else ():
            self.masses.setdefault(mass.step, []).append(mass)
        for step, names in enumerate(scenario.reads):
            for name in names:
                self.held[name].last_read = step

    def play(self, plan: Plan) -> Replayed:
        clock, by_step = Clock(self.scenario), self._by_step(plan)
        for step in range(self.scenario.steps):
            self._arrive(step)
            waited, behind = self._step(step, by_step.get(step, ()))
            clock.step(step, waited, behind)
        self._hold_stand_ins()
        self.rows += clock.rows()
        for row in self.rows:
            if row.is_broken:
                self._breach(row.step, row.constraint, f"{row.subject}: {row.used:g} used of {row.limit:g}")
        found = tuple(sorted(self.breaches, key=lambda breach: (breach.step, breach.constraint)))
        return Replayed(found, tuple(self.rows), tuple(clock.stalls_s), self.moved, tuple(self.missing))

    def _hold_stand_ins(self) -> None:
        """Room in every step for what takes the place of blocks that were missed in some."""
        if self.budget is None or self.price >= 1:
            return
        taken = self.scenario.stand_in.bytes * len({name for _, name in self.missing})
        self.rows = [
            replace(row, used=row.used + taken) if row.constraint == "capacity" else row for row in self.rows
        ]

    def _breach(self, step: int, constraint: str, why: str) -> None:
        self.breaches.append(Breach(step, constraint, why))

    def _by_step(self, plan: Plan) -> dict[int, list[tuple[Move, int]]]:
        """Well-formed moves by step, each with how many blocks it moves; the others are breaches."""
        found: dict[int, list[tuple[Move, int]]] = {}
        for move in plan.moves:
            held = self.held.get(move.block)
            if held is None or move.action not in ACTIONS or not 0 <= move.step < self.scenario.steps:
                self._breach(move.step, "plan", f"no such step, block or action: {move}")
            elif move.bytes <= 0 or move.bytes % held.block.bytes:
                self._breach(
                    move.step, "plan", f"{move.bytes} bytes is no whole number of blocks {move.block!r}"
                )
            else:
                found.setdefault(move.step, []).append((move, move.bytes // held.block.bytes))
        return found

    def _arrive(self, step: int) -> None:
        for held in self.arrivals.get(step, ()):
            if held.block.starts == HBM:
                held.inside = held.block.count
            if held.block.starts != HBM or held.block.copied:
                held.copies = held.block.count

    def _step(self, step: int, moves: Iterable[tuple[Move, int]]) -> tuple[dict[str, int], dict[str, int]]:
        """Carry out one step; the bytes per tier that it waits for, and those that run behind its compute."""
        waited, behind = (
            dict.fromkeys(self.scenario.tier_of_name, 0),
            dict.fromkeys(self.scenario.tier_of_name, 0),
        )
        amounts: dict[str, dict[str, int]] = {action: {} for action in ACTIONS}
        for move, count in moves:
            amounts[move.action][move.block] = amounts[move.action].get(move.block, 0) + count
        for name, count in amounts[EVICT].items():
            self._leave(step, name, count)
        kept: dict[str, int] = {}
        for name, count in amounts[WRITEBACK].items():
            held = self.held[name]
            at_once = min(count, amounts[EVICT].get(name, 0), self._uncovered(held, step))
            held.copies += at_once
            kept[name] = count - at_once
            waited[held.block.tier] += at_once * held.block.bytes
            behind[held.block.tier] += kept[name] * held.block.bytes
        for name, count in amounts[DEMAND].items():
            self._fetch(step, name, count)
            waited[self.held[name].block.tier] += count * self.held[name].block.bytes
        readable = {name: held.inside for name, held in self.held.items()}
        for name, count in amounts[PREFETCH].items():
            self._fetch(step, name, count)
            behind[self.held[name].block.tier] += count * self.held[name].block.bytes
        self._account(step, readable)
        for name, count in kept.items():
            if count > readable[name]:
                self._breach(
                    step, "plan", f"writes back {count} of {name!r}, of which HBM holds {readable[name]}"
                )
            self.held[name].copies = min(self.held[name].block.count, self.held[name].copies + count)
        decoding = set(self.scenario.decode[step])
        for name in self.scenario.reads[step]:
            block = self.held[name].block
            if block.written_every_step and block.sequence in decoding:
                self.held[name].copies = 0
        self.moved += sum(waited.values()) + sum(behind.values())
        return waited, behind

    def _uncovered(self, held: _Held, step: int) -> int:
        """Absent blocks of an entry that are read again and that no tier holds."""
        return max(0, held.block.count - held.inside - held.copies) if held.last_read >= step else 0

    def _leave(self, step: int, name: str, count: int) -> None:
        held = self.held[name]
        if count > held.inside:
            self._breach(step, "plan", f"evicts {count} of {name!r}, of which HBM holds {held.inside}")
        held.inside = max(0, held.inside - count)

    def _fetch(self, step: int, name: str, count: int) -> None:
        held = self.held[name]
        absent = held.block.count - held.inside
        if self.scenario.sequence_of_id[held.block.sequence].arrives_step > step or count > absent:
            self._breach(step, "plan", f"fetches {count} of {name!r}, of which {absent} are outside HBM")
        elif count > absent - self._uncovered(held, step):
            self._breach(step, "correctness", f"fetches {name!r}, of which no tier holds the present content")
        held.inside = min(held.block.count, held.inside + count)

    def _account(self, step: int, readable: Mapping[str, int]) -> None:
        """Bytes in HBM during the step, and what attention reads in it that is not there."""
        used = sum(held.inside * held.block.bytes for held in self.held.values())
        self.rows.append(Row(step, "capacity", "bytes in HBM", used, self.scenario.hbm_bytes))
        absent = [name for name in self.scenario.reads[step] if readable[name] < self.held[name].block.count]
        self.missing += [(step, name) for name in absent]
        weighed = self._budget_rows(step, set(absent))
        for name in absent:
            if name not in weighed:
                short = self.held[name].block.count - readable[name]
                self._breach(step, "correctness", f"reads {name!r}, of which {short} not readable in HBM")

    def _budget_rows(self, step: int, absent: set[str]) -> set[str]:
        """One row per sequence, layer and head; the blocks whose absence these rows price."""
        lost: dict[tuple[str, int, int], float] = {}
        weighed = {mass.block for mass in self.masses.get(step, ()) if mass.value > 0}
        for mass in self.masses.get(step, ()):
            row = (mass.sequence, mass.layer, mass.head)
            lost[row] = lost.get(row, 0.0) + (mass.value * self.price if mass.block in absent else 0.0)
        for (sequence, layer, head), used in lost.items():
            subject = f"missing mass of sequence {sequence!r}, layer {layer}, head {head}"
            self.rows.append(Row(step, "correctness", subject, used, self.budget or 0.0))
        return weighed
