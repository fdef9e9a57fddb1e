"""SymPy to mpmath: the expression as written, evaluated until its digits are sure.

No rewriting happens here, on purpose: this side is the oracle that the rewritten forms are measured against.
Arguments are taken as exact numbers, and the result is right to the precision of the mpmath context it is
asked in.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import sympy
from mpmath import mp, mpf
from sympy import Symbol
from sympy.core.expr import Expr

from attnmem.compile import balls
from attnmem.compile.balls import Imprecise, Number, Undefined
from attnmem.compile.steps import Steps
from attnmem.errors import BadInput


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
    steps = Steps((expression,), arguments)

    def enclose(values: Sequence[Any], prec: int) -> Number:
        if len(values) != len(arguments):
            raise TypeError(f"{len(arguments)} values wanted, {len(values)} came")
        exact = [as_fraction(value) for value in values]
        try:
            return balls.settle(lambda bits: steps(exact, bits)[0], prec, limit=max(limit, 16 * prec))
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
    if type(value) is Fraction:
        return value
    try:
        if type(value) is float:
            return Fraction(*value.as_integer_ratio())
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
