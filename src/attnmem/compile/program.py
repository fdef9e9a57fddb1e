"""The operations both double-precision targets carry out, in one order.

Lowering decides once how a sum is added and a product divided, folds constants (correctly rounded), and
refuses by name what has no rule, so that NumPy and JavaScript compute the same thing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import sympy
from sympy import Add, Integer, Mul, Pow, Rational, Symbol
from sympy.core.basic import Basic
from sympy.core.expr import Expr

from attnmem.compile import heads
from attnmem.compile.folding import nearest_double
from attnmem.compile.refusal import refuse, representable
from attnmem.compile.rewrite import stable
from attnmem.compile.terms import is_divisor


@dataclass(frozen=True, slots=True)
class Node:
    """One operation. ``value`` is a constant's double, or an argument's place."""

    op: str
    args: tuple["Node", ...] = ()
    value: float = 0.0


FUNCTIONS: dict[Any, str] = {
    sympy.exp: "exp",
    sympy.log: "log",
    sympy.sinh: "sinh",
    sympy.cosh: "cosh",
    sympy.tanh: "tanh",
    sympy.atanh: "atanh",
    sympy.Abs: "abs",
    **{head: head.__name__.lower() for head in heads.HEADS if head is not heads.RootPower},
}
RELATIONS: dict[Any, str] = {
    sympy.Lt: "lt",
    sympy.Le: "le",
    sympy.Gt: "gt",
    sympy.Ge: "ge",
    sympy.Eq: "eq",
    sympy.Ne: "ne",
    sympy.And: "and",
    sympy.Or: "or",
    sympy.Not: "not",
}


def program(expression: Expr, arguments: Sequence[Symbol]) -> Node:
    """The lowered form of the expression's stable rewriting.

    Raises      NotUnderstood for a function without a rule, a literal no double holds, a symbol not among the
                arguments
    """
    for literal in sorted(expression.atoms(sympy.Number), key=str):
        if not literal.is_Rational:
            refuse(literal, "no finite real literal")
    places = {symbol: Node("argument", value=place) for place, symbol in enumerate(arguments)}
    return _lowered(stable(expression), places)


def lowered(expression: Basic, arguments: Sequence[Symbol]) -> Node:
    """Lowering without rewriting: what a domain's bounds need, and what the rewriting is compared with."""
    return _lowered(
        expression, {symbol: Node("argument", value=place) for place, symbol in enumerate(arguments)}
    )


def _lowered(e: Basic, places: dict[Symbol, Node]) -> Node:
    if isinstance(e, Symbol):
        return places.get(e) or refuse(e, "it is none of the arguments")
    if isinstance(e, sympy.Number):
        return _literal(e)
    if not e.free_symbols and isinstance(e, Expr):
        return Node("constant", value=nearest_double(e))
    if isinstance(e, Add):
        return _sum(e, places)
    if isinstance(e, Mul):
        return _product(e, places)
    if isinstance(e, Pow) and not isinstance(e, sympy.exp):
        return _power(e.base, e.exp, places)
    if isinstance(e, heads.RootPower):
        return _root_power(_lowered(e.args[0], places), e.args[1])
    if isinstance(e, sympy.Piecewise):
        return Node("choose", tuple(_lowered(part, places) for v, c in e.args for part in (c, v)))
    if isinstance(e, sympy.Max | sympy.Min):
        op = "max" if isinstance(e, sympy.Max) else "min"
        return reduce(lambda a, b: Node(op, (a, b)), (_lowered(a, places) for a in e.args))
    if e in (sympy.true, sympy.false):
        return Node("truth", value=float(bool(e)))
    name = FUNCTIONS.get(e.func) or RELATIONS.get(e.func) or refuse(e)
    return Node(name, tuple(_lowered(a, places) for a in e.args))


def _literal(e: Expr) -> Node:
    if e in (sympy.oo, -sympy.oo):
        return Node("constant", value=float(e))
    if not isinstance(e, Rational):
        refuse(e)
    return Node("constant", value=nearest_double(representable(e)))


def _sum(e: Add, places: dict[Symbol, Node]) -> Node:
    """Terms with a plus first, then those with a minus; irrational constants gathered into one."""
    fixed = Add(*(t for t in e.args if not t.free_symbols))
    parts = [*(t for t in e.args if t.free_symbols), *((fixed,) if fixed != 0 else ())]
    plus = [t for t in parts if not t.as_coeff_Mul()[0].is_negative]
    minus = [t for t in parts if t not in plus]
    start = reduce(lambda a, b: Node("add", (a, b)), (_lowered(t, places) for t in plus)) if plus else None
    for term in minus:
        lost = _lowered(-term, places)
        start = Node("negate", (lost,)) if start is None else Node("subtract", (start, lost))
    assert start is not None
    return start


def _product(e: Mul, places: dict[Symbol, Node]) -> Node:
    """Numerator over denominator; a rational coefficient as written, other constants as one double."""
    varying = [f for f in e.args if f.free_symbols]
    fixed = Mul(*(f for f in e.args if not f.free_symbols))
    above = [f for f in varying if not is_divisor(f)]
    below = [1 / f for f in varying if is_divisor(f)]
    minus = fixed.as_coeff_Mul()[0].is_negative
    fixed = -fixed if minus else fixed
    if isinstance(fixed, Rational):
        above = ([Integer(fixed.p)] if fixed.p != 1 else []) + above
        below = ([Integer(fixed.q)] if fixed.q != 1 else []) + below
    else:
        above = [fixed, *above]
    top = _chain(above, places) if above else Node("constant", value=1.0)
    found = Node("divide", (top, _chain(below, places))) if below else top
    return Node("negate", (found,)) if minus else found


def _chain(factors: Sequence[Expr], places: dict[Symbol, Node]) -> Node:
    return reduce(lambda a, b: Node("multiply", (a, b)), (_lowered(f, places) for f in factors))


def _power(base: Expr, exponent: Expr, places: dict[Symbol, Node]) -> Node:
    if exponent.is_Rational and exponent < 0:
        return Node("divide", (Node("constant", value=1.0), _lowered(base**-exponent, places)))
    bottom = _lowered(base, places)
    if exponent == Rational(1, 2):
        return Node("sqrt", (bottom,))
    if exponent == 2:
        return Node("multiply", (bottom, bottom))
    return Node("pow", (bottom, _lowered(exponent, places)))


def _root_power(bottom: Node, exponent: Rational) -> Node:
    """x^(p/q), with what the nearest double of p/q leaves out put back as x^rest."""
    if exponent == Rational(1, 3):
        return Node("cbrt", (bottom,))
    near = nearest_double(exponent)
    rest = Node("constant", value=nearest_double(exponent - Rational(*near.as_integer_ratio())))
    correction = Node("exp", (Node("multiply", (rest, Node("log", (bottom,)))),))
    return Node("multiply", (Node("pow", (bottom, Node("constant", value=near))), correction))
