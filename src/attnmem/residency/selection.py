"""SELECT: which of the blocks that attention reads are kept, decided before and apart from what is evicted.

Row by row the lightest blocks are dropped while the missing mass stays within the budget; a block is read if
any head keeps it. The plan for what is left is lossless. It can only be dearer than a plan that chooses both
at once.
"""

from dataclasses import replace

from attnmem.errors import BadInput
from attnmem.residency.budget import allowance
from attnmem.residency.build import Allowance
from attnmem.residency.scenario import Mass, Scenario


def select(scenario: Scenario, epsilon: float) -> Scenario:
    """The scenario with the reads that survive a budget of ``epsilon`` nats per sequence, layer, head and
    step; its plans are lossless for those reads.
    """
    allowed = allowance(scenario, epsilon)
    return replace(scenario, masses=()) if allowed is None else keep(scenario, allowed)


def reads(scenario: Scenario) -> int:
    """How many blocks are read, counted once for each step that reads them."""
    return sum(map(len, scenario.reads))


def keep(scenario: Scenario, allowed: Allowance) -> Scenario:
    """The scenario with the reads that survive an allowance."""
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
    stand_ins = scenario.stand_in.bytes * len({mass.block for mass in scenario.masses})
    if stand_ins > scenario.hbm_bytes:
        raise BadInput(f"stand-ins of {stand_ins} bytes do not fit into HBM of {scenario.hbm_bytes} bytes")
    return replace(scenario, reads=survivors, masses=(), hbm_bytes=scenario.hbm_bytes - stand_ins)
