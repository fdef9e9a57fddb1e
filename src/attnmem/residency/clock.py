"""The time side of a replay: what the link carries, how long steps wait, when tokens come out."""

from collections.abc import Mapping
from dataclasses import dataclass

from attnmem.residency.scenario import Scenario

ROUNDING = 1e-9
WHOLE_PLAN = -1


@dataclass(frozen=True, slots=True)
class Row:
    """One constraint in one step (-1: over the whole plan): what is used of what is there, in bytes, s or
    mass.
    """

    step: int
    constraint: str
    subject: str
    used: float
    limit: float

    @property
    def is_broken(self) -> bool:
        """Bytes in HBM are compared as they are; products with a float may be off by a rounding."""
        return self.used > (self.limit if self.constraint == "capacity" else self.limit * (1 + ROUNDING))


class Clock:
    """Fed with the bytes of each step in turn; then the waits, and the rows of link, hiding and latency."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.stalls_s: list[float] = []
        self._behind_s = 0.0
        self._total = dict.fromkeys(scenario.tier_of_name, 0)
        self._rows: list[Row] = []

    def step(self, step: int, waited: Mapping[str, int], behind: Mapping[str, int]) -> None:
        """Bytes per tier that step ``step`` waits for, and bytes that run behind its compute."""
        scenario = self.scenario
        waited_s = behind_s = 0.0
        for tier in scenario.tiers:
            moved = waited[tier.name] + behind[tier.name]
            limit = tier.bytes_per_s[step] * scenario.step_s
            self._rows.append(Row(step, "link", f"bytes over {tier.name!r}", moved, limit))
            self._total[tier.name] += moved
            waited_s = max(waited_s, waited[tier.name] / tier.bytes_per_s[step])
            behind_s = max(behind_s, behind[tier.name] / tier.bytes_per_s[step])
        before_s = scenario.compute_s[step - 1] if step else 0.0
        stall = max(0.0, self._behind_s - before_s) + waited_s
        self._behind_s = behind_s
        self.stalls_s.append(stall)
        self._rows.append(Row(step, "hiding", "seconds of waiting", stall, scenario.slack_s))

    def rows(self) -> list[Row]:
        """Every row about time, once all steps are known."""
        for tier in self.scenario.tiers:
            limit = tier.sustained_bytes_per_s * self.scenario.steps * self.scenario.step_s
            total = self._total[tier.name]
            self._rows.append(Row(WHOLE_PLAN, "sustainability", f"bytes over {tier.name!r}", total, limit))
        for sequence in self.scenario.sequences:
            tenant = self.scenario.tenant_of_name[sequence.tenant]
            since, name, limit = sequence.arrives_step, "TTFT", tenant.ttft_s
            for step in self.scenario.decode_steps_of(sequence):
                took = sum(self.scenario.compute_s[since : step + 1]) + sum(self.stalls_s[since : step + 1])
                self._rows.append(Row(step, "qos", f"{name} of sequence {sequence.id!r} in s", took, limit))
                since, name, limit = step + 1, "ITL", tenant.itl_s
        return self._rows
