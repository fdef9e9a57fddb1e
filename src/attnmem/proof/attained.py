"""Equality cases: a bound is called tight only where its sides are equal and its domain reaches.

An equality case in plain symbols lies in the domain if a point there is found to be allowed. One that fixes
members of families or sums is held against every condition on them instead; one that fixes a defined name
says nothing of whether what defines it gets there.
"""

from collections.abc import Iterator, Mapping

from sympy import Expr, Indexed, Product, Sum, Symbol, oo
from sympy.core.function import AppliedUndef

from attnmem.proof.bounds import own_bounds
from attnmem.proof.claim import Claim, spell
from attnmem.proof.domain import Domain
from attnmem.proof.needs import NEVER_NEGATIVE, POSITIVE, Need, never, seen
from attnmem.proof.normal import is_zero
from attnmem.proof.record import Condition
from attnmem.proof.witness import look

MORE_POINTS = 60


def differing(claim: Claim) -> str:
    """By how much the sides differ in the equality case that a bound names; empty if they do not."""
    if not claim.attained:
        return ""
    at = dict(claim.attained)
    gap = spell((claim.left - claim.right).xreplace(at), claim.defines).xreplace(at)
    return "" if is_zero(gap) else f"the sides still differ by {gap}"


def unreached(claim: Claim, met: bool) -> str:
    """Why the equality case may lie outside the domain; empty if it is seen to lie inside."""
    if not claim.attained:
        return ""
    if named := next((a for a in claim.attained if a in claim.defines), None):
        return f"the equality case fixes {named}, of which it is not seen that what defines it gets there"
    if broken := next((a for a, v in claim.attained.items() if a.is_integer and not v.is_integer), None):
        return f"it is not seen that the equality case gives {broken} a whole value"
    if met:
        return ""
    if all(isinstance(a, Symbol) for a in claim.attained):
        return "" if look(claim, MORE_POINTS).met else "no point of the domain was found in the equality case"
    known = Domain((*claim.domain.conditions, *claim.facts), claim.domain.boxes)
    unseen = next((need for need in _needs(claim) if not seen(need, known)), None)
    return f"{unseen}, so the equality case may lie outside the domain" if unseen else ""


def _needs(claim: Claim) -> Iterator[Need]:
    """What the values of an equality case must keep to: their own domains, and each condition on them."""
    at = dict(claim.attained)
    for atom, value in at.items():
        b = own_bounds(atom)
        if b.low != -oo:
            yield Need(value - b.low, POSITIVE if b.open_low else NEVER_NEGATIVE)
        if b.high != oo:
            yield Need(b.high - value, POSITIVE if b.open_high else NEVER_NEGATIVE)
        if isinstance(atom, Sum | Product) and not _reaches(atom, value, claim):
            yield never(atom, f"gets to {value}")
    ranges = _ranges(claim)
    for condition in (*claim.domain.conditions, *claim.facts):
        for gap in _gaps(condition, at, ranges):
            if gap.has(*at):
                yield Need(gap.xreplace(at), POSITIVE if condition.strict else NEVER_NEGATIVE)


def _ranges(claim: Claim) -> dict[Symbol, tuple[Expr, Expr]]:
    """What the sums and products of a claim run over, by their index."""
    parts = [r for side in (claim.left, claim.right) for r in side.atoms(Sum, Product)]
    return {index: (first, last) for part in parts for index, first, last in part.limits}


def _meets(condition: Condition, ends: tuple[Expr, Expr] | None) -> bool:
    """Whether a condition over a family may speak of members in a range; of any, where none is known."""
    if condition.over is None or ends is None:
        return True
    _, first, last = condition.over
    return not ((first - ends[1] - 1).is_nonnegative or (ends[0] - last - 1).is_nonnegative)


def _reaches(repeated: Expr, value: Expr, claim: Claim) -> bool:
    """Whether a sum or product has a value when each of its members stands at an end of its family's range,
    or its members are bound by nothing.
    """
    (index, *ends), *more = repeated.limits
    members = [m for m in repeated.function.atoms(Indexed, AppliedUndef) if m.has(index)]
    near = [c for c in claim.domain.conditions if c.over is not None and _meets(c, tuple(ends))]
    pairs = [(c, m) for c in near for m in members if any(_alike(s, m) for s in (c.left, c.right))]
    for c, member in pairs:
        for mine, other in ((c.left, c.right), (c.right, c.left)):
            if not more and not c.strict and c.over and c.over[1:] == tuple(ends) and _alike(mine, member):
                end = repeated.xreplace({member: other.xreplace({c.over[0]: index})})
                if is_zero(end - value):
                    return True
    return not pairs


def _alike(side: Expr, member: Expr) -> bool:
    """Whether a side of a condition is a member of the same family."""
    if isinstance(side, Indexed) and isinstance(member, Indexed):
        return bool(side.base == member.base)
    return isinstance(side, AppliedUndef) and side.func == member.func


def _rank(member: Expr) -> int:
    return len(member.indices) if isinstance(member, Indexed) else len(member.args)


def _gaps(
    condition: Condition, at: Mapping[Expr, Expr], ranges: Mapping[Symbol, tuple[Expr, Expr]]
) -> Iterator[Expr]:
    """The gap of a condition; of one over a family, at the index of each member that is fixed."""
    gap = condition.right - condition.left
    if condition.over is None:
        yield gap
        return
    for member in gap.atoms(Indexed, AppliedUndef):
        for fixed in at:
            if not _alike(member, fixed):
                continue
            places = dict(zip(member.args[-_rank(member) :], fixed.args[-_rank(fixed) :], strict=True))
            index = condition.over[0]
            place = places.get(index, index)
            if _meets(condition, ranges.get(place)):
                yield gap.xreplace({index: place})
