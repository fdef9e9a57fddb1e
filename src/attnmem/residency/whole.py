"""From fractions of blocks to whole ones: keep what is whole, decide the rest again, then more around it.

The relaxation has few more fractions than it has binding rows, so most decisions can stay. Small programs are
solved outright. Waiting counts first: its least value is found, kept, and bytes are saved under it.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from attnmem.residency.arrays import EPSILON, Arrays, Outcome, minimise
from attnmem.residency.relax import Relaxed
from attnmem.residency.watch import Watch

SMALL = 3000  # columns up to which the whole program is given to the solver
EXTRA = (0, 200, 600, 1200, 2400)  # decisions opened besides the fractional ones, round by round
ANY = 0.1  # relative gap at which a plan is good enough if any plan will do
GOOD = 1e-3  # relative gap at which the rounds end
FIRST = 10.0  # bytes that a unit of waiting is worth while the rounds last
SHARE = 0.4  # of the time left that one round may take


@dataclass(frozen=True, slots=True)
class Whole:
    """Whole amounts with their waiting and bytes, and what is known to be least; all in the program's
    units.
    """

    is_infeasible: bool
    amounts: np.ndarray | None = None
    stall: float = math.inf
    bytes: float = math.inf
    stall_bound: float = 0.0
    bytes_bound: float = 0.0

    @property
    def gap(self) -> float:
        """The larger of the two relative distances from the bounds."""
        if self.amounts is None:
            return math.inf
        return max(relative_gap(self.stall, self.stall_bound), relative_gap(self.bytes, self.bytes_bound))

    def is_better_than(self, other: "Whole") -> bool:
        if not math.isfinite(other.stall) or abs(self.stall - other.stall) > EPSILON * max(1.0, other.stall):
            return self.stall < other.stall
        return self.bytes < other.bytes - EPSILON


def relative_gap(value: float, bound: float) -> float:
    """How far a value is above its lower bound, as a part of the value."""
    return 0.0 if value - bound <= EPSILON * max(1.0, abs(value)) else (value - bound) / value


def make_whole(
    arrays: Arrays,
    relaxed: Relaxed,
    watch: Watch,
    found: Callable[[Whole], None] = lambda _whole: None,
    *,
    any_plan: bool = False,
) -> Whole:
    """The best whole amounts found in time, or the first ones if ``any_plan`` will do; every improvement is
    handed to ``found``.
    """
    assert relaxed.amounts is not None
    best = Whole(False, stall_bound=relaxed.stall, bytes_bound=relaxed.bytes)
    for opened in _neighbourhoods(arrays, relaxed):
        if watch.is_over:
            break
        is_exact = bool(opened.all())
        base = relaxed.amounts if best.amounts is None else best.amounts
        fixed = _fixed(arrays, base, opened)
        if is_exact and not any_plan:
            tried = _least(fixed, relaxed, watch)
        else:
            tried = _good(fixed, relaxed, watch, ANY if any_plan else GOOD / 4, is_exact=is_exact)
        if tried.is_infeasible:
            return tried
        if tried.amounts is not None and (is_exact or tried.is_better_than(best)):
            best = tried
            found(best)
        known = "a plan" if any_plan else f"gap {best.gap:.3%}"
        word = "no plan yet" if best.amounts is None else known
        watch.tell(f"{int(opened.sum())} columns open: {word}")
        if any_plan and best.amounts is not None:
            break
        if best.gap <= (EPSILON if arrays.low.size <= SMALL else GOOD):
            break
    return best


def _neighbourhoods(arrays: Arrays, relaxed: Relaxed) -> Iterator[np.ndarray]:
    """Which columns to open, round by round: fractions, their decisions, then ever more decisions drawn at
    random.
    """
    assert relaxed.amounts is not None
    split = arrays.whole & (np.abs(relaxed.amounts - np.round(relaxed.amounts)) > EPSILON)
    yield split | ~arrays.whole
    if arrays.low.size <= SMALL:
        yield np.ones(arrays.low.size, bool)
        return
    torn = np.unique(arrays.decision[split])
    draw = np.random.default_rng(0)
    everyone = np.unique(arrays.decision[arrays.decision >= 0])
    for extra in EXTRA:
        more = draw.choice(everyone, min(extra, everyone.size), replace=False)
        yield np.isin(arrays.decision, np.concatenate([torn, more])) | ~arrays.whole


def _fixed(arrays: Arrays, base: np.ndarray, opened: np.ndarray) -> Arrays:
    """Columns that are not open keep their whole amount. Open fractions may go to their two neighbours only:
    then rounding costs at most one block per entry and step.
    """
    kept = np.clip(np.round(base), arrays.low, arrays.high)
    split = arrays.whole & (np.abs(base - np.round(base)) > EPSILON) & ~opened.all()
    low, high = np.where(split, np.floor(base), arrays.low), np.where(split, np.ceil(base), arrays.high)
    return replace(arrays, low=np.where(opened, low, kept), high=np.where(opened, high, kept))


def _good(arrays: Arrays, relaxed: Relaxed, watch: Watch, gap: float, *, is_exact: bool) -> Whole:
    """Whole amounts of little waiting and few bytes at once, weighted, to a relative ``gap``; if there are
    none among all columns (``is_exact``), there are none.
    """
    cost, seconds = FIRST * arrays.stall + arrays.bytes, max(1.0, watch.left * SHARE)
    tried = minimise(arrays, cost, whole=True, seconds=min(seconds, watch.left), gap=gap)
    none = Whole(is_exact and tried.is_infeasible, stall_bound=relaxed.stall, bytes_bound=relaxed.bytes)
    return none if tried.amounts is None else _judged(arrays, relaxed, tried, (0.0, 0.0))


def _least(arrays: Arrays, relaxed: Relaxed, watch: Watch) -> Whole:
    """Whole amounts of all columns: least waiting, then fewest bytes."""
    first = minimise(arrays, arrays.stall, whole=True, seconds=watch.left)
    if first.amounts is None:
        return Whole(first.is_infeasible, stall_bound=relaxed.stall, bytes_bound=relaxed.bytes)
    stall = first.value(arrays.stall)
    capped = arrays.capped(arrays.stall, stall * (1 + EPSILON) + EPSILON)
    second = minimise(capped, arrays.bytes, whole=True, seconds=watch.left)
    return _judged(arrays, relaxed, first if second.amounts is None else second, (first.bound, second.bound))


def _judged(arrays: Arrays, relaxed: Relaxed, best: Outcome, bounds: tuple[float, float]) -> Whole:
    if best.amounts is None:
        return Whole(False, stall_bound=relaxed.stall, bytes_bound=relaxed.bytes)
    stall, moved = best.value(arrays.stall), best.value(arrays.bytes)
    bytes_bound = max(0.0, relaxed.bytes_bound(stall), bounds[1])
    return Whole(False, best.amounts, stall, moved, max(relaxed.stall, bounds[0]), bytes_bound)
