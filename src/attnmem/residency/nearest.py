"""The least amount of a change that makes a plan possible: asked of the first steps, then of more.

What the first steps need is needed, and cheap to ask: the program of few steps is small. It seldom grows once
some steps are in; then a plan for all steps, at that amount, settles it. If there is none, twice as many
steps are asked.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from attnmem.residency.arrays import Arrays, minimise
from attnmem.residency.build import Allowance, Built
from attnmem.residency.program import Tag
from attnmem.residency.scenario import Scenario
from attnmem.residency.solve import Solution, any_plan
from attnmem.residency.watch import Watch

STEPS_UP = (0.0, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1)  # what whole blocks may need above the relaxation's amount
STILL = 0.01  # growth from one number of steps to the next below which a plan is tried
NUDGE = 1e-9  # part by which an amount that keeps a row exactly is raised, for the solver's last digits
SECONDS = 3.0  # for the least amount for whole blocks; then its bound and the best so far count
FAMILIES = ("correctness", "capacity", "link", "hiding", "qos")
Limits = tuple[np.ndarray, np.ndarray]  # one more column, and the rows' upper limits beside it


@dataclass(frozen=True, slots=True)
class Least:
    """What every plan needs, and what suffices for the program that was asked; infinite if nothing does."""

    bound: float
    value: float


@dataclass(frozen=True, slots=True)
class Change:
    """One kind of change: the amount that changes nothing, the scenario with another amount, and the least
    amount without some rows, over whole blocks or over parts. ``is_whole`` says that ``make`` rounds up.
    """

    start: float
    make: Callable[[float], Scenario]
    least: Callable[[frozenset[Tag], bool], Least]
    is_whole: bool = False


def prefixes(scenario: Scenario) -> Iterator[int]:
    """Last steps 1, 2, 4, ... up to that of the plan."""
    last = 1
    while last < scenario.steps - 1:
        yield last
        last *= 2
    yield scenario.steps - 1


def beyond(scenario: Scenario, last: int) -> frozenset[Tag]:
    """The rows of later steps."""
    return frozenset((family, step) for step in range(last + 1, scenario.steps) for family in FAMILIES)


def nearest(
    scenario: Scenario, change: Change, allowance: Allowance | None, watch: Watch, *, is_small: bool
) -> tuple[float, float, Solution | None]:
    """The amount, what is known to be needed, and the replayed plan if one was found. No amount is enough
    where an infinite one is needed. ``is_small`` says that whole blocks can be asked for, in all steps at
    once.
    """
    low = change.start
    for last in (scenario.steps - 1,) if is_small else prefixes(scenario):
        is_all = last == scenario.steps - 1
        least = change.least(beyond(scenario, last), is_small)
        if not math.isfinite(least.value) or watch.is_over:
            return math.inf, least.bound, None
        grown, low = least.bound - low, max(low, least.bound)
        most = max(low, least.value)
        if most <= change.start or (grown > STILL * abs(low) and not is_all):
            continue
        amounts = [low * (1 + more) for more in STEPS_UP]
        if is_small:  # then the value is that of a plan
            amounts = [amount for amount in amounts if amount < most * (1 - STEPS_UP[1])] + [most]
        for amount in amounts:
            asked = amount * (1 + (0.0 if change.is_whole else NUDGE))
            part = Watch(seconds=min(watch.left, SECONDS)) if amount < most and is_small else watch
            quick = not is_small and amount < amounts[-1]
            solution = any_plan(change.make(asked), allowance, part, quick=quick)
            if solution.played is not None:
                return asked, low, solution
            if solution.is_infeasible and not is_all:
                break
    return math.inf, low, None


def lifted(built: Built, family: str) -> Limits:
    """A column that lifts every limit of a family by one, and the limits as they are."""
    is_lifted = np.array([tag[0] == family for tag in built.program.tags])
    return np.where(is_lifted, -1.0, 0.0), np.asarray(built.program.row_high, dtype=float)


def slowed(built: Built) -> Limits:
    """A column that scales every limit on bytes per time and every time that does not come from the link."""
    high = np.asarray(built.program.row_high, dtype=float)
    behind = set(built.program.behind.values())
    families = ("link", "sustainability", "hiding", "qos")
    scales = np.array([tag[0] in families or at in behind for at, tag in enumerate(built.program.tags)])
    scales &= np.isfinite(high)
    return np.where(scales, -high, 0.0), np.where(scales, 0.0, high)


def least_amount(
    built: Built, limits: Limits, watch: Watch, *, whole: bool, seconds: float = math.inf
) -> Least:
    """The least value of one more column under changed limits. Over whole blocks, the relaxation's counts as
    the bound if there is no better one in time.
    """
    from scipy.sparse import csr_array, hstack

    column, row_high = limits
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
    part = minimise(wider, cost, whole=False, seconds=watch.left)
    if part.is_infeasible:
        return Least(math.inf, math.inf)
    found = Least(max(0.0, part.bound), max(0.0, part.value(cost)))
    if not whole:
        return found
    all_of = minimise(wider, cost, whole=True, seconds=min(watch.left, seconds))
    if all_of.amounts is None:
        return Least(math.inf, math.inf) if all_of.is_infeasible else found
    return Least(max(found.bound, all_of.bound), max(0.0, all_of.value(cost)))


def scaled(least: Least, factor: float, plus: float = 0.0) -> Least:
    """The amount in other units."""
    return replace(least, bound=plus + factor * least.bound, value=plus + factor * least.value)
