"""The nearest changes that make a plan possible, one kind at a time, each replayed.

More HBM, a faster link, more slack and later targets are each one more column of the program: its least value
is what is missing. Times scale with the link, so a link that is f times as fast is the same as every other
time f times as long, which is linear in f. Large programs are asked about their first steps only, as far as
that settles it. Of few sequences every choice is left out in turn, the smallest first; of many, the heaviest,
as many as it takes: then ``least`` is not a number, for other choices might be fewer.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from attnmem.residency.build import Allowance, Built, build, ways
from attnmem.residency.nearest import (
    SECONDS,
    Change,
    Least,
    Limits,
    beyond,
    least_amount,
    lifted,
    nearest,
    prefixes,
    scaled,
    slowed,
)
from attnmem.residency.program import Tag
from attnmem.residency.scenario import Scenario
from attnmem.residency.solve import Solution, admits, any_plan
from attnmem.residency.watch import Watch
from attnmem.residency.whole import SMALL

FASTEST = (4.0, 64.0, 1024.0)  # how much faster a link is tried at most, in turn
MOST_SETS = 256  # sets of sequences up to which all are tried; beyond, the heaviest are left out first
ROUNDING = 1e-12  # part of a number of bytes that is the solver's


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """One kind of change: from ``before`` to ``after``; no amount below ``least`` is enough. None: no amount
    was found that is, and where ``least`` is infinite there is none.
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
    done = list[Repair]()
    asked = _Asked(scenario, allowance, watch or Watch(), _is_small(scenario, allowance))
    for kind in (_hbm, _link, _slack, _latency, _sequences):
        done.append(kind(asked))
        found(tuple(done))
        asked.watch.tell(f"repair by {done[-1].kind}: {done[-1].after}")
    return tuple(done)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is to be repaired; ``is_small`` if the solver can take whole blocks in all steps at once."""

    scenario: Scenario
    allowance: Allowance | None
    watch: Watch
    is_small: bool

    def by(self, blank: Repair, change: Change) -> Repair:
        """The repair by a change of the nearest amount."""
        amount, least, solution = nearest(
            self.scenario, change, self.allowance, self.watch, is_small=self.is_small
        )
        return replace(blank, least=least) if solution is None else _done(blank, amount, least, solution)

    def least(
        self, scenario: Scenario, without: frozenset[Tag], limits: Callable[[Built], Limits], whole: bool
    ) -> tuple[Built, Least]:
        """The least of one more column, over every way in which an allowance may be used."""
        tried = []
        for way in ways(scenario, self.allowance):
            built = build(scenario, allowance=way, without=without)
            tried.append(
                (built, least_amount(built, limits(built), self.watch, whole=whole, seconds=SECONDS))
            )
        bound = min(least.bound for _, least in tried)
        built, best = min(tried, key=lambda each: each[1].value)
        return built, replace(best, bound=bound)


def _is_small(scenario: Scenario, allowance: Allowance | None) -> bool:
    built = (build(scenario, allowance=way) for way in ways(scenario, allowance))
    return all(len(each.program.low) <= SMALL for each in built)


def least_hbm(scenario: Scenario, allowance: Allowance | None, watch: Watch) -> float:
    """Bytes of HBM below which no plan exists, whatever else is tried; infinite if HBM is not what is
    missing.
    """
    needed = math.inf
    for way in ways(scenario, allowance):
        built = build(replace(scenario, hbm_bytes=0), allowance=way)
        whole = len(built.program.low) <= SMALL
        least = least_amount(built, lifted(built, "capacity"), watch, whole=whole)
        needed = min(needed, least.value * built.program.unit)
    return needed


def _hbm(asked: _Asked) -> Repair:
    empty = replace(asked.scenario, hbm_bytes=0)

    def least(without: frozenset[Tag], whole: bool) -> Least:
        built, found = asked.least(empty, without, lambda built: lifted(built, "capacity"), whole)
        return scaled(found, built.program.unit)

    def larger(size: float) -> Scenario:
        return replace(asked.scenario, hbm_bytes=math.ceil(size * (1 - ROUNDING)))

    before = asked.scenario.hbm_bytes
    blank = Repair(kind="hbm", unit="bytes", before=before, after=None)
    return asked.by(blank, Change(before, larger, least, is_whole=True))


def _link(asked: _Asked) -> Repair:
    def least(without: frozenset[Tag], whole: bool) -> Least:
        for fastest in FASTEST:
            _, part = asked.least(_faster(asked.scenario, fastest), without, slowed, whole)
            if part.value <= 1:  # at 0, as slow a link as one likes would do: it is not what is in the way
                return scaled(part, fastest)
        return Least(FASTEST[-1], math.inf)  # nobody has looked beyond

    blank = Repair(kind="link", unit="times", before=1.0, after=None)
    return asked.by(blank, Change(1.0, lambda times: _faster(asked.scenario, times), least))


def _slack(asked: _Asked) -> Repair:
    before = asked.scenario.slack_s
    blank = Repair(kind="slack", unit="s", before=before, after=None)
    if before == math.inf:
        return blank

    def least(without: frozenset[Tag], whole: bool) -> Least:
        built, found = asked.least(asked.scenario, without, lambda built: lifted(built, "hiding"), whole)
        return scaled(found, built.program.seconds, before)

    return asked.by(blank, Change(before, lambda slack: replace(asked.scenario, slack_s=slack), least))


def _latency(asked: _Asked) -> Repair:
    def least(without: frozenset[Tag], whole: bool) -> Least:
        built, found = asked.least(asked.scenario, without, lambda built: lifted(built, "qos"), whole)
        return scaled(found, built.program.seconds)

    def later(by: float) -> Scenario:
        tenants = asked.scenario.tenants
        moved = (replace(t, ttft_s=t.ttft_s + by, itl_s=t.itl_s + by) for t in tenants)
        return replace(asked.scenario, tenants=tuple(moved))

    blank = Repair(kind="latency", unit="s later", before=0.0, after=None)
    return asked.by(blank, Change(0.0, later, least))


def _sequences(asked: _Asked) -> Repair:
    names = _heaviest_first(asked.scenario)
    blank = Repair(kind="sequences", unit="sequences", before=len(names), after=None)

    def tried(left_out: tuple[str, ...], is_least: bool) -> Repair | None:
        rest = without_sequences(asked.scenario, left_out)
        solution = any_plan(rest, asked.allowance, asked.watch, quick=not asked.is_small)
        if solution.played is None:
            return None
        kept = len(names) - len(left_out)
        return _done(replace(blank, left_out=left_out), kept, kept if is_least else math.nan, solution)

    if 2 ** len(names) <= MOST_SETS:
        sets = (chosen for size in range(1, len(names)) for chosen in combinations(names, size))
        return next((repair for chosen in sets if (repair := tried(chosen, True))), blank)
    for count in _counts(asked, names):
        if repair := tried(tuple(names[:count]), count == 1):
            return repair
    return blank


def _counts(asked: _Asked, names: list[str]) -> Iterator[int]:
    """How many sequences to leave out, fewest first: as many as the first steps need, then as more steps do;
    at the end one more, and two, and so on, for what whole blocks need.
    """

    def fits(count: int, last: int) -> bool:
        rest = without_sequences(asked.scenario, tuple(names[:count]))
        return admits(rest, asked.allowance, beyond(rest, last), asked.watch, largest=0)

    low = told = 0
    for last in prefixes(asked.scenario):
        is_all = last == asked.scenario.steps - 1
        if asked.watch.is_over or fits(low, last):
            if low > told and not is_all:
                yield (told := low)
            continue
        high = len(names) - 1
        if not fits(high, last):
            return
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if fits(middle, last) else (middle, high)
        low = high
    low, more = max(1, low), int(low == told > 0)
    while low + more < len(names) and not asked.watch.is_over:
        yield low + more
        more = 2 * more or 1


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


def _done(blank: Repair, after: float, least: float, solution: Solution) -> Repair:
    assert solution.played is not None
    played, after = solution.played, math.ceil(after * (1 - ROUNDING)) if blank.unit == "bytes" else after
    return replace(blank, after=after, least=least, stall_s=played.stall_s, bytes_moved=played.bytes_moved)
