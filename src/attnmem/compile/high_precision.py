"""SymPy to mpmath: the expression as written, evaluated until its digits are sure.

No rewriting happens here, on purpose: this side is the oracle that the rewritten forms are measured against.
Arguments are taken as exact numbers, and the result is right to the precision of the mpmath context it is
asked in.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial, reduce
from typing import Any

import sympy
from mpmath import mp, mpf
from sympy import Symbol
from sympy.core.expr import Expr
from sympy.logic.boolalg import Boolean

from attnmem.compile import balls, elementary, special
from attnmem.compile.balls import Imprecise, Number, Undefined
from attnmem.compile.refusal import refuse
from attnmem.errors import BadInput

Node = Callable[[Sequence[Fraction], int], Number]
Test = Callable[[Sequence[Fraction], int], bool]


def to_mpmath(expression: Expr, arguments: Sequence[Symbol]) -> Callable[..., mpf]:
    """A function of the arguments, in that order, whose mpf is right to the working precision.

    >>> from mpmath import mp
    >>> x = Symbol("x", positive=True)
    >>> with mp.workdps(20): print(to_mpmath(sympy.log(1 + x), (x,))(Fraction(1, 10**30)))
    1.0e-30

    Raises      NotUnderstood at once for a function that has no rule; BadInput where a value is undefined
    """
    enclose = to_enclosure(expression, arguments)

    def evaluate(*values: Any) -> mpf:
        found = enclose(values, mp.prec + 2)
        return mp.make_mpf(balls.ball(found, mp.prec).value) + 0

    return evaluate


def to_enclosure(
    expression: Expr, arguments: Sequence[Symbol], limit: int = 1 << 15
) -> Callable[[Sequence[Any], int], Number]:
    """A function of (values, bits): an exact ``Fraction``, or a ball that narrow.

    It gives up, with BadInput, where ``limit`` bits and sixteen times those asked for do not reach that.
    """
    root = _node(expression, tuple(arguments))

    def enclose(values: Sequence[Any], prec: int) -> Number:
        if len(values) != len(arguments):
            raise TypeError(f"{len(arguments)} values wanted, {len(values)} came")
        exact = [as_fraction(value) for value in values]
        try:
            return balls.settle(partial(root, exact), prec, limit=max(limit, 16 * prec))
        except Imprecise as error:
            if _is_zero(expression, arguments, exact):
                return Fraction(0)
            raise BadInput(str(error)) from None
        except Undefined as error:
            raise BadInput(str(error)) from None

    return enclose


def as_fraction(value: Any) -> Fraction:
    """The number itself: every int, float, Decimal, Fraction, mpf and SymPy rational is one exact rational.

    Raises      BadInput for what is no finite real number
    """
    try:
        if isinstance(value, mpf):
            sign, man, exponent, _ = value._mpf_
            if not man and exponent:
                raise ValueError
            return (-1) ** sign * Fraction(int(man)) * Fraction(2) ** exponent
        if isinstance(value, sympy.Rational):
            return Fraction(int(value.p), int(value.q))
        if isinstance(value, Fraction | int | Decimal):
            return Fraction(value)
        return Fraction(value.__float__())
    except (AttributeError, TypeError, ValueError, OverflowError):
        raise BadInput(f"not a real number: {value!r}") from None


def _is_zero(expression: Expr, arguments: Sequence[Symbol], values: Sequence[Fraction]) -> bool:
    """Whether SymPy finds the value to be exactly zero, when no precision told it from zero."""
    if any(abs(v.numerator) + v.denominator > 1 << 64 for v in values):
        return False
    if expression.has(sympy.binomial, sympy.polygamma):
        return False  # SymPy would write out whole numbers of any length
    powers = [p for p in expression.atoms(sympy.Pow) if p.exp.free_symbols]
    point = {s: sympy.Rational(v.numerator, v.denominator) for s, v in zip(arguments, values, strict=True)}
    if any(abs(p.exp.xreplace(point)) > 1000 for p in powers):
        return False
    return bool(sympy.simplify(expression.xreplace(point)) == 0)


def _node(e: Expr, arguments: tuple[Symbol, ...]) -> Node:
    """The evaluator of one tree node."""
    if isinstance(e, Symbol):
        if e not in arguments:
            refuse(e, f"no argument is called {e}")
        index = arguments.index(e)
        return lambda values, prec: values[index]
    if isinstance(e, sympy.Rational):
        constant = Fraction(int(e.p), int(e.q))
        return lambda values, prec: constant
    if isinstance(e, sympy.Piecewise):
        return _piecewise(e, arguments)
    rule: Callable[..., Number] = _RULES.get(e.func) or refuse(e)
    operands = e.args
    if isinstance(e, sympy.log) and isinstance(e.args[0], sympy.binomial):
        rule, operands = special.log_binomial, e.args[0].args
    elif isinstance(e, sympy.log) and isinstance(e.args[0], sympy.Add) and sympy.Integer(1) in e.args[0].args:
        rule, operands = elementary.log_beyond_one, (e.args[0] - 1,)
    elif isinstance(e, sympy.Pow) and e.exp.is_Integer and abs(e.exp) < 1 << 12:
        rule, operands = partial(_to_the, int(e.exp)), (e.base,)
    parts = [_node(a, arguments) for a in operands]
    return lambda values, prec: rule(*(part(values, prec) for part in parts), prec)


def _piecewise(e: sympy.Piecewise, arguments: tuple[Symbol, ...]) -> Node:
    branches = [(_test(c, arguments), _node(v, arguments)) for v, c in e.args]

    def choose(values: Sequence[Fraction], prec: int) -> Number:
        for test, value in branches:
            if test(values, prec):
                return value(values, prec)
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
    accepts = _RELATIONS.get(c.func)
    if accepts is None:
        refuse(c)
    left, right = (_node(side, arguments) for side in c.args)

    def holds(values: Sequence[Fraction], prec: int) -> bool:
        difference = balls.add((left(values, prec), balls.negate(right(values, prec))), prec)
        return balls.sign(difference) in accepts

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
