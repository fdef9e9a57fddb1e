"""Where a formula may be evaluated: the bounds its quantities declare, and its joint conditions.

Whole-numberedness is not among the bounds: a curve over a count is drawn through the numbers between.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from sympy import Integer, Symbol, oo
from sympy.core.expr import Expr

from attnmem.symbols import Quantity, quantity


class Condition(Protocol):
    """``left < right`` or ``left <= right``: the shape of ``proof.record.Condition``."""

    @property
    def left(self) -> Expr: ...

    @property
    def strict(self) -> bool: ...

    @property
    def right(self) -> Expr: ...


class Bound(NamedTuple):
    """``left < right``, or ``left <= right``."""

    left: Expr
    strict: bool
    right: Expr


def bounds(arguments: Sequence[Symbol], conditions: Sequence[Condition] = ()) -> tuple[Bound, ...]:
    """Every inequality that must hold; an end at infinity excludes infinity itself, and each excludes NaN."""
    found = []
    for symbol in arguments:
        of = declared(symbol)
        found.append(Bound(of.low, of.open_low or of.low == -oo, symbol))
        found.append(Bound(symbol, of.open_high or of.high == oo, of.high))
    return (*found, *(Bound(c.left, c.strict, c.right) for c in conditions))


def declared(symbol: Symbol) -> Quantity:
    """The quantity behind a symbol; one that nothing declares has the domain its assumptions give."""
    try:
        return quantity(symbol)
    except KeyError:
        low = Integer(0) if symbol.is_nonnegative else -oo
        whole = bool(symbol.is_integer)
        return Quantity(
            name=symbol.name,
            meaning=symbol.name,
            unit="1",
            low=Integer(1) if whole and symbol.is_positive else low,
            high=Integer(0) if symbol.is_nonpositive else oo,
            open_low=bool(symbol.is_positive) and not whole,
            open_high=bool(symbol.is_negative),
            whole=whole,
        )
