"""The question put whole: is there a plan, what is the best one, and does it hold when it is carried out?"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from attnmem.errors import BadInput
from attnmem.residency.arrays import Arrays, minimise
from attnmem.residency.build import Allowance, Built, Way, build, ways
from attnmem.residency.plan import Plan
from attnmem.residency.program import Tag
from attnmem.residency.relax import Relaxed, relax
from attnmem.residency.replay import Replayed, replay
from attnmem.residency.scenario import Scenario
from attnmem.residency.watch import Watch
from attnmem.residency.whole import SMALL, Whole, make_whole, relative_gap

AHEAD = 3  # steps before the read that a plan needs at most in most cases


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """A plan that was replayed, what bounds it, and how far it is from them; no plan if none was found.

    ``relaxed_bytes`` is the optimum over fractions of blocks: what rounding costs is the difference.
    ``stands_in`` says whether stand-ins take the place of what the plan misses.
    """

    is_infeasible: bool
    plan: Plan | None = None
    played: Replayed | None = None
    stall_bound_s: float | None = None
    bytes_bound: int | None = None
    relaxed_bytes: float = 0.0
    stands_in: bool = False

    @property
    def gap(self) -> float:
        """The larger of the relative gaps of waiting and bytes; infinite without a plan."""
        if self.played is None or self.stall_bound_s is None or self.bytes_bound is None:
            return math.inf
        waits = relative_gap(self.played.stall_s, self.stall_bound_s)
        return max(waits, relative_gap(self.played.bytes_moved, self.bytes_bound))


def solve(
    scenario: Scenario,
    *,
    allowance: Allowance | None = None,
    without: frozenset[Tag] = frozenset(),
    watch: Watch | None = None,
    found: Callable[[Solution], None] = lambda _solution: None,
    any_plan: bool = False,
    ahead: int | None = None,
) -> Solution:
    """The plan that waits least, then moves the fewest bytes; ``found`` hears of the bounds, then of every
    better plan on the way. If ``any_plan`` will do, the first one, without bounds. With ``ahead``, among
    plans that fetch at most so many steps before the read.
    """
    if scenario.chooses_decode_set:
        raise BadInput(
            "[attention]: decode = 'choose' leaves the decode set open; choose_decode_set fills it in"
        )
    watch = watch or Watch()
    built = build(scenario, allowance=allowance, without=without, ahead=ahead)
    arrays = built.program.arrays()
    watch.tell(f"{arrays.low.size} columns, {arrays.row_low.size} rows; solving the relaxation")
    relaxed = relax(arrays, watch, any_plan=any_plan)
    if relaxed.is_infeasible:
        return Solution(is_infeasible=True)
    if relaxed.amounts is None:
        return Solution(is_infeasible=False)
    if not any_plan:
        watch.tell(f"relaxation: {relaxed.stall * built.program.seconds:.6g} s of waiting")
    finish = _Finish(built, arrays, relaxed, allowance, without, any_plan)
    found(finish.nothing)
    return finish.best(watch, found)


def any_plan(
    scenario: Scenario,
    allowance: Way,
    watch: Watch,
    without: frozenset[Tag] = frozenset(),
    *,
    quick: bool = False,
) -> Solution:
    """The first plan, whichever way an allowance is used. Plans that fetch shortly before the read come
    first: they are fewer, and mostly enough. If a ``quick`` answer will do, the others are asked only where
    these do not exist even in parts of blocks.
    """
    solution = Solution(is_infeasible=False)
    for ahead in (AHEAD, None):
        if quick and ahead is None and not solution.is_infeasible:
            break
        tried = []
        for way in ways(scenario, allowance):
            tried.append(
                solve(scenario, allowance=way, without=without, watch=watch, any_plan=True, ahead=ahead)
            )
            if tried[-1].plan is not None:
                return tried[-1]
        # only where no way admits a plan is there none
        solution = next((one for one in tried if not one.is_infeasible), tried[-1])
    return solution


def admits(
    scenario: Scenario, allowance: Way, without: frozenset[Tag], watch: Watch, *, largest: int = SMALL
) -> bool:
    """Whether some plan keeps the rows that are left. Programs of more than ``largest`` columns are asked in
    fractions of blocks.
    """
    for way in ways(scenario, allowance):
        arrays = build(scenario, allowance=way, without=without).program.arrays()
        nothing, is_small = np.zeros(arrays.low.size), arrays.low.size <= largest
        if not minimise(arrays, nothing, whole=is_small, seconds=watch.left).is_infeasible:
            return True
    return False


@dataclass(frozen=True, slots=True)
class _Finish:
    """From the relaxation to a replayed plan."""

    built: Built
    arrays: Arrays
    relaxed: Relaxed
    allowance: Allowance | None
    without: frozenset[Tag]
    any_plan: bool

    @property
    def nothing(self) -> Solution:
        """No plan yet, but what the relaxation says of every plan."""
        return Solution(
            is_infeasible=False,
            stall_bound_s=self.relaxed.stall * self.built.program.seconds,
            bytes_bound=0,
            relaxed_bytes=self.relaxed.bytes * self.built.program.unit,
        )

    def best(self, watch: Watch, found: Callable[[Solution], None]) -> Solution:
        arrays = self.arrays
        for _ in range(4):
            whole = make_whole(
                arrays,
                self.relaxed,
                watch,
                lambda whole: self._announce(whole, found),
                any_plan=self.any_plan,
            )
            if whole.amounts is None:
                return replace(self.nothing, is_infeasible=whole.is_infeasible and arrays is self.arrays)
            solution = self._solution(whole)
            if solution.plan is not None:
                return solution
            arrays = replace(arrays, row_high=_tightened(self.built, arrays, whole.amounts))
        return self.nothing

    def _announce(self, whole: Whole, found: Callable[[Solution], None]) -> None:
        solution = self._solution(whole)
        if solution.plan is not None:
            found(solution)

    def _solution(self, whole: Whole) -> Solution:
        """The replayed plan behind whole amounts, without a plan if the replay finds a breach."""
        assert whole.amounts is not None
        plan, unit = self.built.plan(whole.amounts), self.built.program.unit
        how = (
            {} if self.allowance is None else {"budget": self.allowance.budget, "price": self.allowance.price}
        )
        played = replay(_asked(self.built.scenario, self.without), plan, **how)
        broken = [
            b for b in played.breaches if not {(b.constraint, b.step), (b.constraint, -1)} & self.without
        ]
        kept = not broken
        return Solution(
            is_infeasible=False,
            plan=plan if kept else None,
            played=played if kept else None,
            stall_bound_s=whole.stall_bound * self.built.program.seconds,
            bytes_bound=math.ceil(whole.bytes_bound * unit * (1 - 1e-9)),
            relaxed_bytes=self.relaxed.bytes * unit,
            stands_in=bool(self.allowance and self.allowance.stands_in),
        )


def _asked(scenario: Scenario, without: frozenset[Tag]) -> Scenario:
    """The scenario without the reads that may be missed and that ``without`` lifts: they need no stand-in."""
    lifted = {step for family, step in without if family == "correctness"}
    if not lifted or not scenario.masses:
        return scenario
    gone = {(m.step, m.block) for m in scenario.masses if lifted & {m.step, -1}}
    reads = (tuple(n for n in names if (t, n) not in gone) for t, names in enumerate(scenario.reads))
    return replace(scenario, reads=tuple(reads))


def _tightened(built: Built, arrays: Arrays, amounts: np.ndarray) -> np.ndarray:
    """Row limits a hair lower, for the rare plan that keeps them only up to the solver's tolerance."""
    used = arrays.matrix @ amounts
    over = np.where(np.isfinite(arrays.row_high), np.maximum(0.0, used - arrays.row_high), 0.0)
    is_limit = np.array([tag[0] != "structure" for tag in built.program.tags])
    return arrays.row_high - np.where(is_limit, 2 * over + 1e-9 * np.abs(arrays.row_high), 0.0)
