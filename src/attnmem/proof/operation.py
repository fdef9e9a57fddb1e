"""What an operation is: something SymPy does and the checker runs again, and what it holds under."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from sympy import Symbol
from sympy.core.expr import Expr

from attnmem.proof.domain import Domain
from attnmem.proof.needs import Need
from attnmem.proof.record import Condition
from attnmem.proof.work import OutOfWork, watched


class OperationFailed(ArithmeticError):
    """An operation that gave nothing, or not the one answer it was asked for."""


@dataclass(frozen=True, slots=True)
class Operation:
    """Something that SymPy does and that returns an expression; abstract.

    ``words`` are how a reason may name it; a reason that names one that was not run is rejected.
    """

    name: ClassVar[str]
    words: ClassVar[str]

    def run(self) -> Expr:
        """The expression that comes out, computed now."""
        raise NotImplementedError

    def needs(self, domain: Domain) -> Iterator[Need]:
        """What must hold on the domain for what comes out to be what the operation is named after."""
        yield from ()

    @property
    def running(self) -> tuple[Symbol, ...]:
        """Symbols the operation works along: nothing else it is given may hide them."""
        return ()

    @property
    def within(self) -> tuple[Condition, ...]:
        """What is known of those symbols inside the operation."""
        return ()

    @property
    def parts(self) -> tuple[Any, ...]:
        """Everything the operation was given, for printing and for looking up symbols."""
        return tuple(getattr(self, field.name) for field in fields(self))

    def __str__(self) -> str:
        return f"{self.name}({', '.join(_shown(part) for part in self.parts if part is not None)})"


def _shown(part: Any) -> str:
    if isinstance(part, Mapping):
        return "{" + ", ".join(f"{a}: {b}" for a, b in part.items()) + "}"
    return str(part)


_ANSWERS: ContextVar[dict[int, tuple[Operation, Expr]] | None] = ContextVar("answers", default=None)


@contextmanager
def run_once() -> Iterator[None]:
    """Inside, each operation is run once and its answer kept: for a look at one step, never for the next."""
    token = _ANSWERS.set({})
    try:
        yield
    finally:
        _ANSWERS.reset(token)


def value(side: "Expr | Operation") -> Expr:
    """The expression a side stands for: operations are run, now."""
    if not isinstance(side, Operation):
        return side
    kept = _ANSWERS.get()
    if kept is None:
        return _answer(side)
    if id(side) not in kept:
        kept[id(side)] = (side, _answer(side))  # the operation is held, so that its id stays its own
    return kept[id(side)][1]


def _answer(side: Operation) -> Expr:
    try:
        return watched(lambda *_: side.run(), *given(side))
    except OperationFailed:
        raise
    except OutOfWork as stopped:
        raise OperationFailed(f"{side.name} gave no answer: {stopped}") from stopped
    except Exception as error:  # SymPy's solvers raise whatever they meet: none of it is an answer
        raise OperationFailed(f"{side.name} gave no answer: {type(error).__name__}: {error}") from error


def given(op: Operation) -> Iterator["Expr | Operation"]:
    """The expressions and operations an operation was given, in order."""
    for part in op.parts:
        for each in part.values() if isinstance(part, Mapping) else (part,):
            if isinstance(each, Operation | Expr):
                yield each


def ran(side: "Expr | Operation") -> tuple[Operation, ...]:
    """The operations a side consists of, outermost first."""
    if not isinstance(side, Operation):
        return ()
    return (side, *(inner for each in given(side) for inner in ran(each)))
