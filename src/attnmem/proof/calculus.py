"""Operations along a real symbol: derivatives, limits, expansions, integrals."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import sympy
from sympy import Symbol, oo
from sympy.core.expr import Expr

from attnmem.proof.bounds import own_bounds
from attnmem.proof.defined import needs_of
from attnmem.proof.domain import Domain
from attnmem.proof.monotone import jumps
from attnmem.proof.needs import NEVER_NEGATIVE, POSITIVE, Need, never, promise
from attnmem.proof.operation import Operation, value
from attnmem.proof.record import Condition

KINKED = (sympy.Abs, sympy.Max, sympy.Min)


@dataclass(frozen=True, slots=True)
class Diff(Operation):
    """The derivative of ``of`` by ``by``, ``times`` times."""

    of: "Expr | Operation"
    by: Symbol
    times: int = 1
    name: ClassVar[str] = "diff"
    words: ClassVar[str] = r"differentiat\w*|derivative"

    @property
    def running(self) -> tuple[Symbol, ...]:
        return (self.by,)

    def run(self) -> Expr:
        return sympy.diff(value(self.of), self.by, self.times)

    def needs(self, domain: Domain) -> Iterator[Need]:
        of = value(self.of)
        yield from smooth(of, self.by)
        yield from needs_of(of)


@dataclass(frozen=True, slots=True)
class Limit(Operation):
    """The limit of ``of`` as ``by`` goes to ``to`` from the side ``side``."""

    of: "Expr | Operation"
    by: Symbol
    to: Expr
    side: str = "+"
    name: ClassVar[str] = "limit"
    words: ClassVar[str] = r"limits?\b"

    @property
    def running(self) -> tuple[Symbol, ...]:
        return (self.by,)

    @property
    def within(self) -> tuple[Condition, ...]:
        """A limit is taken beside its point, never at it."""
        to = sympy.sympify(self.to)
        if to in (oo, -oo):
            return ()
        return (Condition(to, True, self.by) if self.side == "+" else Condition(self.by, True, to),)

    def run(self) -> Expr:
        return sympy.limit(value(self.of), self.by, self.to, self.side)

    def needs(self, domain: Domain) -> Iterator[Need]:
        of = value(self.of)
        yield from approached(self.by, sympy.sympify(self.to), self.side, domain)
        yield from one_piece(of, self.by)
        for need in needs_of(of):
            yield need.inside(self.within)


@dataclass(frozen=True, slots=True)
class Series(Operation):
    """The terms below order ``order`` of the expansion of ``of`` in ``by`` at ``at``."""

    of: "Expr | Operation"
    by: Symbol
    at: Expr
    order: int
    name: ClassVar[str] = "series"
    words: ClassVar[str] = r"series\b|expan(d|sion)\w*"

    @property
    def running(self) -> tuple[Symbol, ...]:
        return (self.by,)

    def run(self) -> Expr:
        return sympy.series(value(self.of), self.by, self.at, self.order).removeO()

    def needs(self, domain: Domain) -> Iterator[Need]:
        yield from smooth(value(self.of), self.by)
        yield from approached(self.by, sympy.sympify(self.at), "+", domain)


@dataclass(frozen=True, slots=True)
class Integrate(Operation):
    """The integral of ``of`` over ``(variable, low, high)``."""

    of: "Expr | Operation"
    over: tuple[Symbol, Expr, Expr]
    name: ClassVar[str] = "integrate"
    words: ClassVar[str] = r"integra(l|te|tes|ted|ting|tion)\b"

    @property
    def running(self) -> tuple[Symbol, ...]:
        return self.over[:1]

    @property
    def within(self) -> tuple[Condition, ...]:
        variable, low, high = map(sympy.sympify, self.over)
        ends = Condition(low, True, variable), Condition(variable, True, high)
        return tuple(c for c in ends if not (c.left.has(oo, -oo) or c.right.has(oo, -oo)))

    def run(self) -> Expr:
        return sympy.integrate(value(self.of), self.over)

    def needs(self, domain: Domain) -> Iterator[Need]:
        variable, low, high = map(sympy.sympify, self.over)
        of = value(self.of)
        yield from smooth(of, variable)
        if not (low == -oo or high == oo):
            yield Need(high - low, NEVER_NEGATIVE)
        b = own_bounds(variable)
        if b.low != -oo:
            yield never(low, "is a lower end") if low == -oo else Need(low - b.low, NEVER_NEGATIVE)
        if b.high != oo:
            yield never(high, "is an upper end") if high == oo else Need(b.high - high, NEVER_NEGATIVE)
        for need in needs_of(of):
            yield need.inside(self.within)


def smooth(of: Expr, by: Symbol) -> Iterator[Need]:
    """That a derivative by a symbol says how an expression changes with it."""
    if by.is_integer or promise(by):
        yield never(by, "is a real number that may change by little")
    if jumps(of, by) or any(part.has(by) for part in of.atoms(*KINKED)):
        yield never(of, f"changes smoothly with {by}")
    ranges = [
        end for part in of.atoms(sympy.Sum, sympy.Product) for limit in part.limits for end in limit[1:]
    ]
    places = [place for member in of.atoms(sympy.Indexed) for place in member.indices]
    if any(end.has(by) for end in (*ranges, *places)):
        yield never(of, f"changes smoothly with {by}, which counts in it")


def one_piece(of: Expr, by: Symbol) -> Iterator[Need]:
    """That an expression is given by one formula near the point of a limit: SymPy takes that at the point."""
    if any(part.has(by) for part in of.atoms(sympy.Piecewise)):
        yield never(of, f"is one formula near the point that {by} goes to")


def approached(by: Symbol, to: Expr, side: str, domain: Domain) -> Iterator[Need]:
    """That the domain reaches the point of a limit, from the side the limit is taken from."""
    b = domain.bounds([by])[by]
    if promise(by) or (by.is_integer and to not in (oo, -oo)):
        yield never(by, f"comes as near as one likes to {to}")
    if side not in ("+", "-"):
        yield never(by, "goes to its limit from one side, + or -")
    if to in (oo, -oo):
        if (b.high if to == oo else b.low) != to:
            yield never(by, f"goes to {to}: it ends at {b.high if to == oo else b.low}")
        return
    below, above = (NEVER_NEGATIVE, POSITIVE) if side == "+" else (POSITIVE, NEVER_NEGATIVE)
    if b.low != -oo:
        yield Need(to - b.low, below)
    if b.high != oo:
        yield Need(b.high - to, above)
