"""Where a claim is made: bounds of every atom, shifts that cover the domain, and points inside it.

A bound ``k < n`` is what makes the rewrite ``n = k + 1 + b`` with ``b >= 0``: it reaches every allowed n,
so a proof over the shifts is a proof over the domain. Shifts may reach more than the domain (never less).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from sympy import Dummy, Indexed, Integer, Max, Min, Product, Sum, Symbol, oo
from sympy.core.expr import Expr
from sympy.core.function import AppliedUndef

from attnmem.proof.record import Condition
from attnmem.symbols import quantity

SHIFT_NAMES = "bcdfghpqruvwxyz"


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
    return tuple(sorted(found, key=str))


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


@dataclass(slots=True)
class Domain:
    """The conditions of a claim. ``own`` domains of symbols are added as they are met."""

    conditions: tuple[Condition, ...] = ()
    boxes: Mapping[Expr, tuple[Expr, Expr]] = field(default_factory=dict)

    @property
    def named(self) -> tuple[Expr, ...]:
        """Sums, products and family members that a condition bounds: atoms, whatever they contain."""
        sides = (side for c in self.conditions if c.over is None for side in (c.left, c.right))
        return tuple(dict.fromkeys(s for s in sides if is_atom(s) and not s.is_Symbol))

    def atoms(self, *exprs: Expr) -> tuple[Expr, ...]:
        """Named atoms that occur, and the free symbols of what is left."""
        present = tuple(a for a in self.named if any(e.has(a) for e in exprs))
        return (*present, *atoms_of(*(e.xreplace({a: Integer(0) for a in present}) for e in exprs)))

    def bounds(self, wanted: Iterable[Expr]) -> dict[Expr, Bounds]:
        """Bounds of the wanted atoms and of all they are bounded by."""
        pointwise = [c for whole in self.conditions if whole.over is None for c in split(whole)]
        found: dict[Expr, Bounds] = {}
        queue = list(wanted)
        while queue:
            atom = queue.pop(0)
            if atom in found:
                continue
            found[atom] = self._bounds(atom, pointwise)
            queue.extend(self.atoms(found[atom].low, found[atom].high))
        return found

    def _bounds(self, atom: Expr, conditions: list[Condition]) -> Bounds:
        b = own_bounds(atom)
        if atom in self.boxes:
            b.low, b.high = self.boxes[atom]
            b.open_low = b.open_high = False
            return b
        for c in conditions:
            if c.right == atom and not c.left.has(atom) and not _pushes_down(c, conditions):
                raise_low(b, c)
            elif (
                c.left == atom
                and not c.right.has(atom)
                and (not is_atom(c.right) or _pushes_down(c, conditions))
            ):
                lower_high(b, c)
        return b

    def cover(self, *exprs: Expr, both_signs: bool = False) -> "list[Cover]":
        """Rewrites of the atoms by shifts ``>= 0`` that together reach the whole domain, one per case.

        ``both_signs`` splits every atom without bounds into its two signs.
        """
        bounds = self.bounds(self.atoms(*exprs))
        order = self._ordered(bounds)
        names = _names(bounds)
        forms = [_forms(atom, bounds[atom], names, both_signs) for atom in order]
        covers = []
        for choice in product(*forms):
            done: dict[Expr, Expr] = {}
            for atom, form in zip(order, choice, strict=True):
                if form is not None:
                    done[atom] = form.xreplace(done)
            covers.append(Cover(done))
        return covers

    def _ordered(self, bounds: Mapping[Expr, Bounds]) -> list[Expr]:
        """Atoms such that each comes after those that bound it; a circle is cut where it closes."""
        order: list[Expr] = []
        doing: set[Expr] = set()

        def visit(atom: Expr) -> None:
            if atom in order or atom in doing:
                return
            doing.add(atom)
            for other in self.atoms(bounds[atom].low, bounds[atom].high):
                if other in doing and other not in order:
                    own = own_bounds(atom)
                    bounds[atom].low, bounds[atom].high = own.low, own.high
                    bounds[atom].open_low, bounds[atom].open_high = own.open_low, own.open_high
                elif other in bounds:
                    visit(other)
            order.append(atom)

        for atom in sorted(bounds, key=str):
            visit(atom)
        return order


@dataclass(frozen=True, slots=True)
class Cover:
    """One case of a cover: each atom as an expression in shifts."""

    shifts: Mapping[Expr, Expr]

    def __call__(self, e: Expr) -> Expr:
        return e.xreplace(dict(self.shifts))

    def __str__(self) -> str:
        return ", ".join(f"{a} = {plain(f)}" for a, f in self.shifts.items())


def plain(e: Expr) -> Expr:
    """The same expression with shifts printed as ordinary letters."""
    return e.xreplace({d: Symbol(d.name) for d in e.atoms(Dummy)})


def _pushes_down(c: Condition, conditions: list[Condition]) -> bool:
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


def _names(bounds: Mapping[Expr, Bounds]) -> Iterator[str]:
    taken = {str(a) for a in bounds}
    for n in range(100):
        for letter in SHIFT_NAMES:
            name = letter + (str(n) if n else "")
            if name not in taken:
                yield name


def _forms(atom: Expr, b: Bounds, names: Iterator[str], both_signs: bool) -> tuple[Expr | None, ...]:
    """How to write an atom with shifts: one form per case, ``None`` to leave it as it stands."""
    below, above = b.low != -oo, b.high != oo
    if not below and not above:
        size = (
            Dummy(next(names), real=True, integer=b.whole or None, nonnegative=True) if both_signs else None
        )
        return (None,) if size is None else (size, -size)
    if below and not above and b.low == 0 and isinstance(atom, Symbol) and atom.is_nonnegative:
        return (None,)
    facts: dict[str, bool] = {"integer": True} if b.whole else {"real": True}
    if b.whole or not (below and above):
        strict = b.open_low if below else b.open_high
        shift = Dummy(next(names), **facts, **{"positive" if strict else "nonnegative": True})
        return (b.low + shift,) if below else (b.high - shift,)
    shift = Dummy(next(names), real=True, positive=True)
    inside = (b.low + b.high * shift) / (1 + shift)
    ends = [end for end, left_out in ((b.low, b.open_low), (b.high, b.open_high)) if not left_out]
    loose = Dummy(shift.name, real=True, nonnegative=True)
    if len(ends) == 1 and ends[0] == b.low:
        return ((b.low + b.high * loose) / (1 + loose),)
    if len(ends) == 1:
        return ((b.high + b.low * loose) / (1 + loose),)
    if len(ends) == 2:
        return ((b.low + b.high * loose) / (1 + loose), b.high)
    return (inside,)
