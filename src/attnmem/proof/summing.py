"""Operations along a range of whole numbers: sums, sums of Kronecker deltas, products."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import sympy
from sympy import KroneckerDelta, Symbol, oo
from sympy.core.expr import Expr

from attnmem.proof.defined import needs_of, of_range
from attnmem.proof.domain import Domain
from attnmem.proof.needs import NEVER_NEGATIVE, Need, never, whole
from attnmem.proof.operation import Operation, OperationFailed, value
from attnmem.proof.record import Condition
from attnmem.proof.sums import linear_sums


@dataclass(frozen=True, slots=True)
class Ranged(Operation):
    """An operation over ``(index, first, last)``, which may be empty but never runs backwards; abstract."""

    of: "Expr | Operation"
    over: tuple[Symbol, Expr, Expr]

    @property
    def running(self) -> tuple[Symbol, ...]:
        return self.over[:1]

    @property
    def within(self) -> tuple[Condition, ...]:
        index, first, last = map(sympy.sympify, self.over)
        return Condition(first, False, index), Condition(index, False, last)

    def needs(self, domain: Domain) -> Iterator[Need]:
        yield from of_range(*map(sympy.sympify, self.over))
        for need in needs_of(value(self.of)):
            yield need.inside(self.within)


@dataclass(frozen=True, slots=True)
class Summation(Ranged):
    """The sum of ``of`` over ``over``: constants out, closed forms where there are any."""

    name: ClassVar[str] = "summation"
    words: ClassVar[str] = r"summ(ing|ed|ation)\b"

    def run(self) -> Expr:
        whole_sum = sympy.Sum(value(self.of), self.over)
        if _endless(self.over):
            return _converged(whole_sum)
        split = linear_sums(whole_sum)
        closed = {s: s.doit() for s in split.atoms(sympy.Sum) if not s.has(sympy.Indexed)}
        return split.xreplace(closed)

    def needs(self, domain: Domain) -> Iterator[Need]:
        if not _endless(self.over):
            yield from Ranged.needs(self, domain)


def _endless(over: tuple[Symbol, Expr, Expr]) -> bool:
    return any(sympy.sympify(end).has(oo, -oo) for end in over[1:])


def _converged(endless: sympy.Sum) -> Expr:
    """The value of an infinite sum: only where its terms may be added up in any order."""
    if endless.free_symbols or endless.is_absolutely_convergent() is not sympy.true:
        raise OperationFailed(f"{endless} is not seen to converge whatever the order of its terms")
    return endless.doit()


@dataclass(frozen=True, slots=True)
class DeltaSummation(Ranged):
    """The sum of a summand with Kronecker deltas, whose other index must lie in the range: assume so."""

    name: ClassVar[str] = "deltasummation"
    words: ClassVar[str] = r"summ(ing|ed|ation)\b|delta"

    def run(self) -> Expr:
        from sympy.concrete.delta import deltasummation

        return deltasummation(sympy.expand(value(self.of)), self.over, no_piecewise=True).doit()

    def needs(self, domain: Domain) -> Iterator[Need]:
        yield from Ranged.needs(self, domain)
        index, first, last = map(sympy.sympify, self.over)
        for delta in sorted(value(self.of).atoms(KroneckerDelta), key=str):
            if not delta.has(index):
                continue
            gap = sympy.expand(delta.args[0] - delta.args[1])
            slope = gap.diff(index)
            if len(delta.args) != 2 or slope not in (1, -1):
                yield never(delta, "is one at just one whole number of the range")
                continue
            met = sympy.expand(index - gap / slope)  # where the delta is one
            yield from whole(met)
            yield Need(met - first, NEVER_NEGATIVE)
            yield Need(last - met, NEVER_NEGATIVE)


@dataclass(frozen=True, slots=True)
class Product(Ranged):
    """The product of ``of`` over ``over``."""

    name: ClassVar[str] = "product"
    words: ClassVar[str] = r"multiplying all"

    def run(self) -> Expr:
        if _endless(self.over):
            raise OperationFailed("an endless product is not taken")
        return sympy.product(value(self.of), self.over)
