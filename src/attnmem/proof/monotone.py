"""Monotonicity: a function that starts ``>= 0`` and never falls is ``>= 0``.

Along a real shift the fall is read from the derivative, along a whole one from the difference of
neighbours. Only the sign of a derivative matters, so positive factors are dropped before the next one is
taken. Where the function falls, its limit at infinity must be ``>= 0`` instead.
"""

import sympy
from sympy import Expr, Mul, Symbol
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from attnmem.proof.domain import Domain, plain
from attnmem.proof.signs import nonnegative, positive
from attnmem.proof.work import or_else

DEEPEST = 4
SMOOTH = (
    sympy.exp,
    sympy.log,
    HyperbolicFunction,
    sympy.Abs,
    sympy.sin,
    sympy.cos,
    sympy.erf,
    sympy.erfc,
    sympy.Max,
    sympy.Min,
)


def rising(e: Expr, x: Symbol, depth: int = DEEPEST) -> str:
    """Why ``e >= 0`` for all ``x >= 0``: its value at 0 and the sign of its derivative; empty if not seen."""
    if depth == DEEPEST:
        e = Mul(*(f for f in Mul.make_args(sympy.factor_terms(e)) if f.has(x) or not f.is_positive))
    if not x.is_integer and jumps(e, x):
        return ""
    start = _start(e, x)
    slope = _slope(e, x)
    name = f"d/d{x.name}" if not x.is_integer else f"step of {x.name}"
    if _fine(start) and nonnegative(start):
        why = nonnegative(slope) or (depth > 1 and rising(slope, x, depth - 1))
        if why:
            return f"{plain(start)} at {x.name} = 0, {name} up to positive factors {plain(slope)}; {why}"
    if depth == DEEPEST and not x.is_integer:
        return _falling(e, x, slope)
    return ""


def _start(e: Expr, x: Symbol) -> Expr:
    """The value where x begins, or what it comes from if x leaves that end out."""
    if x.is_positive:
        return e.subs(x, 1) if x.is_integer else limit(e, x, sympy.Integer(0))
    return e.subs(x, 0)


def jumps(e: Expr, x: Symbol) -> bool:
    """Whether it may change without its derivative saying so: any function not known to be smooth."""
    return any(f.has(x) and not isinstance(f, SMOOTH) for f in e.atoms(sympy.Function, sympy.Piecewise))


def _falling(e: Expr, x: Symbol, slope: Expr) -> str:
    why = nonnegative(-slope)
    if not why:
        return ""
    end = limit(e, x, sympy.oo)
    if end == sympy.oo or (_fine(end) and nonnegative(end)):
        return f"falls to {plain(end)} as {x.name} grows, {why}"
    return ""


def sides(x: Symbol, to: Expr, domain: Domain) -> tuple[str, ...]:
    """From where the domain comes near a point: above (``+``), below (``-``) or, as far as is seen, both."""
    if to in (sympy.oo, -sympy.oo):
        return ("-" if to == sympy.oo else "+",)
    b = domain.bounds([x])[x]
    below = not (to - b.low).is_nonpositive
    above = not (b.high - to).is_nonpositive
    return ("+",) * above + ("-",) * below or ("+",)


def limit(e: Expr, x: Symbol, to: Expr, side: str = "+") -> Expr:
    """The limit from one side, at infinity from the only one; ``nan`` where SymPy has no answer."""
    try:
        return or_else(sympy.nan, sympy.limit, e, x, to, "-" if to == sympy.oo else side, small=0)
    except (NotImplementedError, ValueError, TypeError, RecursionError):
        return sympy.nan


def _fine(e: Expr) -> bool:
    return not e.has(sympy.oo, sympy.zoo, sympy.nan, sympy.Limit)


def _slope(e: Expr, x: Symbol) -> Expr:
    """The derivative, or for a whole symbol the difference, without its positive factors."""
    raw = e.subs(x, x + 1) - e if x.is_integer else sympy.diff(e, x)
    return _without_positive(raw)


def _factored(e: Expr) -> Expr:
    return sympy.factor(sympy.together(sympy.expand_power_exp(e)))


def _without_positive(e: Expr) -> Expr:
    whole = or_else(e, _factored, e)
    return Mul(
        *(f for f in Mul.make_args(whole) if (f.is_Rational and f < 0) or not (f.is_positive or positive(f)))
    )
