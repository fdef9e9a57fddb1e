"""One block entry as the solver sees it: when it must, may and cannot be in HBM."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from attnmem.residency.program import Tag
from attnmem.residency.scenario import HBM, Block, Scenario


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """``hard`` reads must find every block; ``soft`` ones may miss some at a price; ``writes`` outdate
    copies.
    """

    block: Block
    units: float
    arrives: int
    hard: tuple[int, ...]
    soft: tuple[int, ...] = ()
    writes: tuple[int, ...] = ()

    @property
    def is_inside(self) -> bool:
        """Whether it starts in HBM."""
        return self.block.starts == HBM

    @property
    def is_clean(self) -> bool:
        """Whether it may always leave without being written back, and must be there whenever it is read."""
        copied = not self.is_inside or self.block.copied
        return copied and not self.soft and not self.writes

    @property
    def last(self) -> int:
        """The last step that reads it, or the step before its arrival."""
        return max((*self.hard[-1:], *self.soft[-1:]), default=self.arrives - 1)


def missable(scenario: Scenario, most: float) -> dict[str, set[int]]:
    """The steps in which each block may be missed: it has mass, and in no row more than ``most``."""
    heaviest: dict[tuple[str, int], float] = {}
    for mass in scenario.masses:
        key = (mass.block, mass.step)
        heaviest[key] = max(mass.value, heaviest.get(key, 0.0))
    found: dict[str, set[int]] = {}
    for (block, step), value in heaviest.items():
        if 0 < value <= most:
            found.setdefault(block, set()).add(step)
    return found


def entries(
    scenario: Scenario,
    unit: float,
    without: frozenset[Tag],
    soft: Mapping[str, set[int]],
    optional: int | None = None,
) -> Iterator[Entry]:
    """The block entries in the order declared, with the reads that ``without`` leaves in force; not those of
    a tier that nothing reads, about which there is nothing to decide. Blocks may be missed in the steps that
    ``soft`` has for them, and in the step ``optional``.
    """
    reads: dict[str, list[int]] = {}
    for step, names in enumerate(scenario.reads):
        for name in names:
            reads.setdefault(name, []).append(step)
    dropped = {step for family, step in without if family == "correctness"}
    for block in scenario.blocks:
        read = reads.get(block.id, [])
        kept = [] if -1 in dropped else [step for step in read if step not in dropped]
        if not kept and block.starts != HBM:
            continue
        may_miss = soft.get(block.id, set()) | {optional}
        yield Entry(
            block=block,
            units=block.bytes / unit,
            arrives=scenario.sequence_of_id[block.sequence].arrives_step,
            hard=tuple(step for step in kept if step not in may_miss),
            soft=tuple(step for step in kept if step in may_miss),
            writes=tuple(read) if block.written_every_step else (),
        )
