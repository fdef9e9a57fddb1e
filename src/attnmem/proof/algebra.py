"""Operations on expressions as they stand: solving for an unknown, putting one expression into another."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import sympy
from sympy import Symbol
from sympy.core.expr import Expr

from attnmem.proof.defined import needs_of
from attnmem.proof.domain import Domain
from attnmem.proof.needs import Need, fits, never
from attnmem.proof.normal import is_zero
from attnmem.proof.operation import Operation, OperationFailed, value
from attnmem.proof.solving import undone


@dataclass(frozen=True, slots=True)
class Solve(Operation):
    """The root of ``zero`` in ``unknown``; ``root`` says which, in SymPy's order, where there are several."""

    zero: "Expr | Operation"
    unknown: Symbol
    root: int | None = None
    name: ClassVar[str] = "solve"
    words: ClassVar[str] = r"solv(e|es|ed|ing)\b"

    @property
    def running(self) -> tuple[Symbol, ...]:
        return (self.unknown,)

    def run(self) -> Expr:
        return self._found()[0]

    def needs(self, domain: Domain) -> Iterator[Need]:
        """That the root lies where the unknown does, that it is one, and that undoing left out no other."""
        root, undoing = self._found()
        yield from fits(self.unknown, root)
        yield from undoing
        zero = value(self.zero)
        for need in needs_of(zero):
            yield replace(need, part=need.part.xreplace({self.unknown: root}))

    def _found(self) -> tuple[Expr, tuple[Need, ...]]:
        """The root, put back before it counts, and what must hold for it to be the only one."""
        zero = value(self.zero)
        found = undone(zero, self.unknown)
        if found is not None and self._holds(zero, found[0]):
            return found
        roots = sympy.solve(zero, self.unknown, check=False, simplify=False)
        if not all(self._holds(zero, root) for root in roots):
            roots = sympy.solve(zero, self.unknown)
        if not roots or (len(roots) > 1 and self.root is None):
            raise OperationFailed(
                f"solving for {self.unknown} gave {len(roots)} roots: {roots}; need one, or say which"
            )
        root = roots[self.root or 0]
        if not self._holds(zero, root):
            raise OperationFailed(f"putting {root} back for {self.unknown} is not seen to give zero")
        return root, (() if self._has_no_others(zero) else (never(root, "is one of all the roots"),))

    def _has_no_others(self, zero: Expr) -> bool:
        """Whether what SymPy solved is a polynomial whose leading coefficient vanishes nowhere."""
        polynomial = sympy.numer(sympy.together(zero)).as_poly(self.unknown)
        return polynomial is not None and bool(polynomial.LC().is_nonzero)

    def _holds(self, zero: Expr, root: Expr) -> bool:
        return is_zero(zero.xreplace({self.unknown: root}))


@dataclass(frozen=True, slots=True)
class Put(Operation):
    """``into`` with symbols replaced by expressions or by what other operations return; all at once."""

    into: "Expr | Operation"
    what: Mapping[Expr, "Expr | Operation"]
    name: ClassVar[str] = "substitute"
    words: ClassVar[str] = r"substitut\w*|putting"

    def run(self) -> Expr:
        into, what = value(self.into), self._values()
        bound = {limit[0] for part in into.atoms(sympy.Sum, sympy.Product) for limit in part.limits}
        met = bound & {s for pair in what.items() for side in pair for s in side.free_symbols}
        if met:
            raise OperationFailed(f"{', '.join(sorted(map(str, met)))} runs in a sum, and is no free symbol")
        return into.xreplace(what)

    def needs(self, domain: Domain) -> Iterator[Need]:
        """That what is put in keeps what its place promised, and that nothing is left without a value."""
        what = self._values()
        for place, put in what.items():
            yield from fits(place, put)
            yield from needs_of(put)
            if not place.is_Symbol and value(self).free_symbols & (place.free_symbols - put.free_symbols):
                yield never(place, "is replaced wherever its symbols occur")
        for need in needs_of(value(self.into)):
            within = tuple(
                replace(c, left=c.left.xreplace(what), right=c.right.xreplace(what)) for c in need.within
            )
            yield replace(need, part=need.part.xreplace(what), within=within)

    def _values(self) -> dict[Expr, Expr]:
        return {sympy.sympify(a): sympy.sympify(value(b)) for a, b in self.what.items()}
