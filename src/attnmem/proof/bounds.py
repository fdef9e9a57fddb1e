"""What is known of one atom of a claim: the ends of its domain, from its declaration and from conditions."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sympy import Indexed, Integer, Max, Min, Product, Sum, Symbol, oo
from sympy.core.expr import Expr
from sympy.core.function import AppliedUndef

from attnmem.proof.record import Condition
from attnmem.symbols import quantity


@dataclass(slots=True)
class Bounds:
    """What is known of one atom: ends, whether they are left out, and whether it is whole."""

    low: Expr = -oo
    open_low: bool = False
    high: Expr = oo
    open_high: bool = False
    whole: bool = False


def is_atom(e: Any) -> bool:
    """Whether a condition on this expression can be turned into a shift of it."""
    return isinstance(e, Symbol | Indexed | Sum | Product | AppliedUndef)


def atoms_of(*exprs: Any) -> tuple[Expr, ...]:
    """Free symbols and applied families, in a fixed order; symbols bound by a sum are not free."""
    found: set[Expr] = set()
    for e in exprs:
        inside = e.atoms(Indexed)
        names = {i.base.label for i in inside} | {i.base for i in inside}
        found |= {s for s in e.free_symbols if isinstance(s, Symbol) and s not in names}
    return tuple(sorted(found, key=lambda s: s.name))


def own_bounds(atom: Expr) -> Bounds:
    """The domain an atom has by itself: as declared, or as its SymPy assumptions say."""
    if isinstance(atom, Symbol):
        try:
            q = quantity(atom)
        except KeyError:
            pass
        else:
            return Bounds(q.low, q.open_low, q.high, q.open_high, q.whole)
    whole = bool(atom.is_integer)
    if atom.is_positive:
        return Bounds(Integer(1), False, whole=True) if whole else Bounds(Integer(0), True)
    if atom.is_nonnegative:
        return Bounds(Integer(0), False, whole=whole)
    facts = sign_facts(atom)
    if facts:
        return Bounds(Integer(0), "positive" in facts)
    return Bounds(whole=whole)


def sign_facts(e: Expr) -> dict[str, bool]:
    """What the terms of a sum or the factors of a product say of its sign; a sum may be empty."""
    if not isinstance(e, Sum | Product):
        return {}
    some = all((last - first + 1).is_positive for _, first, last in e.limits)
    if e.function.is_positive and (some or isinstance(e, Product)):
        return {"positive": True}
    return {"nonnegative": True} if e.function.is_nonnegative or e.function.is_positive else {}


def split(condition: Condition) -> Iterator[Condition]:
    """A bound by the larger of several values is a bound by each."""
    if isinstance(condition.left, Max):
        for part in condition.left.args:
            yield from split(Condition(part, condition.strict, condition.right, condition.over))
    elif isinstance(condition.right, Min):
        for part in condition.right.args:
            yield from split(Condition(condition.left, condition.strict, part, condition.over))
    else:
        yield condition


def pushes_down(c: Condition, conditions: list[Condition]) -> bool:
    """Whether ``a <= b`` between two atoms bounds a by b: only where something else bounds b from above."""
    return is_atom(c.left) and is_atom(c.right) and any(o.left == c.right for o in conditions)


def raise_low(b: Bounds, c: Condition) -> None:
    """Take a condition in as a lower bound, if it says more or ties the atom to another."""
    numeric = c.left.is_number and b.low.is_number
    if numeric and (c.left < b.low or (c.left == b.low and not c.strict)):
        return
    if not numeric and not b.low.is_number:
        return
    if c.left.is_number and not b.low.is_number:
        return
    b.low, b.open_low = c.left, c.strict
    if b.whole and c.strict and c.left.is_integer:
        b.low, b.open_low = c.left + 1, False


def lower_high(b: Bounds, c: Condition) -> None:
    """Take a condition in as an upper bound, if it says more or ties the atom to another."""
    numeric = c.right.is_number and b.high.is_number
    if numeric and (c.right > b.high or (c.right == b.high and not c.strict)):
        return
    if not numeric and not b.high.is_number:
        return
    b.high, b.open_high = c.right, c.strict
