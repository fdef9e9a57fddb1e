"""A SymPy expression as steps of ball arithmetic, each distinct part of it computed once.

Derivatives repeat the parts of what they came from many times over; sharing them is worth a factor of ten.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial, reduce
from typing import Any

import sympy
from sympy import Symbol
from sympy.core.basic import Basic
from sympy.core.expr import Expr
from sympy.logic.boolalg import Boolean

from attnmem.compile import balls, elementary, special
from attnmem.compile.balls import Number, Undefined
from attnmem.compile.refusal import refuse

Rule = Callable[..., Number]
Test = Callable[[Sequence[Fraction], int], bool]


class Steps:
    """Expressions over the same arguments: called with exact values and bits, it answers a number for each.

    Raises      NotUnderstood at once for a function that has no rule
    """

    def __init__(self, expressions: Sequence[Expr], arguments: Sequence[Symbol]) -> None:
        self.arguments = tuple(arguments)
        self.registers: list[Any] = [None] * len(self.arguments)
        self.places: dict[Basic, int] = {symbol: place for place, symbol in enumerate(self.arguments)}
        self.steps: list[tuple[int, Rule, tuple[int, ...]]] = []
        self.roots = tuple(self._place(e) for e in expressions)

    def __call__(self, values: Sequence[Fraction], prec: int) -> tuple[Number, ...]:
        registers = [*values, *self.registers[len(values) :]]
        for place, rule, operands in self.steps:
            registers[place] = rule(*[registers[i] for i in operands], prec)
        return tuple(registers[place] for place in self.roots)

    def _place(self, e: Basic) -> int:
        """Where the value of a part stands, added with all it needs if it is new."""
        if e in self.places:
            return self.places[e]
        if isinstance(e, Symbol):
            refuse(e, f"no argument is called {e}")
        constant = Fraction(int(e.p), int(e.q)) if isinstance(e, sympy.Rational) else None
        if constant is None:
            rule, parts = self._rule(e)
            operands = tuple(self._place(part) for part in parts)
        place = self.places[e] = len(self.registers)
        self.registers.append(constant)
        if constant is None:
            self.steps.append((place, rule, operands))
        return place

    def _rule(self, e: Basic) -> tuple[Rule, tuple[Basic, ...]]:
        """How a part is computed, and from which others."""
        if isinstance(e, sympy.Piecewise):
            return _piecewise(e, self.arguments), self.arguments
        if isinstance(e, sympy.log):
            (inside,) = e.args
            if isinstance(inside, sympy.binomial):
                return special.log_binomial, inside.args
            if isinstance(inside, sympy.Add) and sympy.Integer(1) in inside.args:
                return elementary.log_beyond_one, (inside - 1,)
        if isinstance(e, sympy.Pow) and e.exp.is_Integer and abs(e.exp) < 1 << 12:
            return partial(_to_the, int(e.exp)), (e.base,)
        if isinstance(e, sympy.Pow) and abs(e.exp) == sympy.S.Half:
            return (elementary.sqrt if e.exp > 0 else _over_root), (e.base,)
        return _RULES.get(e.func) or refuse(e), e.args


def _piecewise(e: sympy.Piecewise, arguments: tuple[Symbol, ...]) -> Rule:
    branches = [(_test(c, arguments), Steps((v,), arguments)) for v, c in e.args]

    def choose(*parts: Any) -> Number:
        *values, prec = parts
        for test, value in branches:
            if test(values, prec):
                return value(values, prec)[0]
        raise Undefined("undefined: no branch holds")

    return choose


def _test(c: Boolean, arguments: tuple[Symbol, ...]) -> Test:
    if c in (sympy.true, sympy.false):
        constant = bool(c)
        return lambda values, prec: constant
    if isinstance(c, sympy.And | sympy.Or):
        parts = [_test(a, arguments) for a in c.args]
        combine = all if isinstance(c, sympy.And) else any
        return lambda values, prec: combine(part(values, prec) for part in parts)
    if isinstance(c, sympy.Not):
        inner = _test(c.args[0], arguments)
        return lambda values, prec: not inner(values, prec)
    accepts = _RELATIONS.get(c.func) or refuse(c)
    sides = Steps(c.args, arguments)

    def holds(values: Sequence[Fraction], prec: int) -> bool:
        left, right = sides(values, prec)
        return balls.sign(balls.add((left, balls.negate(right)), prec)) in accepts

    return holds


_RELATIONS: dict[Any, tuple[int, ...]] = {
    sympy.Lt: (-1,),
    sympy.Le: (-1, 0),
    sympy.Gt: (1,),
    sympy.Ge: (0, 1),
    sympy.Eq: (0,),
    sympy.Ne: (-1, 1),
}


def _sum(*parts: Any) -> Number:
    return balls.add(parts[:-1], parts[-1])


def _product(*parts: Any) -> Number:
    *factors, prec = parts
    return reduce(lambda a, b: balls.multiply(a, b, prec), factors)


def _to_the(n: int, base: Number, prec: int) -> Number:
    return elementary.whole_power(base, n, prec)


def _over_root(x: Number, prec: int) -> Number:
    return balls.invert(elementary.sqrt(x, prec), prec)


def _largest(*parts: Any) -> Number:
    *terms, prec = parts
    return reduce(lambda a, b: balls.largest(a, b, prec), terms)


def _smallest(*parts: Any) -> Number:
    *terms, prec = parts
    return balls.negate(_largest(*(balls.negate(t) for t in terms), prec))


def _polygamma(order: Number, x: Number, prec: int) -> Number:
    if order != 0:
        raise Undefined("undefined: a polygamma function of higher order")
    return special.digamma(x, prec)


def _heaviside(x: Number, *rest: Any) -> Number:
    return Fraction(1 + balls.sign(x), 2)


_RULES: dict[Any, Callable[..., Number]] = {
    sympy.Add: _sum,
    sympy.Mul: _product,
    sympy.Pow: elementary.power,
    sympy.exp: elementary.exp,
    sympy.log: elementary.log,
    sympy.tanh: elementary.tanh,
    sympy.sinh: partial(elementary.half_sum, -1),
    sympy.cosh: partial(elementary.half_sum, 1),
    sympy.atanh: elementary.atanh,
    sympy.Max: _largest,
    sympy.Min: _smallest,
    sympy.Abs: lambda x, prec: balls.absolute(x),
    sympy.sign: lambda x, prec: Fraction(balls.sign(x)),
    sympy.Heaviside: _heaviside,
    sympy.polygamma: _polygamma,
    sympy.erf: special.erf,
    sympy.erfc: special.erfc,
    sympy.erfinv: special.erfinv,
    sympy.erfcinv: special.erfcinv,
    type(sympy.pi): elementary.pi,
    type(sympy.E): lambda prec: elementary.exp(Fraction(1), prec),
}
