"""The whole answer to a scenario: verdict, plan, bounds; if there is no plan, why, and what would help."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from attnmem.residency.budget import allowance
from attnmem.residency.conflict import Conflict, find_conflict
from attnmem.residency.decode_set import Chosen, choose_decode_set
from attnmem.residency.lossy import solve_within
from attnmem.residency.repair import Repair, repairs
from attnmem.residency.scenario import Scenario
from attnmem.residency.solve import Solution
from attnmem.residency.watch import Watch
from attnmem.residency.words import conflict_in_words

LOSSLESS, LOSSY, INFEASIBLE, UNKNOWN = "lossless", "lossy", "infeasible", "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """``verdict`` is lossless, lossy (some read is missed), infeasible, or unknown if the time was too
    short. ``whole`` is the scenario before a selection took reads out of it, and ``selection_stands_in``
    whether stand-ins take their place.
    """

    scenario: Scenario
    epsilon: float
    verdict: str
    whole: Scenario | None = None
    selection_stands_in: bool = False
    solution: Solution = field(default_factory=lambda: Solution(is_infeasible=False))
    chosen: Chosen | None = None
    conflict: Conflict | None = None
    reasons: tuple[str, ...] = ()
    repairs: tuple[Repair, ...] = ()

    @property
    def exit_code(self) -> int:
        """0 there is a plan, 1 there is none, 4 not known in time."""
        return {LOSSLESS: 0, LOSSY: 0, INFEASIBLE: 1, UNKNOWN: 4}[self.verdict]

    @property
    def left_out(self) -> frozenset[tuple[int, str]]:
        """The reads that a selection took out before the planning, as (step, block)."""
        if self.whole is None:
            return frozenset()
        return _reads(self.whole) - _reads(self.scenario)

    def after_selection(self, epsilon: float, whole: Scenario, stands_in: bool) -> "Answer":
        """The same answer where a budget was spent on reads before: no plan for the rest is lossless then."""
        selected = replace(self, epsilon=epsilon, whole=whole, selection_stands_in=stands_in)
        is_lossy = self.verdict == LOSSLESS and selected.left_out
        return replace(selected, verdict=LOSSY) if is_lossy else selected


def _reads(scenario: Scenario) -> frozenset[tuple[int, str]]:
    return frozenset((step, name) for step, names in enumerate(scenario.reads) for name in names)


def answer(
    scenario: Scenario,
    *,
    epsilon: float = 0.0,
    watch: Watch | None = None,
    found: Callable[[Answer], None] = lambda _answer: None,
) -> Answer:
    """Whether a plan exists that misses nothing, or at most ``epsilon`` nats in each read; ``found`` hears of
    every better plan on the way.
    """
    watch = watch or Watch()
    chosen = None
    if scenario.chooses_decode_set:
        chosen = choose_decode_set(scenario, watch)
        if chosen is None:
            return Answer(scenario=scenario, epsilon=epsilon, verdict=UNKNOWN)
        scenario = chosen.scenario
    allowed = allowance(scenario, epsilon)

    def judged(solution: Solution) -> Answer:
        missing = solution.played.missing if solution.played else ()
        verdict = UNKNOWN if solution.played is None else LOSSY if missing else LOSSLESS
        return Answer(scenario=scenario, epsilon=epsilon, verdict=verdict, solution=solution, chosen=chosen)

    solution = solve_within(scenario, allowed, watch, lambda better: found(judged(better)))
    if not solution.is_infeasible:
        return judged(solution)
    bare = Answer(scenario=scenario, epsilon=epsilon, verdict=INFEASIBLE, solution=solution, chosen=chosen)
    found(bare)
    watch.tell("no plan exists; looking for the constraints that collide")
    conflict = find_conflict(scenario, allowed, watch)
    reasons = conflict_in_words(scenario, conflict, allowed, watch)
    told = replace(bare, conflict=conflict, reasons=reasons)
    found(told)
    fixes = repairs(scenario, allowed, watch, lambda some: found(replace(told, repairs=some)))
    return replace(told, repairs=fixes)
