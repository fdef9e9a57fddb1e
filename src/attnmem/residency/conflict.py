"""Why there is no plan: constraints that collide, with none to spare.

First over the six families, then over their steps. A set is irreducible if every smaller one admits a plan;
each of those plans is made and replayed, so the claim does not rest on the solver's word.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from attnmem.residency.build import Allowance
from attnmem.residency.program import Tag
from attnmem.residency.scenario import Scenario
from attnmem.residency.solve import Solution, admits, any_plan
from attnmem.residency.watch import Watch

# In the order in which they are tried for leaving out: what a contract says goes before what a machine can
# do.
FAMILIES = ("qos", "hiding", "sustainability", "link", "capacity", "correctness")
EVERY = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Colliding constraints as (family, step); ``is_irreducible`` once each smaller set has a replayed
    plan.
    """

    families: tuple[str, ...]
    rows: tuple[Tag, ...]
    is_irreducible: bool


def find_conflict(
    scenario: Scenario, allowance: Allowance | None = None, watch: Watch | None = None
) -> Conflict:
    """An irreducible set of the constraints of a scenario that has no plan."""
    watch = watch or Watch()
    seek = _Seek(scenario, allowance, watch)
    kept, early = list(FAMILIES), seek.colliding(seek.rows(list(FAMILIES)))
    for family in FAMILIES:
        rest = [other for other in kept if other != family]
        rows = seek.rows(rest)
        if not seek.admits(_until(rows, early)) or not seek.admits(rows):
            kept = rest
            watch.tell(f"without {family} there is still no plan")
    rows = seek.shortest_prefix(seek.rows(kept))
    rows = seek.reduce([], rows)
    return Conflict(
        families=tuple(family for family in reversed(FAMILIES) if family in kept),
        rows=tuple(sorted(rows, key=lambda tag: (tag[1], FAMILIES[::-1].index(tag[0])))),
        is_irreducible=seek.each_is_needed(rows),
    )


def rows_of(scenario: Scenario, families: Iterable[str]) -> list[Tag]:
    """Every row of these families, in the order of steps."""
    chosen = tuple(families)
    stepwise = [family for family in chosen if family != "sustainability"]
    found = [(family, step) for step in range(scenario.steps) for family in stepwise]
    return found + ([("sustainability", EVERY)] if "sustainability" in chosen else [])


def all_but(scenario: Scenario, rows: Iterable[Tag]) -> frozenset[Tag]:
    """Every row there is, except these."""
    return frozenset(rows_of(scenario, FAMILIES)) - frozenset(rows)


@dataclass(frozen=True, slots=True)
class _Seek:
    """Asks of sets of rows whether they admit a plan."""

    scenario: Scenario
    allowance: Allowance | None
    watch: Watch

    def rows(self, families: list[str]) -> list[Tag]:
        return rows_of(self.scenario, families)

    def without(self, rows: list[Tag]) -> frozenset[Tag]:
        return all_but(self.scenario, rows)

    def admits(self, rows: list[Tag]) -> bool:
        """Whether some plan keeps these rows. Large programs are asked in fractions of blocks."""
        if self.watch.is_over:
            return True  # then nothing more is left out, and the last check says what is known
        return admits(self.scenario, self.allowance, self.without(rows), self.watch)

    def plan_for(self, rows: list[Tag]) -> Solution:
        return any_plan(self.scenario, self.allowance, self.watch, self.without(rows))

    def colliding(self, rows: list[Tag]) -> int:
        """A step by which these rows collide, among 1, 2, 4, ...: what collides early is told in little time,
        and whatever else is asked besides cannot make it fit.
        """
        last = self.scenario.steps - 1
        return next((step for step in _doubled(last) if not self.admits(_until(rows, step))), last)

    def shortest_prefix(self, rows: list[Tag]) -> list[Tag]:
        """The rows up to the first step by which they collide (and those over the whole plan)."""
        last = self.colliding(rows)
        low, high = (last // 2 + 1 if last > 1 else 0), last
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self.admits(_until(rows, middle)) else (low, middle)
        return rows if self.watch.is_over else _until(rows, high)

    def reduce(self, given: list[Tag], rows: list[Tag]) -> list[Tag]:
        """The rows that, with those given, still collide, and no fewer: halves are set aside as long as they
        can.
        """
        return _reduce(lambda kept: not self.admits(kept), given, rows, is_new=False)

    def each_is_needed(self, rows: list[Tag]) -> bool:
        """Whether leaving out any one row lets a plan through that the replay accepts."""
        for row in rows:
            rest = [other for other in rows if other != row]
            found = self.plan_for(rest)
            if found.plan is None:
                return False
        return True


def _doubled(last: int) -> Iterator[int]:
    step = 1
    while step < last:
        yield step
        step *= 2


def _until(rows: list[Tag], last: int) -> list[Tag]:
    return [row for row in rows if row[1] <= last]


def _reduce(
    collides: Callable[[list[Tag]], bool], given: list[Tag], rows: list[Tag], *, is_new: bool
) -> list[Tag]:
    """A smallest part of ``rows`` that collides with what is given (Junker's division into halves)."""
    if is_new and collides(given):
        return []
    if len(rows) <= 1:
        return rows
    half = len(rows) // 2
    first, second = rows[:half], rows[half:]
    of_second = _reduce(collides, given + first, second, is_new=bool(first))
    of_first = _reduce(collides, given + of_second, first, is_new=bool(of_second))
    return of_first + of_second
