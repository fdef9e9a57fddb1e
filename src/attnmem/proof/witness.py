"""Points of a claim's domain, its two sides there to 50 digits, and the point that refutes it if one does.

What is seen here is evidence: it can refute, and never proves.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import mpmath

from attnmem.proof.claim import Claim
from attnmem.proof.matrices import differs, is_matrix
from attnmem.proof.points import DIGITS, Point, Points
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


def look(claim: Claim, count: int) -> Seen:
    """Both sides at ``count`` points to 50 digits; stops at the first that refutes."""
    if claim.relation is Relation.TO:
        return Seen(0, "not sampled: a statement about a limit", None)
    if is_matrix(claim.left, claim.right):
        return _look_at_matrices(claim)
    claim = claim.sampled
    gaps: list[Any] = []
    met = False
    points = Points(claim)
    with mpmath.workdps(DIGITS + GUARD):
        for number, point in points.some(count):
            gap, text = _gap(claim, point)
            if text or (gap is not None and _fails(claim, gap)):
                witness = _stands(claim, points, number)
                if witness:
                    return Seen(len(gaps) + 1, f"fails at point {len(gaps) + 1}", witness)
            elif gap is not None:
                gaps.append(0 if abs(gap) < _CLOSE else gap)
                met = met or (point.moved and abs(gap) < _CLOSE)
    return Seen(len(gaps), _text(claim, gaps), None, met)


def _stands(claim: Claim, points: Points, number: int) -> dict[str, str] | None:
    """The refuting point in words, if it refutes at a second, far higher precision as well."""
    with mpmath.workdps(SECOND_DIGITS):
        point = points.at(number)
        if point is None:
            return None
        gap, text = _gap(claim, point)
        if text or (gap is not None and _fails(claim, gap)):
            return point.shown() | _sides(claim, point, text)
    return None


def _gap(claim: Claim, point: Point) -> tuple[Any, str]:
    """The gap at a point in units of the larger side, or why the claim has no value there."""
    try:
        left, right = point(claim.left), point(claim.right)
    except Undefined as error:
        return None, str(error)
    except NoValue:
        return None, ""
    if not (finite(left) and finite(right)):
        return None, ""
    gap = right - left if claim.relation is Relation.LE else left - right
    gap = gap / max(1, abs(left), abs(right))
    return (abs(gap) if claim.relation is Relation.EQ else gap), ""


def _fails(claim: Claim, gap: Any) -> bool:
    return bool(gap > _CLOSE if claim.relation is Relation.EQ else gap < -_CLOSE)


def _sides(claim: Claim, point: Point, text: str) -> dict[str, str]:
    if text:
        return {"no value": text}
    return {
        name: mpmath.nstr(point(side), 12) for name, side in (("left", claim.left), ("right", claim.right))
    }


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
