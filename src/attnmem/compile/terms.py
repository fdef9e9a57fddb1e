"""Reading a sum or a product for the shapes that the rewrite rules look for."""

from typing import NamedTuple

from sympy import Add, Integer, Mul, Pow, exp
from sympy.core.expr import Expr

from attnmem.compile.heads import Expm1


class Exponential(NamedTuple):
    """A term c e^u."""

    factor: Expr
    exponent: Expr


def exponential(term: Expr) -> Exponential | None:
    """``term`` as c e^u, if exponentials of something that varies are among its factors."""
    found = [f for f in Mul.make_args(term) if isinstance(f, exp) and f.free_symbols]
    if not found:
        return None
    return Exponential(
        Mul(*(f for f in Mul.make_args(term) if f not in found)), Add(*(f.args[0] for f in found))
    )


def one_exponential(total: Expr) -> tuple[Expr, Exponential] | None:
    """A sum ``rest + c e^u`` with exactly one exponential term and some rest."""
    terms = Add.make_args(unfolded(total))
    found = [(t, e) for t in terms if (e := exponential(t))]
    if len(found) != 1 or len(terms) < 2:
        return None
    return Add(*(t for t in terms if t is not found[0][0])), found[0][1]


def unfolded(total: Expr) -> Expr:
    """A sum in which e^u - 1 met further terms, as it was: m + expm1(u) is (m - 1) + e^u again."""
    if not isinstance(total, Add) or beyond_one(total) is not None:
        return total
    return total.replace(lambda t: t in total.args and isinstance(t, Expm1), lambda t: exp(t.args[0]) - 1)


def is_negative(factor: Expr) -> bool:
    """Whether a factor is plainly negative: by its assumptions, or by its numerical coefficient."""
    return bool(factor.is_negative) or bool(factor.as_coeff_Mul()[0] < 0)


def beyond_one(total: Expr) -> Expr | None:
    """y of a sum 1 + y, else None."""
    terms = list(Add.make_args(total))
    if len(terms) < 2 or Integer(1) not in terms:
        return None
    terms.remove(Integer(1))
    return Add(*terms)


def less_term(total: Expr, part: Expr) -> Expr | None:
    """The rest of a sum in which ``part`` is one of the terms, else None."""
    rest = without(list(Add.make_args(total)), part)
    return Add(*rest) if rest else None


def power_of(factor: Expr) -> tuple[Expr, Expr]:
    """Base and exponent; an exponential stays whole."""
    return factor.as_base_exp() if isinstance(factor, Pow) else (factor, Integer(1))


def is_divisor(factor: Expr) -> bool:
    """Whether a factor stands below the line: a constant negative power."""
    return isinstance(factor, Pow) and bool(factor.exp.is_Rational) and bool(factor.exp < 0)


def without(terms: list[Expr], *gone: Expr) -> list[Expr] | None:
    """The terms less those given, or None if one of those is missing."""
    left = list(terms)
    for term in gone:
        if term not in left:
            return None
        left.remove(term)
    return left


def drop_multiple(total: Expr, part: Expr) -> Expr | None:
    """``total - part`` if ``part``'s terms stand in ``total`` at least once each, else None."""
    remainder = total - part
    before, after = len(Add.make_args(total)), len(Add.make_args(remainder))
    shrunk = any(_multiple(t, part) for t in Add.make_args(total)) or after <= before - len(
        Add.make_args(part)
    )
    return remainder if shrunk or remainder == 0 else None


def _multiple(term: Expr, part: Expr) -> bool:
    ratio = term / part
    return bool(ratio.is_Integer and ratio > 0)
