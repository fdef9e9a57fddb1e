"""Whether both sides of a claim have a value everywhere on its domain, seen by signs as any inequality is.

An equation of quotients can be exact and still say nothing where a denominator is zero. So of every proved
step each denominator must be seen to be nonzero, each argument of a logarithm positive, and each base of a
root not negative, on every cover of the domain; else the step is undecided and the finding names the part.

Only parts that are quotients of polynomials are looked at, as their signs can be read off; not covered are
parts with exponentials, logarithms, roots or family members; limits and infinite sides (they speak of no
point); matrices; pieces of a ``Piecewise``; functions other than ``log`` and ``atanh`` with a domain of their
own; and what an operation was given, as only what it returned is looked at.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import sympy
from sympy import Expr, Pow, Product, Sum, log

from attnmem.proof.claim import Claim
from attnmem.proof.domain import Domain
from attnmem.proof.matrices import is_matrix
from attnmem.proof.normal import how_zero
from attnmem.proof.record import Condition, Relation
from attnmem.proof.signs import settled

NEED = {(-2, 2): "is zero nowhere", (2,): "is positive", (0, 1, 2): "is never negative"}


@dataclass(frozen=True, slots=True)
class Need:
    """A part of a side, the signs it may have, and the ranges of the indices that run in it."""

    part: Expr
    signs: tuple[int, ...]
    ranges: tuple[Condition, ...] = ()


def valueless(claim: Claim) -> str:
    """The part that may leave a side without a value, in words; empty if every part is seen to be safe."""
    sides = (claim.left, claim.right)
    if claim.relation is Relation.TO or is_matrix(*sides) or any(s.has(sympy.oo, -sympy.oo) for s in sides):
        return ""
    versions = (claim, claim.spelled) if claim.defines else (claim,)
    said = ""
    for version in versions:
        said = _first_unseen(version)
        if not said:
            return ""
    return said


def _first_unseen(claim: Claim) -> str:
    known = (*claim.domain.conditions, *claim.facts)
    for need in dict.fromkeys((*_needs(claim.left, ()), *_needs(claim.right, ()))):
        if not _plain(need) and not _seen(need, Domain((*known, *need.ranges), claim.domain.boxes)):
            return f"it is not seen that {need.part} {NEED[need.signs]}"
    return ""


def _plain(need: Need) -> bool:
    """Whether a part needs no proof: its sign is known, or it is none of those that are looked at."""
    part = need.part
    if not part.is_rational_function(*part.free_symbols):
        return True
    if need.signs == (2,):
        return bool(part.is_positive)
    return bool(part.is_nonzero if need.signs == (-2, 2) else part.is_nonnegative)


def _seen(need: Need, domain: Domain) -> bool:
    return _stated(need, domain) or all(
        settled(cover(need.part))[0] in need.signs for cover in domain.cover(need.part)
    )


def _stated(need: Need, domain: Domain) -> bool:
    """Whether the part is the gap of a strict condition as it stands, up to its sign where that is free."""
    gaps = [c.right - c.left for c in domain.conditions if c.strict]
    signs = (1, -1) if -2 in need.signs else (1,)
    return any(how_zero(sign * need.part - gap) for gap in gaps for sign in signs)


def _needs(e: Expr, ranges: tuple[Condition, ...]) -> Iterator[Need]:
    if isinstance(e, sympy.Piecewise):
        return
    if isinstance(e, Sum | Product):
        for index, first, last in e.limits:
            ranges = (*ranges, Condition(first, False, index), Condition(index, False, last))
        yield from _needs(e.function, ranges)
        return
    if isinstance(e, Pow):
        yield from _of_power(e.base, e.exp, ranges)
    elif isinstance(e, log):
        yield Need(e.args[0], (2,), ranges)
    elif isinstance(e, sympy.atanh):
        yield Need(1 - e.args[0] ** 2, (2,), ranges)
    for part in e.args:
        if isinstance(part, Expr):
            yield from _needs(part, ranges)


def _of_power(base: Expr, exponent: Expr, ranges: tuple[Condition, ...]) -> Iterator[Need]:
    if exponent.is_nonnegative and exponent.is_integer:
        return
    if exponent.is_integer:
        yield Need(base, (-2, 2), ranges)
    else:
        yield Need(base, (0, 1, 2) if exponent.is_positive else (2,), ranges)
