"""Named operations that a step's left side may be: the checker runs each again and compares what comes out.

An operation's ``words`` are how a reason may name it; a reason that names one that was not run is rejected.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import sympy
from sympy import Symbol
from sympy.core.expr import Expr


class OperationFailed(ArithmeticError):
    """An operation that gave nothing, or not the one answer it was asked for."""


@dataclass(frozen=True, slots=True)
class Operation:
    """Something that SymPy does and that returns an expression; abstract."""

    name: ClassVar[str]
    words: ClassVar[str]

    def run(self) -> Expr:
        """The expression that comes out, computed now."""
        raise NotImplementedError

    @property
    def parts(self) -> tuple[Any, ...]:
        """Everything the operation was given, for printing and for looking up symbols."""
        return tuple(getattr(self, name) for name in self.__dataclass_fields__)

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(_shown, self.parts))})"


def _shown(part: Any) -> str:
    if isinstance(part, Mapping):
        return "{" + ", ".join(f"{a}: {b}" for a, b in part.items()) + "}"
    return str(part)


def value(side: "Expr | Operation") -> Expr:
    """The expression a side stands for: operations are run, now."""
    if not isinstance(side, Operation):
        return side
    try:
        return side.run()
    except (NotImplementedError, ValueError, TypeError, RecursionError) as error:
        raise OperationFailed(f"{side.name} gave no answer: {error}") from error


@dataclass(frozen=True, slots=True)
class Solve(Operation):
    """The root of ``zero`` in ``unknown``; ``root`` says which, in SymPy's order, where there are several."""

    zero: "Expr | Operation"
    unknown: Symbol
    root: int | None = None
    name: ClassVar[str] = "solve"
    words: ClassVar[str] = r"solv(e|es|ed|ing)\b"

    def run(self) -> Expr:
        roots = self._roots(value(self.zero))
        if not roots or (len(roots) > 1 and self.root is None):
            raise OperationFailed(
                f"solving for {self.unknown} gave {len(roots)} roots: {roots}; need one, or say which"
            )
        return roots[self.root or 0]

    def _roots(self, zero: Expr) -> list[Expr]:
        """Roots that were put back and gave zero; only if that is not seen of all, SymPy's own slow check."""
        from attnmem.proof.normal import is_zero
        from attnmem.proof.solving import undone

        root = undone(zero, self.unknown)
        if root is not None and is_zero(zero.xreplace({self.unknown: root})):
            return [root]
        roots = sympy.solve(zero, self.unknown, check=False, simplify=False)
        if all(is_zero(zero.xreplace({self.unknown: root})) for root in roots):
            return roots
        return sympy.solve(zero, self.unknown)


@dataclass(frozen=True, slots=True)
class Diff(Operation):
    """The derivative of ``of`` by ``by``, ``times`` times."""

    of: "Expr | Operation"
    by: Symbol
    times: int = 1
    name: ClassVar[str] = "diff"
    words: ClassVar[str] = r"differentiat\w*|derivative"

    def run(self) -> Expr:
        return sympy.diff(value(self.of), self.by, self.times)


@dataclass(frozen=True, slots=True)
class Summation(Operation):
    """The sum of ``of`` over ``(index, first, last)``: constants out, closed forms where there are any."""

    of: "Expr | Operation"
    over: tuple[Symbol, Expr, Expr]
    name: ClassVar[str] = "summation"
    words: ClassVar[str] = r"summ(ing|ed|ation)\b"

    def run(self) -> Expr:
        from attnmem.proof.sums import linear_sums

        split = linear_sums(sympy.Sum(value(self.of), self.over))
        closed = {s: s.doit() for s in split.atoms(sympy.Sum) if not s.has(sympy.Indexed)}
        return split.xreplace(closed)


@dataclass(frozen=True, slots=True)
class DeltaSummation(Operation):
    """The sum of a summand with Kronecker deltas, whose other index must lie in the range: assume so."""

    of: "Expr | Operation"
    over: tuple[Symbol, Expr, Expr]
    name: ClassVar[str] = "deltasummation"
    words: ClassVar[str] = r"summ(ing|ed|ation)\b|delta"

    def run(self) -> Expr:
        from sympy.concrete.delta import deltasummation

        return deltasummation(sympy.expand(value(self.of)), self.over, no_piecewise=True).doit()


