"""The six constraints as the rows of a mixed-integer linear program.

Amounts of blocks are columns; what they use of HBM, link and time are rows, one per constraint and step, each
tagged with the constraint it states. Bytes are counted in ``unit`` (the largest common divisor of all block
sizes, where that keeps the numbers small), seconds in the time one unit takes on the first tier in step 0:
then the coefficients are whole numbers, or nearly, and a whole solution keeps its rows exactly.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from attnmem.residency.arrays import Arrays
from attnmem.residency.scenario import Scenario

LARGEST_IN_UNITS = 10**6  # a block of more units than this would strain the solver's tolerance of 1e-7
Tag = tuple[str, int]


@dataclass(slots=True)
class Program:
    """Columns and rows as they are collected; ``matrix`` puts them together."""

    scenario: Scenario
    unit: float
    seconds: float
    low: list[float] = field(default_factory=list)
    high: list[float] = field(default_factory=list)
    whole: list[bool] = field(default_factory=list)
    decision: list[int] = field(default_factory=list)
    bytes_cost: list[float] = field(default_factory=list)
    row_low: list[float] = field(default_factory=list)
    row_high: list[float] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    _rows: list[int] = field(default_factory=list)
    _columns: list[int] = field(default_factory=list)
    _values: list[float] = field(default_factory=list)
    capacity: list[int] = field(default_factory=list)
    link: dict[tuple[str, int], int] = field(default_factory=dict)
    behind: dict[tuple[str, int], int] = field(default_factory=dict)
    waited: dict[tuple[str, int], int] = field(default_factory=dict)
    total: dict[str, int] = field(default_factory=dict)
    stall: list[tuple[int, int]] = field(default_factory=list)
    begins: set[int] = field(default_factory=set)
    has_several_links: bool = False
    decisions: int = 0

    def decide(self) -> int:
        """A number for a new decision: its columns are fixed, or left open, together."""
        self.decisions += 1
        return self.decisions - 1

    def column(self, high: float, *, low: float = 0.0, whole: bool = True, decision: int = -1) -> int:
        """A new column, part of a numbered decision (-1: of none)."""
        self.low.append(low)
        self.high.append(high)
        self.whole.append(whole)
        self.decision.append(decision)
        self.bytes_cost.append(0.0)
        return len(self.low) - 1

    def row(self, tag: Tag, *, low: float = -math.inf, high: float = math.inf) -> int:
        """A new row, stating the constraint its tag names ('structure' for what no constraint could
        relax).
        """
        self.tags.append(tag)
        self.row_low.append(low)
        self.row_high.append(high)
        return len(self.tags) - 1

    def put(self, row: int, column: int, value: float) -> None:
        self._rows.append(row)
        self._columns.append(column)
        self._values.append(value)

    def shift(self, row: int, value: float) -> None:
        """Move a constant amount that a row uses to its right side."""
        self.row_low[row] -= value
        self.row_high[row] -= value

    def occupies(self, column: int, steps: Iterable[int], units: float) -> None:
        """Each of a column's amount takes ``units`` of HBM in these steps."""
        rows = [self.capacity[step] for step in steps]
        self._rows += rows
        self._columns += [column] * len(rows)
        self._values += [units] * len(rows)

    def moves(self, column: int, tier: str, step: int, units: float, *, waits: bool) -> None:
        """Each of a column's amount moves ``units`` over a tier's link in a step, which waits for it or
        not.
        """
        self.put(self.link[tier, step], column, units)
        self.put(self.total[tier], column, units)
        rate = self.scenario.tier_of_name[tier].bytes_per_s[step]
        row = self.waited[tier, step] if waits else self.behind.get((tier, step))
        if row is not None:
            self.put(row, column, units * self.unit / rate / self.seconds)
        self.bytes_cost[column] += units

    def waits(self, row: int, since: int, until: int) -> None:
        """A row counts what these steps wait."""
        self.begins.add(since)
        for step in range(since, until + 1):
            for column in self.stall[step]:
                self.put(row, column, 1.0)

    def waits_early(self, step: int) -> bool:
        """Whether it can be of use that a step waits for what only a later one reads.

        A fetch takes the same link and the same HBM whether its step waits for it or not. If it runs behind
        the compute, the next step waits for what does not fit: at most as long. So over one link the total
        never gains; what may gain is a limit that counts the next step and not this one, its slack or a
        latency that begins with it. Over several links, a step that waits for one may use another for free.
        """
        return self.has_several_links or step + 1 in self.begins

    def arrays(self) -> Arrays:
        """What has been collected, as arrays."""
        from scipy.sparse import csr_array

        entries = (
            np.asarray(self._values, float),
            (np.asarray(self._rows, int), np.asarray(self._columns, int)),
        )
        stall = np.zeros(len(self.low))
        stall[np.asarray(self.stall, int).ravel()] = 1.0
        return Arrays(
            matrix=csr_array(entries, shape=(len(self.tags), len(self.low))),
            row_low=np.asarray(self.row_low),
            row_high=np.asarray(self.row_high),
            low=np.asarray(self.low),
            high=np.asarray(self.high),
            whole=np.asarray(self.whole),
            decision=np.asarray(self.decision),
            stall=stall,
            bytes=np.asarray(self.bytes_cost),
        )


