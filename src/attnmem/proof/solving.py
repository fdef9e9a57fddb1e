"""Solving by undoing: what is done to the unknown is undone step by step, outermost first.

Each step undone is one-to-one on real numbers, so the root found is the only one. What cannot be undone so is
left to SymPy's solver; either way the root is put back before it counts.
"""

import sympy
from sympy import Add, Expr, Mul, Symbol, exp, log


def undone(zero: Expr, x: Symbol) -> Expr | None:
    """The root of ``zero`` in ``x``, if x can be reached by undoing one step after another."""
    inside, value = zero, sympy.Integer(0)
    for _ in range(20):
        if inside == x:
            return value
        step = _step(inside, value, x)
        if step is None:
            return _linear(inside - value, x)
        inside, value = step
    return None


def _step(inside: Expr, value: Expr, x: Symbol) -> tuple[Expr, Expr] | None:
    if isinstance(inside, Add | Mul):
        rest, part = inside.as_independent(x, as_Add=isinstance(inside, Add))
        if isinstance(part, type(inside)) or rest == inside.identity:
            return None
        return part, (value - rest if isinstance(inside, Add) else value / rest)
    if isinstance(inside, log):
        return inside.args[0], exp(value)
    if isinstance(inside, exp):
        return inside.args[0], log(value)
    if isinstance(inside, sympy.Pow) and not inside.base.has(x) and inside.base.is_positive:
        return inside.exp, log(value) / log(inside.base)
    if isinstance(inside, sympy.Pow) and inside.base.is_positive and not inside.exp.has(x):
        return inside.base, value ** (1 / inside.exp)
    return None


def _linear(e: Expr, x: Symbol) -> Expr | None:
    top = sympy.expand(sympy.fraction(sympy.together(e))[0])
    slope = top.diff(x)
    if slope.has(x) or slope == 0:
        return None
    return sympy.cancel(-top.subs(x, 0) / slope)
