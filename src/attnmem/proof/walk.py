"""The value of an expression at a point, node by node, in the arithmetic of any mpmath context.

With ``mpmath.mp`` it gives digits, with ``mpmath.iv`` a rigorous enclosure. Sums and products run over
whole bounds.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

import mpmath
import sympy
from sympy.core.expr import Expr

from attnmem.proof.functions import FUNCTIONS, UNENCLOSED

LONGEST_SUM = 4096


class NoValue(ArithmeticError):
    """An expression that has no value here: outside its domain, infinite, or of an unknown kind."""


class Undefined(NoValue):
    """No value because the point lies outside the expression's domain: division by zero, a log of zero."""


def walk(expr: Expr, at: Mapping[Any, Any], ctx: Any, draw: Callable[[Any, Any], Any] | None = None) -> Any:
    """``expr`` with its atoms looked up in ``at``, then asked of ``draw`` (families, free functions)."""
    try:
        return _Walk(at, ctx, draw)(expr)
    except (ZeroDivisionError, ValueError, mpmath.libmp.ComplexResult) as error:
        raise Undefined(f"{expr}: {error}") from error
    except OverflowError as error:
        raise NoValue(f"{expr}: {error}") from error


class _Walk:
    def __init__(self, at: Mapping[Any, Any], ctx: Any, draw: Callable[[Any, Any], Any] | None) -> None:
        self.at, self.ctx, self.draw = dict(at), ctx, draw

    def __call__(self, e: Any) -> Any:
        if e.is_Rational:
            return self.exact(e)
        if e in self.at:
            return self.exact(self.at[e])
        if e.is_Add:
            terms = [self(a) for a in e.args]
            return sum(terms[1:], terms[0])
        if e.is_Mul:
            result = self(e.args[0])
            for a in e.args[1:]:
                result = result * self(a)
            return result
        if e.is_Pow:
            return self.power(e)
        return self.other(e)

    def exact(self, number: Any) -> Any:
        if isinstance(number, int):
            return self.ctx.mpf(number)
        if not getattr(number, "is_Rational", False):
            return number
        top = self.ctx.mpf(int(number.p))
        return top if number.q == 1 else top / self.ctx.mpf(int(number.q))

    def power(self, e: Any) -> Any:
        base, exponent = e.args
        if exponent.is_Integer:
            value = self(base)
            if int(exponent) < 0 and self.reaches(value, 0):
                raise Undefined(f"{e}: division by zero")
            return value ** int(exponent)
        if exponent == sympy.S.Half:
            value = self(base)
            if self.least(value) < 0:
                raise Undefined(f"{e}: a root of a negative number")
            return self.ctx.sqrt(value)
        if base == sympy.E:
            return self.ctx.exp(self(exponent))
        value, by = self(base), self(exponent)
        if self.ctx is mpmath.mp:
            if value == 0 and by > 0:
                return value
            if value < 0 and by != int(by):
                raise Undefined(f"{e}: a power of a negative number")
            return value**by
        return self.ctx.exp(by * self.ctx.log(value))

    def other(self, e: Any) -> Any:
        kind = type(e).__name__
        if self.ctx is mpmath.iv and kind in UNENCLOSED:
            raise NoValue(f"{kind} has no enclosure")
        if kind in FUNCTIONS:
            result = FUNCTIONS[kind](self.ctx, *(self(a) for a in e.args))
            if isinstance(result, mpmath.mpc):
                raise Undefined(f"{e}: not real")
            return result
        if kind in ("Sum", "Product"):
            return self.repeated(e, kind == "Sum")
        if kind == "Piecewise":
            for value, condition in e.args:
                if self.holds(condition):
                    return self(value)
        if kind == "KroneckerDelta":
            return self.ctx.mpf(int(self.same(*(self(a) for a in e.args[:2]))))
        if kind == "Indexed":
            return self.drawn((str(e.base.label), *(self.whole(i) for i in e.indices)), e)
        if isinstance(e, sympy.core.function.AppliedUndef):
            return self.drawn((str(e.func), *(str(self(a)) for a in e.args)), e)
        if e.is_NumberSymbol:
            return {"Pi": self.ctx.pi, "Exp1": self.ctx.e}[kind] + self.ctx.mpf(0)
        raise NoValue(f"no value for {kind} {e}")

    def least(self, value: Any) -> Any:
        return value.a if self.ctx is mpmath.iv else value

    def reaches(self, value: Any, number: int) -> bool:
        return bool(value.a <= number <= value.b if self.ctx is mpmath.iv else value == number)

    def same(self, a: Any, b: Any) -> bool:
        """Whether two numbers are one; two intervals that only overlap leave it open."""
        gap = a - b
        if self.ctx is mpmath.iv and gap.a <= 0 <= gap.b and gap.a != gap.b:
            raise NoValue("equality is open on this box")
        return self.reaches(gap, 0)

    def drawn(self, member: tuple[Any, ...], e: Any) -> Any:
        if member not in self.at:
            if self.draw is None:
                raise NoValue(f"no value for {member}")
            self.at[member] = self.draw(member, e)
        return self.exact(self.at[member])

    def whole(self, e: Any) -> int:
        value = self(e)
        result = round(float(value.mid if self.ctx is mpmath.iv else value))
        if value != result:
            raise NoValue(f"{e} is not whole here")
        return result

    def repeated(self, e: Any, adding: bool) -> Any:
        (index, first, last), *rest = e.limits[::-1]
        inner = e.func(e.function, *rest[::-1]) if rest else e.function
        low, high = self.whole(first), self.whole(last)
        if high < low - 1:
            raise Undefined(f"{e}: the range runs backwards")
        if high - low > LONGEST_SUM:
            raise NoValue(f"{high - low} terms are too many")
        result = self.ctx.mpf(int(not adding))
        kept = self.at.get(index)
        for i in range(low, high + 1):
            self.at[index] = i
            result = result + self(inner) if adding else result * self(inner)
        if kept is None:
            self.at.pop(index, None)
        else:
            self.at[index] = kept
        return result

    def holds(self, condition: Any) -> bool:
        if condition in (True, False, sympy.true, sympy.false):
            return bool(condition)
        left, right = (self(a) for a in condition.args)
        compare: dict[str, Callable[[Any, Any], Any]] = {
            "<": lambda a, b: a < b,
            "<=": lambda a, b: a <= b,
            ">": lambda a, b: a > b,
            ">=": lambda a, b: a >= b,
            "==": self.same,
            "!=": lambda a, b: not self.same(a, b),
        }
        answer = compare[condition.rel_op](left, right)
        if answer is None:
            raise NoValue(f"{condition} is open on this box")
        return bool(answer)


def finite(value: Any) -> bool:
    """Whether a computed number is an ordinary one."""
    return not (mpmath.isnan(value) or mpmath.isinf(value)) and math.isfinite(
        mpmath.mag(value) if value else 0
    )
