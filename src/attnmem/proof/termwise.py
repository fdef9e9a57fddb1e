"""Sums compared term by term: a sum whose terms are never negative is never negative."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

import sympy
from sympy import Add, Dummy, Expr, Indexed, Integer, Sum, Symbol

from attnmem.proof.domain import Domain
from attnmem.proof.record import Condition
from attnmem.proof.segments import at_most
from attnmem.proof.signs import nonnegative, positive
from attnmem.proof.sums import linear_sums

Ranges = Mapping[tuple[Expr, Expr], Expr]
Over = tuple[Symbol, Expr, Expr]


def termwise(gap: Expr, domain: Domain) -> str:
    """Why a linear combination of sums is never negative, range by range; empty if not seen."""
    ranges: dict[tuple[Expr, Expr], Expr] = defaultdict(lambda: Integer(0))
    running = Dummy("i", integer=True)
    rest = Integer(0)
    for term in Add.make_args(sympy.expand(linear_sums(gap), deep=False)):
        constant, sums = term.as_independent(Sum, as_Add=False)
        if not isinstance(sums, Sum) or len(sums.limits) != 1:
            rest += term
            continue
        index, first, last = sums.limits[0]
        ranges[first, last] += constant * sums.function.xreplace({index: running})
    for chosen in _homes(ranges, rest, domain):
        whys = [_terms(body, running, first, last, domain) for (first, last), body in chosen.items()]
        if whys and all(whys):
            return "; ".join(whys)
    return ""


def _homes(ranges: Ranges, rest: Expr, domain: Domain) -> Iterator[Ranges]:
    """The ranges with what stands outside all sums spread over one of them, if it has terms for sure."""
    if rest == 0:
        yield ranges
        return
    for (first, last), body in ranges.items():
        count = last - first + 1
        if all(positive(cover(count)) for cover in domain.cover(count)):
            yield {**ranges, (first, last): body + sympy.cancel(rest / count)}


def _terms(body: Expr, running: Symbol, first: Expr, last: Expr, domain: Domain) -> str:
    """Why every term of one range is never negative."""
    stands, conditions = {}, list(domain.conditions)
    index = Dummy("i", integer=True)
    conditions += [Condition(first, False, index), Condition(index, False, last)]
    body = body.xreplace({running: index})
    for member in sorted(body.atoms(Indexed), key=str):
        stands[member] = Dummy(str(member.base.label), **_facts(member))
        for c in domain.conditions:
            conditions += _at_member(c, member, (index, first, last), domain)
    conditions = [
        replace(c, left=c.left.xreplace(stands), right=c.right.xreplace(stands)) for c in conditions
    ]
    summand = body.xreplace(stands)
    whys = [nonnegative(cover(summand)) for cover in Domain(tuple(conditions)).cover(summand)]
    return f"each term for i in {first}..{last}: {whys[0]}" if whys and all(whys) else ""


def _facts(member: Indexed) -> dict[str, bool]:
    known = {
        "positive": member.is_positive,
        "nonnegative": member.is_nonnegative,
        "integer": member.is_integer,
    }
    return {"real": True} | {name: True for name, value in known.items() if value}


def _at_member(c: Condition, member: Indexed, over: Over, domain: Domain) -> Iterator[Condition]:
    """What a family's condition says of one member, if it speaks of that member throughout the range."""
    if c.over is None:
        return
    running, low, high = c.over
    for spoken in sorted(c.left.atoms(Indexed) | c.right.atoms(Indexed), key=str):
        if spoken.base != member.base or running not in spoken.indices:
            continue
        place = member.indices[spoken.indices.index(running)]
        if spoken.subs(running, place) == member and _within(place, low, high, over, domain):
            yield Condition(c.left.subs(running, place), c.strict, c.right.subs(running, place))


def _within(place: Expr, low: Expr, high: Expr, over: Over, domain: Domain) -> bool:
    """Whether ``low <= place <= high`` at every index of the range; seen only of places that move with it."""
    index, first, last = over
    if place.has(index) and (place - index).has(index):
        return False
    ends = place.subs(index, first), place.subs(index, last)
    return at_most(low, ends[0], domain) and at_most(ends[1], high, domain)
