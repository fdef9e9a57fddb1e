"""A bound on work: what SymPy does with something large is counted, and stopped where it goes on too long.

Counted are calls of Python functions, never seconds: the same step ends the same way on every machine. What
is small is not watched, since watching costs as much again as the work.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from inspect import CO_GENERATOR
from types import FrameType
from typing import Any, TypeVar

import sympy
from sympy import Basic, Pow, exp
from sympy.polys.fields import FracElement

Result = TypeVar("Result")

SMALL = 160
MOST_CALLS = 200_000
MOST_CALLS_A_STEP = 800_000
MOST_TASKS_A_STEP = 250


class OutOfWork(BaseException):
    """Work was stopped; no ``Exception``, since SymPy catches those and goes on."""


_LEFT: ContextVar[list[int] | None] = ContextVar("left", default=None)


@contextmanager
def purse(calls: int = MOST_CALLS_A_STEP, tasks: int = MOST_TASKS_A_STEP) -> Iterator[None]:
    """Inside, what is large may make so many calls in all, and there may be so many tasks, small ones too."""
    token = _LEFT.set([calls, tasks])
    try:
        yield
    finally:
        _LEFT.reset(token)


def weight(*exprs: Any) -> int:
    """How much there is to work through: parts, and the sizes of exponents, which become degrees."""
    total = 0
    for e in exprs:
        if isinstance(e, FracElement):
            total += sum(len(part) + sum(part.degrees()) for part in (e.numer, e.denom) if part)
        if not isinstance(e, Basic):
            continue
        for part in sympy.preorder_traversal(e):
            total += 1
            if isinstance(part, Pow) and part.exp.is_Integer:
                total += min(abs(int(part.exp)), SMALL)
            elif isinstance(part, exp):
                total += sum(min(abs(int(n.p)), SMALL) for n in part.args[0].atoms(sympy.Rational))
            if total > SMALL:
                return total
    return total


def watched(work: Callable[..., Result], *given: Any, small: int | None = None) -> Result:
    """``work(*given)``, watched if what is given is large: above ``small``, where that is not ``SMALL``.

    Raises      OutOfWork when it made too many calls
    """
    purse_left = _LEFT.get()
    if purse_left:
        purse_left[1] -= 1
        if purse_left[1] < 0:
            raise OutOfWork("stopped after too many tasks")
    if weight(*given) <= (SMALL if small is None else small) or sys.gettrace() is not None:
        return work(*given)  # a tracer already there is another watcher, or a debugger's
    allowed = min(MOST_CALLS, purse_left[0]) if purse_left else MOST_CALLS
    made = 0

    def count(frame: FrameType, __: str, ___: Any) -> None:
        nonlocal made
        made += 1
        if made > allowed and not frame.f_code.co_flags & CO_GENERATOR:  # one being closed would swallow it
            raise OutOfWork(f"stopped after {allowed} calls")

    sys.settrace(count)
    try:
        return work(*given)
    finally:
        sys.settrace(None)
        if purse_left:
            purse_left[0] -= made


def or_else(other: Result, work: Callable[..., Result], *given: Any, small: int | None = None) -> Result:
    """What ``work`` returns, or ``other`` where it was stopped."""
    try:
        return watched(work, *given, small=small)
    except OutOfWork:
        return other
