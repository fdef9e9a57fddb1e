"""What each nat buys: waiting, bytes and HBM, from lossless to any divergence budget."""

from collections.abc import Iterable
from dataclasses import dataclass

from attnmem.residency.budget import allowance
from attnmem.residency.lossy import solve_within
from attnmem.residency.repair import least_hbm
from attnmem.residency.scenario import Scenario
from attnmem.residency.watch import Watch


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One budget: whether there is a plan, what it costs, and the least HBM that any plan needs (None: no HBM
    is enough).
    """

    epsilon: float
    tail_budget: float
    is_feasible: bool | None
    stall_s: float | None
    bytes_moved: int | None
    missed_reads: int | None
    hbm_bytes: int | None
    gap: float | None


def trade_off(scenario: Scenario, epsilons: Iterable[float], watch: Watch | None = None) -> tuple[Point, ...]:
    """One point per budget, in the order given."""
    watch = watch or Watch()
    return tuple(_point(scenario, epsilon, watch) for epsilon in epsilons)


def _point(scenario: Scenario, epsilon: float, watch: Watch) -> Point:
    allowed = allowance(scenario, epsilon)
    solution = solve_within(scenario, allowed, watch)
    needed = least_hbm(scenario, allowed, watch)
    played = solution.played
    watch.tell(
        f"epsilon {epsilon:g}: {'no plan' if played is None else f'{played.stall_s:.6g} s of waiting'}"
    )
    return Point(
        epsilon=epsilon,
        tail_budget=0.0 if allowed is None else allowed.budget,
        is_feasible=None if played is None and not solution.is_infeasible else played is not None,
        stall_s=None if played is None else played.stall_s,
        bytes_moved=None if played is None else played.bytes_moved,
        missed_reads=None if played is None else len(played.missing),
        hbm_bytes=round(needed) if needed < float("inf") else None,
        gap=None if played is None else solution.gap,
    )
