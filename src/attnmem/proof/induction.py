"""Counting up: a closed form as the value of a recurrence."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import sympy
from sympy import Symbol
from sympy.core.expr import Expr

from attnmem.proof.defined import needs_of
from attnmem.proof.domain import Domain
from attnmem.proof.matrices import is_nothing, reduced
from attnmem.proof.needs import NEVER_NEGATIVE, Need, fits, never, promise, whole
from attnmem.proof.normal import is_zero
from attnmem.proof.operation import Operation, OperationFailed


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

    @property
    def running(self) -> tuple[Symbol, ...]:
        return (self.index, self.previous)

    def run(self) -> Expr:
        if self.closed.has(self.previous) or sympy.sympify(self.initial).has(self.previous, self.index):
            raise OperationFailed(f"the closed form or the first value speaks of {self.previous}")
        base = self.closed.subs(self.index, self.start).doit() - self.initial
        if not _is_nothing(base):
            raise OperationFailed(f"the closed form is off by {base} at {self.index} = {self.start}")
        step = self.following.subs(self.previous, self.closed) - self.closed.subs(self.index, self.index + 1)
        if not _is_nothing(step):
            raise OperationFailed(f"one step of the recurrence leaves {step}")
        return self.closed

    def needs(self, domain: Domain) -> Iterator[Need]:
        """That the index counts in whole numbers from ``start`` on, and from nowhere below."""
        start = sympy.sympify(self.start)
        yield from whole(self.index)
        yield from whole(start)
        if promise(self.index):
            yield never(self.index, "may be any whole number")
        yield Need(self.index - start, NEVER_NEGATIVE)
        yield from fits(self.index, start)
        yield from fits(self.previous, self.closed)
        yield from needs_of(self.following.subs(self.previous, self.closed))


def _is_nothing(e: Expr) -> bool:
    """Whether a difference is zero; one of letters that do not commute, with their order kept."""
    return is_zero(e) if e.is_commutative else is_nothing(reduced(e, {}))