@dataclass(frozen=True, slots=True)
class Limit(Operation):
    """The limit of ``of`` as ``by`` goes to ``to`` from the side ``side``."""

    of: "Expr | Operation"
    by: Symbol
    to: Expr
    side: str = "+"
    name: ClassVar[str] = "limit"
    words: ClassVar[str] = r"limits?\b"

    def run(self) -> Expr:
        return sympy.limit(value(self.of), self.by, self.to, self.side)


@dataclass(frozen=True, slots=True)
class Series(Operation):
    """The terms below order ``order`` of the expansion of ``of`` in ``by`` at ``at``."""

    of: "Expr | Operation"
    by: Symbol
    at: Expr
    order: int
    name: ClassVar[str] = "series"
    words: ClassVar[str] = r"series\b|expan(d|sion)\w*"

    def run(self) -> Expr:
        return sympy.series(value(self.of), self.by, self.at, self.order).removeO()


@dataclass(frozen=True, slots=True)
class Integrate(Operation):
    """The integral of ``of`` over ``(variable, low, high)``."""

    of: "Expr | Operation"
    over: tuple[Symbol, Expr, Expr]
    name: ClassVar[str] = "integrate"
    words: ClassVar[str] = r"integra(l|te|tes|ted|ting|tion)\b"

    def run(self) -> Expr:
        return sympy.integrate(value(self.of), self.over)


@dataclass(frozen=True, slots=True)
class Product(Operation):
    """The product of ``of`` over ``(index, first, last)``."""

    of: "Expr | Operation"
    over: tuple[Symbol, Expr, Expr]
    name: ClassVar[str] = "product"
    words: ClassVar[str] = r"multiplying all"

    def run(self) -> Expr:
        return sympy.product(value(self.of), self.over)


@dataclass(frozen=True, slots=True)
class Put(Operation):
    """``into`` with symbols replaced by expressions or by what other operations return; all at once."""

    into: "Expr | Operation"
    what: Mapping[Expr, "Expr | Operation"]
    name: ClassVar[str] = "substitute"
    words: ClassVar[str] = r"substitut\w*|putting"

    def run(self) -> Expr:
        return value(self.into).xreplace({a: value(b) for a, b in self.what.items()})


@dataclass(frozen=True, slots=True)
class Induction(Operation):
    """``closed`` as the value of a recurrence at every ``index`` from ``start`` on.

    ``following`` is the recurrence: the value at ``index + 1`` written with ``previous`` for the value at
    ``index``. Returns ``closed`` once both the base and the step hold in normal form.
    """

    closed: Expr
    index: Symbol
    following: Expr
    previous: Symbol
    start: Expr
    initial: Expr
    name: ClassVar[str] = "induction"
    words: ClassVar[str] = r"induct\w*"

    def run(self) -> Expr:
        from attnmem.proof.normal import is_zero

        base = self.closed.subs(self.index, self.start).doit() - self.initial
        if not is_zero(base):
            raise OperationFailed(f"the closed form is off by {base} at {self.index} = {self.start}")
        step = self.following.subs(self.previous, self.closed) - self.closed.subs(self.index, self.index + 1)
        if not is_zero(step):
            raise OperationFailed(f"one step of the recurrence leaves {step}")
        return self.closed


OPERATIONS: tuple[type[Operation], ...] = (
    Solve,
    Diff,
    Summation,
    DeltaSummation,
    Limit,
    Series,
    Integrate,
    Product,
    Put,
    Induction,
)


def ran(side: "Expr | Operation") -> tuple[Operation, ...]:
    """The operations a side consists of, outermost first."""
    if not isinstance(side, Operation):
        return ()
    inner: list[Operation] = []
    for part in side.parts:
        for each in part.values() if isinstance(part, Mapping) else (part,):
            inner.extend(ran(each))
    return (side, *inner)


def named_in(text: str) -> set[type[Operation]]:
    """The operations that a reason names."""
    return {op for op in OPERATIONS if re.search(rf"\b({op.words})", text)}
