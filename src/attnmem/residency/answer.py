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
    short. ``left_out`` counts the reads that a selection took out before the planning.
    """

    scenario: Scenario
    epsilon: float
    verdict: str
    left_out: int = 0
    solution: Solution = field(default_factory=lambda: Solution(is_infeasible=False))
    chosen: Chosen | None = None
    conflict: Conflict | None = None
    reasons: tuple[str, ...] = ()
    repairs: tuple[Repair, ...] = ()

    @property
    def exit_code(self) -> int:
        """0 there is a plan, 1 there is none, 4 not known in time."""
        return {LOSSLESS: 0, LOSSY: 0, INFEASIBLE: 1, UNKNOWN: 4}[self.verdict]

    def after_selection(self, epsilon: float, left_out: int) -> "Answer":
        """The same answer where a budget was spent on reads before: no plan for the rest is lossless then."""
        verdict = LOSSY if self.verdict == LOSSLESS and left_out else self.verdict
        return replace(self, epsilon=epsilon, left_out=left_out, verdict=verdict)


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
