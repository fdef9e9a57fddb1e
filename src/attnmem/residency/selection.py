"""SELECT: which of the blocks that attention reads are kept, decided before and apart from what is evicted.

Row by row the lightest blocks are dropped while the missing mass stays within the budget; a block is read if
any head keeps it. The plan for what is left is lossless. It can only be dearer than a plan that chooses both
at once.
"""

from dataclasses import replace

from attnmem.residency.budget import allowance
from attnmem.residency.build import Allowance, ways
from attnmem.residency.scenario import Mass, Scenario


def select(scenario: Scenario, epsilon: float) -> Scenario:
    """The scenario with the reads that survive a budget of ``epsilon`` nats per sequence, layer, head and
    step; its plans are lossless for those reads. Stand-ins are used if HBM has room for them beside what is
    read.
    """
    return choose(scenario, epsilon)[0]


def choose(scenario: Scenario, epsilon: float) -> tuple[Scenario, bool]:
    """The scenario with the surviving reads, and whether stand-ins take the place of the others."""
    allowed = allowance(scenario, epsilon)
    if allowed is None:
        return replace(scenario, masses=()), False
    for way in ways(scenario, allowed):
        assert way is not None
        kept = keep(scenario, way)
        if kept is not None and (not way.stands_in or not scenario.stand_in.bytes or _has_room(kept)):
            return kept, way.stands_in
    raise AssertionError("the last way takes no room")


def _has_room(scenario: Scenario) -> bool:
    """Whether each step's reads fit into HBM, which every plan needs."""
    sizes = {block.id: block.bytes * block.count for block in scenario.blocks}
    return all(sum(sizes[name] for name in names) <= scenario.hbm_bytes for names in scenario.reads)


def keep(scenario: Scenario, allowed: Allowance) -> Scenario | None:
    """The scenario with the reads that survive an allowance, and the HBM that stand-ins leave: None if they
    leave none.
    """
    rows: dict[tuple[int, str, int, int], list[Mass]] = {}
    for mass in scenario.masses:
        rows.setdefault((mass.step, mass.sequence, mass.layer, mass.head), []).append(mass)
    weighed: set[tuple[int, str]] = set()
    kept: set[tuple[int, str]] = set()
    for masses in rows.values():
        missing = 0.0
        for mass in sorted(masses, key=lambda mass: (mass.value, mass.block)):
            weighed.add((mass.step, mass.block))
            missing += mass.value * allowed.price
            if missing > allowed.budget:
                kept.add((mass.step, mass.block))
    survivors = tuple(
        tuple(name for name in names if (step, name) in kept or (step, name) not in weighed)
        for step, names in enumerate(scenario.reads)
    )
    dropped = {
        name
        for read, survived in zip(scenario.reads, survivors, strict=True)
        for name in set(read) - set(survived)
    }
    room = scenario.hbm_bytes - scenario.stand_in.bytes * len(dropped) * allowed.stands_in
    return replace(scenario, reads=survivors, masses=(), hbm_bytes=room) if room >= 0 else None
