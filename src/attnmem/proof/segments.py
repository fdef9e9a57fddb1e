"""Sums of one summand over ranges that overlap, cut at each other's ends so that they can be compared."""

from collections import defaultdict
from itertools import pairwise

import sympy
from sympy import Add, Expr, Sum

from attnmem.proof.domain import Domain
from attnmem.proof.signs import nonnegative
from attnmem.proof.sums import linear_sums


def segmented(e: Expr, domain: Domain) -> Expr:
    """The expression with every sum cut where another of the same summand begins or ends, if it can be."""
    e = linear_sums(e)
    alike: dict[Expr, list[Sum]] = defaultdict(list)
    for part in sorted(e.atoms(Sum), key=str):
        if len(part.limits) == 1:
            alike[part.function].append(part)
    cuts: dict[Expr, Expr] = {}
    for parts in alike.values():
        ends = _in_order(
            {end for p in parts for end in (p.limits[0][1], sympy.expand(p.limits[0][2] + 1))}, domain
        )
        if len(parts) > 1 and ends:
            cuts.update({part: _cut(part, ends) for part in parts})
    return e.xreplace(cuts)


def _cut(part: Sum, ends: list[Expr]) -> Expr:
    index, first, last = part.limits[0]
    start, stop = ends.index(first), ends.index(sympy.expand(last + 1))
    if stop < start:
        return part
    return Add(*(Sum(part.function, (index, a, b - 1)) for a, b in pairwise(ends[start : stop + 1])))


def _in_order(ends: set[Expr], domain: Domain) -> list[Expr]:
    """The ends from first to last; empty if the domain does not fix their order."""
    order: list[Expr] = []
    for end in sorted(ends, key=str):
        place = 0
        while place < len(order) and at_most(order[place], end, domain):
            place += 1
        if place < len(order) and not at_most(end, order[place], domain):
            return []
        order.insert(place, end)
    return order


def at_most(a: Expr, b: Expr, domain: Domain) -> bool:
    """Whether ``a <= b`` is seen on the whole domain."""
    gap = sympy.expand(b - a)
    if gap.is_number:
        return bool(gap >= 0)
    return all(bool(nonnegative(cover(gap))) for cover in domain.cover(gap))
