"""Points of a claim's domain, its two sides there to 50 digits, and the point that refutes it if one does.

What is seen here is evidence: it can refute, and never proves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import mpmath

from attnmem.proof.claim import Claim
from attnmem.proof.matrices import differs, is_matrix
from attnmem.proof.point import Point
from attnmem.proof.points import DIGITS, Points, points_of
from attnmem.proof.record import Relation
from attnmem.proof.walk import NoValue, Undefined, finite

GUARD = 15
SECOND_DIGITS = 1200
EXAMPLES = 4
_CLOSE = mpmath.mpf(10) ** (5 - DIGITS)


@dataclass(frozen=True, slots=True)
class Seen:
    """What evaluation showed: how many points, the evidence in words, and the refuting point if any.

    ``met`` is whether the sides are equal at a point where the claim names its equality case.
    """

    count: int
    text: str
    witness: Mapping[str, str] | None
    met: bool = False


@dataclass(frozen=True, slots=True)
class _Met:
    """A point with all that was drawn there, both sides and the gap in units of the larger one.

    Without a gap nothing is said, unless ``why`` says that the claim must have a value there and has none.
    """

    point: Point
    left: Any = None
    right: Any = None
    gap: Any = None
    why: str = ""

    def fails(self, relation: Relation) -> bool:
        """Whether the claim is wrong here."""
        if self.gap is None:
            return bool(self.why)
        return bool(self.gap > _CLOSE if relation is Relation.EQ else self.gap < -_CLOSE)

    def shown(self) -> dict[str, str]:
        """The sides in short numbers, or why there are none."""
        if self.why:
            return {"no value": self.why}
        return {"left": mpmath.nstr(self.left, 12), "right": mpmath.nstr(self.right, 12)}


def look(claim: Claim, count: int) -> Seen:
    """Both sides at ``count`` points to 50 digits; stops at the first that refutes."""
    if claim.relation is Relation.TO:
        return Seen(0, "not sampled: a statement about a limit", None)
    if is_matrix(claim.left, claim.right):
        return _look_at_matrices(claim)
    claim = claim.sampled
    gaps: list[Any] = []
    met = False
    points = points_of(claim)
    with mpmath.workdps(DIGITS + GUARD):
        for number, _ in points.some(count):
            here = _met(claim, points, number)
            if here.fails(claim.relation):
                witness = _stands(claim, points, number)
                if witness:
                    return Seen(len(gaps) + 1, f"fails at point {len(gaps) + 1}", witness)
            elif here.gap is not None:
                gaps.append(0 if abs(here.gap) < _CLOSE else here.gap)
                met = met or (here.point.moved and abs(here.gap) < _CLOSE)
    return Seen(len(gaps), _text(claim, gaps), None, met)


def _stands(claim: Claim, points: Points, number: int) -> dict[str, str] | None:
    """The refuting point in words, if it refutes at a second, far higher precision as well."""
    with mpmath.workdps(SECOND_DIGITS):
        if points.at(number) is None:
            return None
        here = _met(claim, points, number)
        return here.point.shown() | here.shown() if here.fails(claim.relation) else None


def _met(claim: Claim, points: Points, number: int) -> _Met:
    """What is met at a numbered point."""
    point, left = points.valued(number, claim.left)
    try:
        if isinstance(left, NoValue):
            raise left.with_traceback(None)  # it is kept, and would grow by a frame at every turn
        right = point(claim.right)
    except Undefined as error:
        return _Met(point, why=str(error))
    except NoValue:
        return _Met(point)
    if not (finite(left) and finite(right)):
        return _Met(point)
    gap = right - left if claim.relation is Relation.LE else left - right
    gap = gap / max(1, abs(left), abs(right))
    return _Met(point, left, right, abs(gap) if claim.relation is Relation.EQ else gap)


def _look_at_matrices(claim: Claim) -> Seen:
    """Both sides at a few choices of small whole matrices, exactly."""
    claim = claim.sampled
    for seed in range(EXAMPLES):
        witness = differs(claim.left, claim.right, claim.rewrites, seed)
        if witness:
            return Seen(seed + 1, f"fails at example {seed + 1}", witness)
    return Seen(EXAMPLES, f"{EXAMPLES} choices of small matrices, exact: equal", None)


def _text(claim: Claim, gaps: list[Any]) -> str:
    if not gaps:
        return "no point evaluated"
    if claim.relation is Relation.EQ:
        return f"{len(gaps)} points, {DIGITS} digits: equal to the last"
    least = min(gaps)
    margin = "both sides meet at the closest" if least == 0 else f"smallest margin {mpmath.nstr(least, 2)}"
    return f"{len(gaps)} points, {DIGITS} digits: {margin}"
