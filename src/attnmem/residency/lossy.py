"""The best plan within a divergence budget: selection first as a start, then both choices at once."""

from collections.abc import Callable
from dataclasses import replace

from attnmem.residency.build import Allowance
from attnmem.residency.replay import replay
from attnmem.residency.scenario import Scenario
from attnmem.residency.selection import keep
from attnmem.residency.solve import Solution, solve
from attnmem.residency.watch import Watch

SHARE = 0.3  # of the time that the start may take


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
    apart = solve(keep(scenario, allowed), watch=Watch(seconds=watch.left * SHARE, tell=watch.tell))
    if apart.plan is None:
        return Solution(is_infeasible=False)
    played = replay(scenario, apart.plan, budget=allowed.budget, price=allowed.price)
    if not played.is_kept:
        return Solution(is_infeasible=False)
    return Solution(is_infeasible=False, plan=apart.plan, played=played)


def _better(old: Solution, new: Solution) -> Solution:
    """The plan with less waiting, then fewer bytes, under the newer bounds (which hold for both)."""
    if old.played is None or old.plan is None:
        return new
    bounded = replace(new, plan=old.plan, played=old.played)
    if new.played is None:
        return bounded
    values = [(round(p.stall_s, 9), p.bytes_moved) for p in (old.played, new.played)]
    return bounded if values[0] < values[1] else new
