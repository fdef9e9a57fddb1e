"""Where a claim is made: bounds of every atom, shifts that cover the domain, and points inside it.

A bound ``k < n`` is what makes the rewrite ``n = k + 1 + b`` with ``b >= 0``: it reaches every allowed n,
so a proof over the shifts is a proof over the domain. Shifts may reach more than the domain (never less).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import prod

from sympy import Dummy, Integer, Symbol, oo
from sympy.core.expr import Expr

from attnmem.proof.bounds import (
    Bounds,
    atoms_of,
    is_atom,
    lower_high,
    own_bounds,
    pushes_down,
    raise_low,
    split,
)
from attnmem.proof.record import Condition
from attnmem.proof.shifts import names_in, shift

MOST_COVERS = 256
SHIFT_NAMES = "bcdfghpqruvwxyz"


class TooManyCases(ArithmeticError):
    """A domain of more parts than anyone would read a proof for."""


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
            if c.right == atom and not c.left.has(atom) and not pushes_down(c, conditions):
                raise_low(b, c)
            elif (
                c.left == atom
                and not c.right.has(atom)
                and (not is_atom(c.right) or pushes_down(c, conditions))
            ):
                lower_high(b, c)
        return b

    def cover(self, *exprs: Expr, both_signs: bool = False, wide: bool = False) -> "list[Cover]":
        """Rewrites of the atoms by shifts ``>= 0`` that together reach the whole domain, one per case.

        ``both_signs`` splits every atom without bounds into its two signs. ``wide`` lets go of the upper end
        of every range that has a lower one: fewer cases and smaller quotients, but more than the domain.
        """
        bounds = self.bounds(self.atoms(*exprs))
        order = self._ordered(bounds)
        names = _names(names_in(*bounds, *exprs))
        if wide:
            for b in bounds.values():
                b.high = oo if b.low != -oo else b.high
        forms = [_forms(atom, bounds[atom], names, both_signs) for atom in order]
        if prod(map(len, forms)) > MOST_COVERS:
            raise TooManyCases(f"the domain has {prod(map(len, forms))} parts, more than {MOST_COVERS}")
        covers = []
        for choice in product(*forms):
            done: dict[Expr, Expr] = {}
            for atom, form in zip(order, choice, strict=True):
                if form is not None:
                    done[atom] = form.xreplace(done)
            covers.append(Cover(done))
        if len(covers) == 1:
            return covers
        return [cover for cover in covers if not self._empty(cover)] or covers

    def _empty(self, cover: "Cover") -> bool:
        """Whether a strict condition fails on all of a case, as where both sides are at their common end."""
        for c in self.conditions:
            if c.strict and c.over is None:
                gap = cover(c.right - c.left)
                if gap.is_nonpositive:
                    return True
        return False

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


def _names(taken: set[str]) -> Iterator[str]:
    for n in range(100):
        for letter in SHIFT_NAMES:
            name = letter + (str(n) if n else "")
            if name not in taken:
                yield name


def _forms(atom: Expr, b: Bounds, names: Iterator[str], both_signs: bool) -> tuple[Expr | None, ...]:
    """How to write an atom with shifts: one form per case, ``None`` to leave it as it stands."""
    below, above = b.low != -oo, b.high != oo
    if not below and not above:
        size = shift(next(names), whole=b.whole) if both_signs else None
        return (None,) if size is None else (size, -size)
    kept = isinstance(atom, Symbol) and (atom.is_positive or (atom.is_nonnegative and not b.open_low))
    if below and not above and b.low == 0 and kept:
        return (None,)
    if b.whole or not (below and above):
        strict = b.open_low if below else b.open_high
        whole = b.whole and bool((b.low if below else b.high).is_integer)  # else far starts between numbers
        far = shift(next(names), "positive" if strict else "nonnegative", whole)
        return (b.low + far,) if below else (b.high - far,)
    name = next(names)
    far = shift(name, "positive")
    inside = (b.low + b.high * far) / (1 + far)
    ends = [end for end, left_out in ((b.low, b.open_low), (b.high, b.open_high)) if not left_out]
    loose = shift(name)
    if len(ends) == 1 and ends[0] == b.low:
        return ((b.low + b.high * loose) / (1 + loose),)
    if len(ends) == 1:
        return ((b.high + b.low * loose) / (1 + loose),)
    if len(ends) == 2:
        return ((b.low + b.high * loose) / (1 + loose), b.high)
    return (inside,)