def unit_of(scenario: Scenario, stand_in_bytes: int = 0) -> float:
    """Bytes that count as one in the program."""
    sizes = [block.bytes for block in scenario.blocks] + [stand_in_bytes] * (stand_in_bytes > 0)
    if not sizes:
        return 1.0
    divisor = math.gcd(*sizes)
    return float(divisor) if max(sizes) // divisor <= LARGEST_IN_UNITS else max(sizes) / LARGEST_IN_UNITS


def begin(scenario: Scenario, without: frozenset[Tag] = frozenset(), stand_in_bytes: int = 0) -> Program:
    """The program's rows about HBM, link and time, still without any block. ``without`` leaves constraints
    out: ('link', 3) in step 3, ('link', -1) in every step and over the whole plan.
    """
    unit = unit_of(scenario, stand_in_bytes)
    program = Program(scenario, unit, unit / scenario.tiers[0].bytes_per_s[0])

    def limit(value: float, *tag: str | int) -> float:
        return math.inf if tag in without or (tag[0], -1) in without else value

    steps = range(scenario.steps)
    room = scenario.hbm_bytes / unit
    program.capacity = [program.row(("capacity", t), high=limit(room, "capacity", t)) for t in steps]
    program.stall = [
        (program.column(math.inf, whole=False), program.column(math.inf, whole=False)) for _ in steps
    ]
    program.has_several_links = len({block.tier for block in scenario.blocks}) > 1
    program.high[program.stall[0][0]] = 0.0  # nothing runs before the first step
    for tier in scenario.tiers:
        total = limit(
            tier.sustained_bytes_per_s * scenario.steps * scenario.step_s / unit, "sustainability", -1
        )
        program.total[tier.name] = program.row(("sustainability", -1), high=total)
        for t in steps:
            carried = tier.bytes_per_s[t] * scenario.step_s / unit * (1 + 1e-12)
            program.link[tier.name, t] = program.row(("link", t), high=limit(carried, "link", t))
            program.waited[tier.name, t] = program.row(("structure", t), high=0.0)
            program.put(program.waited[tier.name, t], program.stall[t][1], -1.0)
            if t + 1 < scenario.steps:
                hidden = program.row(("structure", t), high=scenario.compute_s[t] / program.seconds)
                program.behind[tier.name, t] = hidden
                program.put(hidden, program.stall[t + 1][0], -1.0)
    for t in steps:
        slack = limit(scenario.slack_s / program.seconds, "hiding", t)
        if slack < math.inf:
            program.waits(program.row(("hiding", t), high=slack), t, t)
    for (since, until), target in sorted(_latencies(scenario).items()):
        spare = (target - sum(scenario.compute_s[since : until + 1])) / program.seconds
        if limit(spare, "qos", until) < math.inf:
            program.waits(program.row(("qos", until), high=spare), since, until)
    return program


def _latencies(scenario: Scenario) -> dict[tuple[int, int], float]:
    """The tightest target for each span of steps that ends in a token."""
    found: dict[tuple[int, int], float] = {}
    for sequence in scenario.sequences:
        tenant = scenario.tenant_of_name[sequence.tenant]
        since, target = sequence.arrives_step, tenant.ttft_s
        for step in scenario.decode_steps_of(sequence):
            found[since, step] = min(target, found.get((since, step), math.inf))
            since, target = step + 1, tenant.itl_s
    return found
