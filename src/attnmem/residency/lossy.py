"""The best plan within a divergence budget: selection first as a start, then both choices at once."""

from collections.abc import Callable
from dataclasses import replace

from attnmem.residency.build import Allowance, ways
from attnmem.residency.replay import replay
from attnmem.residency.scenario import Scenario
from attnmem.residency.selection import keep
from attnmem.residency.solve import Solution, solve
from attnmem.residency.watch import Watch

SHARE = 0.3  # of the time that the start may take
ROUNDING = 1e-9  # s by which waits that are the same may differ


def solve_within(
    scenario: Scenario,
    allowed: Allowance | None,
    watch: Watch | None = None,
    found: Callable[[Solution], None] = lambda _solution: None,
) -> Solution:
    """The plan that waits least, then moves the fewest bytes, with reads missing only what is allowed.

    A plan for selected reads is a plan within the budget, so the answer is never worse than selecting first.
    """
    watch = watch or Watch()
    if allowed is None:
        return solve(scenario, watch=watch, found=found)
    best: Solution | None = None
    left = ways(scenario, allowed)
    for at, way in enumerate(left):
        assert way is not None
        part = Watch(seconds=watch.left / (len(left) - at), tell=watch.tell)
        other = _one_way(scenario, way, part, found if best is None else _ignored)
        best = other if best is None else _either(best, other)
        found(best)
    assert best is not None
    return best


def _ignored(_solution: Solution) -> None:
    """Of the second way only the end is told, for till then the first is better known."""


def _either(one: Solution, other: Solution) -> Solution:
    """The better of two plans made under different rules; what bounds plans of either kind bounds both."""
    if one.is_infeasible or other.is_infeasible:
        return other if one.is_infeasible else one
    better = other if one.played is None or (other.played and _value(other) < _value(one)) else one
    if better.played is None or one.stall_bound_s is None or other.stall_bound_s is None:
        return replace(better, stall_bound_s=None, bytes_bound=None)
    rivals = [s for s in (one, other) if (s.stall_bound_s or 0.0) <= better.played.stall_s + ROUNDING]
    return replace(
        better,
        stall_bound_s=min(one.stall_bound_s, other.stall_bound_s),
        bytes_bound=min(s.bytes_bound or 0 for s in (better, *rivals)),
        relaxed_bytes=min(s.relaxed_bytes for s in (better, *rivals)),
    )


def _value(solution: Solution) -> tuple[float, int]:
    assert solution.played is not None
    return round(solution.played.stall_s, 9), solution.played.bytes_moved


def _one_way(
    scenario: Scenario, allowed: Allowance, watch: Watch, found: Callable[[Solution], None]
) -> Solution:
    """With stand-ins or without: the plan for selected reads first, then the best for both choices."""
    best = _selected(scenario, allowed, watch)
    if best.plan is not None:
        found(best)

    def announce(better: Solution) -> None:
        nonlocal best
        best = _better(best, better)
        found(best)

    joint = solve(scenario, allowance=allowed, watch=watch, found=announce)
    return joint if joint.is_infeasible else _better(best, joint)


def _selected(scenario: Scenario, allowed: Allowance, watch: Watch) -> Solution:
    """The plan for selected reads, if there is one, carried out against the budget; nothing bounds it yet."""
    kept = keep(scenario, allowed)
    if kept is None:
        return Solution(is_infeasible=False)
    apart = solve(kept, watch=Watch(seconds=watch.left * SHARE, tell=watch.tell))
    if apart.plan is None:
        return Solution(is_infeasible=False)
    played = replay(scenario, apart.plan, budget=allowed.budget, price=allowed.price)
    if not played.is_kept:
        return Solution(is_infeasible=False)
    return Solution(is_infeasible=False, plan=apart.plan, played=played, stands_in=allowed.stands_in)


def _better(old: Solution, new: Solution) -> Solution:
    """The plan with less waiting, then fewer bytes, under the newer bounds (which hold for both)."""
    if old.played is None or old.plan is None:
        return new
    bounded = replace(new, plan=old.plan, played=old.played, stands_in=old.stands_in)
    return bounded if new.played is None or _value(old) < _value(new) else new
