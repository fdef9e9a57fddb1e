"""Expressions with a largest or smallest value, taken apart: one case for each value that may be the one."""

from collections.abc import Iterator

import sympy
from sympy import Expr

from attnmem.proof.domain import Domain
from attnmem.proof.record import Condition


def cases(e: Expr, domain: Domain) -> Iterator[tuple[Expr, Domain]]:
    """The expression with each value in turn, where that one is the largest or the smallest."""
    for form, order in _branches(e):
        yield form, Domain((*domain.conditions, *order), domain.boxes) if order else domain


def _branches(e: Expr) -> Iterator[tuple[Expr, tuple[Condition, ...]]]:
    ends = [end for end in sorted(e.atoms(sympy.Max, sympy.Min), key=str) if not _runs(end, e)]
    if not ends:
        yield e, ()
        return
    for value in ends[0].args:
        others = [other for other in ends[0].args if other != value]
        if isinstance(ends[0], sympy.Max):
            order = tuple(c for other in others for c in _ordered(other, value))
        else:
            order = tuple(c for other in others for c in _ordered(value, other))
        for inner, more in _branches(e.xreplace({ends[0]: value})):
            yield inner, (*order, *more)


def _runs(end: Expr, e: Expr) -> bool:
    """Whether another value may be the largest in each term of a sum: then no one case holds for all."""
    running = {limit[0] for part in e.atoms(sympy.Sum, sympy.Product) for limit in part.limits}
    return bool(running & end.free_symbols)


def _ordered(small: Expr, large: Expr) -> Iterator[Condition]:
    """``small <= large``, and the same said of the symbol in it that everything else bounds."""
    yield Condition(small, False, large)
    gap = sympy.expand(large - small)
    for symbol in sorted(gap.free_symbols, key=str):
        slope = gap.coeff(symbol)
        if slope in (1, -1) and not (gap - slope * symbol).has(symbol) and symbol not in (small, large):
            end = sympy.expand(symbol - gap / slope)
            yield Condition(end, False, symbol) if slope == 1 else Condition(symbol, False, end)
            return
