"""Solving by undoing: what is done to the unknown is undone step by step, outermost first.

Each step undone is one-to-one on real numbers where what is needed for that holds, so the root found is the
only one. What cannot be undone so is left to SymPy; either way the root is put back before it counts.
"""

from collections.abc import Callable

import sympy
from sympy import Add, Expr, Mul, Symbol, exp, log

from attnmem.proof.needs import NONZERO, POSITIVE, Need

Undone = tuple[Expr, Expr, tuple[Need, ...]]


def undone(zero: Expr, x: Symbol) -> tuple[Expr, tuple[Need, ...]] | None:
    """The root of ``zero`` in ``x`` and what must hold for it to be the only one, if x can be reached."""
    inside, value = zero, sympy.Integer(0)
    needs: tuple[Need, ...] = ()
    for _ in range(20):
        if inside == x:
            return value, needs
        step = _step(inside, value, x)
        if step is None:
            root = _linear(inside - value, x)
            return root and (root[0], (*needs, root[1]))
        inside, value, more = step
        needs += more
    return None


def _step(inside: Expr, value: Expr, x: Symbol) -> Undone | None:
    for kind, undo in STEPS.items():
        if isinstance(inside, kind):
            return undo(inside, value, x)
    return None


def _shifted(inside: Expr, value: Expr, x: Symbol) -> Undone | None:
    rest, part = inside.as_independent(x, as_Add=True)
    return None if isinstance(part, Add) or rest == 0 else (part, value - rest, ())


def _scaled(inside: Expr, value: Expr, x: Symbol) -> Undone | None:
    rest, part = inside.as_independent(x, as_Add=False)
    return None if isinstance(part, Mul) or rest == 1 else (part, value / rest, (Need(rest, NONZERO),))


def _of_logarithm(inside: Expr, value: Expr, x: Symbol) -> Undone:
    return inside.args[0], exp(value), ()


def _of_exponential(inside: Expr, value: Expr, x: Symbol) -> Undone:
    return inside.args[0], log(value), (Need(value, POSITIVE),)


def _of_power(inside: Expr, value: Expr, x: Symbol) -> Undone | None:
    base, exponent = inside.args
    if not (base.is_positive or (base.has(x) and not exponent.is_number)):
        return None
    if not base.has(x):
        return exponent, log(value) / log(base), (Need(value, POSITIVE), Need(log(base), NONZERO))
    if not exponent.has(x):
        positive = () if base.is_positive else (Need(base, POSITIVE),)
        return base, value ** (1 / exponent), (Need(value, POSITIVE), Need(exponent, NONZERO), *positive)
    return None


STEPS: dict[type, Callable[[Expr, Expr, Symbol], Undone | None]] = {
    Add: _shifted,
    Mul: _scaled,
    log: _of_logarithm,
    exp: _of_exponential,
    sympy.Pow: _of_power,
}


def _linear(e: Expr, x: Symbol) -> tuple[Expr, Need] | None:
    top = sympy.expand(sympy.fraction(sympy.together(e))[0])
    slope = top.diff(x)
    if slope.has(x) or slope == 0:
        return None
    return sympy.cancel(-top.subs(x, 0) / slope), Need(slope, NONZERO)
