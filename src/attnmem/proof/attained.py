"""Equality cases: a bound is called tight only where its sides are equal and its domain reaches.

An equality case in plain symbols lies in the domain if a point there is found to be allowed. One that fixes
members of families or sums is held against every condition on them instead; one that fixes a defined name
says nothing of whether what defines it gets there.
"""

from collections.abc import Iterator, Mapping

from sympy import Expr, Indexed, Symbol, oo

from attnmem.proof.bounds import own_bounds
from attnmem.proof.claim import Claim, spell
from attnmem.proof.domain import Domain
from attnmem.proof.needs import NEVER_NEGATIVE, POSITIVE, Need, seen
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
    for condition in (*claim.domain.conditions, *claim.facts):
        for gap in _gaps(condition, at):
            if gap.has(*at):
                yield Need(gap.xreplace(at), POSITIVE if condition.strict else NEVER_NEGATIVE)


def _gaps(condition: Condition, at: Mapping[Expr, Expr]) -> Iterator[Expr]:
    """The gap of a condition; of one over a family, at the index of each member that is fixed."""
    gap = condition.right - condition.left
    if condition.over is None:
        yield gap
        return
    for member in gap.atoms(Indexed):
        for fixed in at:
            if isinstance(fixed, Indexed) and fixed.base == member.base:
                places = dict(zip(member.indices, fixed.indices, strict=True))
                yield gap.xreplace({index: places.get(index, index) for index in condition.over[:1]})
