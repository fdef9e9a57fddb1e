"""The nearest changes that make a plan possible, one kind at a time, each replayed.

More HBM, a faster link, more slack and later targets are each one more column of the program: its least value
is what is missing. Times scale with the link, so a link that is f times as fast is the same as every other
time f times as long, which is linear in f. Of few sequences every choice is left out in turn, the smallest
first; of many, the heaviest, as many as it takes: then ``least`` is not a number, for other choices might be
fewer.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from scipy.sparse import csr_array, hstack

from attnmem.residency.arrays import Arrays, minimise
from attnmem.residency.build import Allowance, Built, build, ways
from attnmem.residency.scenario import Scenario
from attnmem.residency.solve import Solution, any_plan
from attnmem.residency.watch import Watch
from attnmem.residency.whole import SMALL

FASTEST = (4.0, 64.0, 1024.0)  # how much faster a link is tried at most, in turn
STEPS_UP = (0.0, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1)  # what whole blocks may need above the relaxation's amount
MOST_SETS = 256  # sets of sequences up to which all are tried; beyond, the heaviest are left out first


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """One kind of change: from ``before`` to ``after``; ``least`` is proved to be needed. None: it cannot
    help.
    """

    kind: str
    unit: str
    before: float
    after: float | None
    least: float | None = None
    left_out: tuple[str, ...] = ()
    stall_s: float = math.nan
    bytes_moved: int = 0


def repairs(
    scenario: Scenario,
    allowance: Allowance | None = None,
    watch: Watch | None = None,
    found: Callable[[tuple[Repair, ...]], None] = lambda _repairs: None,
) -> tuple[Repair, ...]:
    """Every kind of change, with the amount that suffices; ``found`` hears of them as they come."""
    watch, done = watch or Watch(), list[Repair]()
    for kind in (_hbm, _link, _slack, _latency, _sequences):
        done.append(kind(scenario, allowance, watch))
        found(tuple(done))
        watch.tell(f"repair by {done[-1].kind}: {done[-1].after}")
    return tuple(done)


def least_hbm(scenario: Scenario, allowance: Allowance | None, watch: Watch) -> float:
    """Bytes of HBM below which no plan exists, whatever else is tried; infinite if HBM is not what is
    missing.
    """
    empty = replace(scenario, hbm_bytes=0)
    return min(
        _least(built, _relaxing(built, "capacity"), watch) * built.program.unit
        for built in _each(empty, allowance)
    )


def _each(scenario: Scenario, allowance: Allowance | None) -> Iterator[Built]:
    """The program of each way in which an allowance may be used."""
    return (build(scenario, allowance=way) for way in ways(scenario, allowance))


def _hbm(scenario: Scenario, allowance: Allowance | None, watch: Watch) -> Repair:
    least = least_hbm(scenario, allowance, watch)
    blank = Repair(kind="hbm", unit="bytes", before=scenario.hbm_bytes, after=None)
    return _smallest(
        blank,
        least,
        lambda size: replace(scenario, hbm_bytes=math.ceil(size * (1 - 1e-12))),
        allowance,
        watch,
    )


def _link(scenario: Scenario, allowance: Allowance | None, watch: Watch) -> Repair:
    blank = Repair(kind="link", unit="times", before=1.0, after=None)
    for fastest in FASTEST:
        faster = _each(_faster(scenario, fastest), allowance)
        part = min(_least(built, _slowing(built), watch) for built in faster)
        if part <= 0:
            return blank  # as slow a link as one likes would do, so it is not what is in the way
        if part <= 1:
            return _smallest(blank, fastest * part, lambda times: _faster(scenario, times), allowance, watch)
    return blank


def _slack(scenario: Scenario, allowance: Allowance | None, watch: Watch) -> Repair:
    blank = Repair(kind="slack", unit="s", before=scenario.slack_s, after=None)
    if scenario.slack_s == math.inf:
        return blank
    more = min(
        _least(built, _relaxing(built, "hiding"), watch) * built.program.seconds
        for built in _each(scenario, allowance)
    )
    least = scenario.slack_s + more
    return _smallest(blank, least, lambda slack: replace(scenario, slack_s=slack), allowance, watch)


def _latency(scenario: Scenario, allowance: Allowance | None, watch: Watch) -> Repair:
    blank = Repair(kind="latency", unit="s later", before=0.0, after=None)
    least = min(
        _least(built, _relaxing(built, "qos"), watch) * built.program.seconds
        for built in _each(scenario, allowance)
    )

    def later(by: float) -> Scenario:
        tenants = (replace(t, ttft_s=t.ttft_s + by, itl_s=t.itl_s + by) for t in scenario.tenants)
        return replace(scenario, tenants=tuple(tenants))

    return _smallest(blank, least, later, allowance, watch)


def _sequences(scenario: Scenario, allowance: Allowance | None, watch: Watch) -> Repair:
    blank = Repair(kind="sequences", unit="sequences", before=len(scenario.sequences), after=None)
    names = _heaviest_first(scenario)

    def tried(left_out: tuple[str, ...]) -> Repair | None:
        rest = without_sequences(scenario, left_out)
        solution = any_plan(rest, allowance, watch)
        kept = len(names) - len(left_out)
        least = kept if len(left_out) == 1 or 2 ** len(names) <= MOST_SETS else math.nan
        return (
            None
            if solution.played is None
            else _done(replace(blank, left_out=left_out), kept, least, solution)
        )

    if 2 ** len(names) <= MOST_SETS:
        sets = (chosen for size in range(1, len(names)) for chosen in combinations(names, size))
        return next((repair for chosen in sets if (repair := tried(chosen))), blank)
    best, low, high = blank, 1, len(names) - 1
    while low <= high and not watch.is_over:
        middle = (low + high) // 2
        repair = tried(tuple(names[:middle]))
        best, low, high = (best, middle + 1, high) if repair is None else (repair, low, middle - 1)
    return best


def _heaviest_first(scenario: Scenario) -> list[str]:
    weight = dict.fromkeys(scenario.sequence_of_id, 0)
    for block in scenario.blocks:
        weight[block.sequence] += block.bytes * block.count
    return sorted(weight, key=lambda name: (-weight[name], name))


def without_sequences(scenario: Scenario, left_out: tuple[str, ...]) -> Scenario:
    """The scenario as if these sequences had not come."""
    gone = {block.id for block in scenario.blocks if block.sequence in left_out}
    return replace(
        scenario,
        sequences=tuple(s for s in scenario.sequences if s.id not in left_out),
        blocks=tuple(b for b in scenario.blocks if b.id not in gone),
        reads=tuple(tuple(n for n in names if n not in gone) for names in scenario.reads),
        decode=tuple(tuple(n for n in names if n not in left_out) for names in scenario.decode),
        masses=tuple(m for m in scenario.masses if m.sequence not in left_out),
    )


def _faster(scenario: Scenario, times: float) -> Scenario:
    return replace(
        scenario,
        tiers=tuple(
            replace(
                tier,
                bytes_per_s=tuple(rate * times for rate in tier.bytes_per_s),
                sustained_bytes_per_s=tier.sustained_bytes_per_s * times,
            )
            for tier in scenario.tiers
        ),
    )


def _relaxing(built: Built, family: str) -> tuple[np.ndarray, np.ndarray]:
    """A column that lifts every limit of a family by one, and the limits as they are."""
    is_lifted = np.array([tag[0] == family for tag in built.program.tags])
    return np.where(is_lifted, -1.0, 0.0), np.asarray(built.program.row_high, dtype=float)


def _slowing(built: Built) -> tuple[np.ndarray, np.ndarray]:
    """A column that scales every limit on bytes per time and every time that does not come from the link."""
    high = np.asarray(built.program.row_high, dtype=float)
    behind = set(built.program.behind.values())
    families = ("link", "sustainability", "hiding", "qos")
    scales = np.array([tag[0] in families or at in behind for at, tag in enumerate(built.program.tags)])
    scales &= np.isfinite(high)
    return np.where(scales, -high, 0.0), np.where(scales, 0.0, high)


def _least(built: Built, change: tuple[np.ndarray, np.ndarray], watch: Watch) -> float:
    """The least value of one more column under changed limits; infinite if none is enough."""
    column, row_high = change
    arrays = built.program.arrays()
    wider = Arrays(
        matrix=csr_array(hstack([arrays.matrix, csr_array(column[:, None])], format="csr")),
        row_low=arrays.row_low,
        row_high=row_high,
        low=np.append(arrays.low, 0.0),
        high=np.append(arrays.high, math.inf),
        whole=np.append(arrays.whole, False),
        decision=np.append(arrays.decision, -1),
        stall=np.append(arrays.stall, 0.0),
        bytes=np.append(arrays.bytes, 0.0),
    )
    cost = np.append(np.zeros(arrays.low.size), 1.0)
    found = minimise(wider, cost, whole=arrays.low.size <= SMALL, seconds=watch.left)
    return max(0.0, found.value(cost))


def _smallest(
    blank: Repair,
    least: float,
    change: Callable[[float], Scenario],
    allowance: Allowance | None,
    watch: Watch,
) -> Repair:
    """The first amount from ``least`` upwards whose plan the replay accepts."""
    if not math.isfinite(least):
        return blank
    for more in STEPS_UP:
        amount = least * (1 + more) + (abs(least) * 1e-9 if blank.unit != "bytes" else 0)
        solution = any_plan(change(amount), allowance, watch)
        if solution.played is not None:
            return _done(
                blank, math.ceil(amount * (1 - 1e-12)) if blank.unit == "bytes" else amount, least, solution
            )
    return blank


def _done(blank: Repair, after: float, least: float, solution: Solution) -> Repair:
    assert solution.played is not None
    played = solution.played
    return replace(blank, after=after, least=least, stall_s=played.stall_s, bytes_moved=played.bytes_moved)
