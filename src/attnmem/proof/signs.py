"""Sign by shifted variables: once all symbols are shifts ``>= 0``, signs are read off the coefficients.

The gap becomes one quotient of polynomials, common factors cancelled. If every coefficient above and below
the line has one sign, that is the sign of the gap, and a reader can check it by eye. Else factors are looked
at one by one.
"""

import sympy
from sympy import Add, Expr, Mul, Pow, exp, log

from attnmem.proof.fields import quotient_of
from attnmem.proof.normal import joined
from attnmem.proof.quotients import Form, definite, quotient_sign, shown
from attnmem.proof.rings import Rings
from attnmem.proof.work import or_else, weight

LARGEST_SUM = 80


def nonnegative(e: Expr) -> str:
    """Why the expression is never negative, as a quotient or as factors; empty if that is not seen."""
    found, form, what = _read(e)
    return f"{shown(form)} >= 0{what}" if found in (0, 1, 2) else ""


def sign(e: Expr) -> int | None:
    """The sign of the expression, as ``settled`` counts."""
    return _read(e)[0]


def _read(e: Expr) -> tuple[int | None, Form, str]:
    """The sign, the form that shows it and what that is the gap of; logarithms are joined first, a last try
    compares two terms by theirs.
    """
    pair = joined(e) if e.has(log) else None
    if pair is not None:
        rest, argument = pair
        found, form = settled(argument * exp(rest) - 1)
        if found is not None:
            return found, form, ", the gap of what the logarithms are taken of"
    found, form = settled(e)
    return (found, form, "") if found is not None else _two_terms(e)


def _two_terms(e: Expr) -> tuple[int | None, Form, str]:
    """One positive term less another is compared by their logarithms, where products become sums."""
    terms = Add.make_args(e)
    if len(terms) != 2 or not e.has(exp, Pow):
        return None, e, ""
    less = [t for t in terms if (-t).is_positive]
    more = [t for t in terms if t.is_positive]
    if len(less) != 1 or len(more) != 1:
        return None, e, ""
    found, form = settled(sympy.expand_log(log(more[0]) - log(-less[0])))
    return found, form, ", the gap of the logarithms of both sides"


def positive(e: Expr) -> bool:
    """Whether the expression is seen to be greater than zero."""
    return settled(e)[0] == 2


def settled(e: Expr) -> tuple[int | None, Form]:
    """The sign (as ``sign_of`` counts) and the form it is read from."""
    if e.is_number:
        return _number_sign(e), e
    e = or_else(e, Rings(lambda inner: settled(inner)[0]).algebraic, e)
    if not e.free_symbols:
        return _number_sign(e), e
    quotient = quotient_of(e)
    if quotient is not None:
        return quotient_sign(quotient)
    factored = or_else(e, _factored, e)
    return sign_of(factored), factored


def _factored(e: Expr) -> Expr:
    return sympy.factor(sympy.together(e))


def _number_sign(e: Expr) -> int | None:
    if e.is_zero:
        return 0
    return 2 if e.is_positive else (-2 if e.is_negative else None)


def sign_of(e: Expr) -> int | None:
    """Of a factored expression: 0, 1 for ``>= 0``, 2 for ``> 0``, -1 and -2 likewise, None for unknown."""
    if e == 0:
        return 0
    result, strict = 1, True
    for factor in Mul.make_args(e):
        s = _factor_sign(factor)
        if s is None or (abs(s) != 2 and factor.as_base_exp()[1].could_extract_minus_sign()):
            return None  # unknown, or a denominator that may be zero
        if s == 0:
            return 0
        result *= 1 if s > 0 else -1
        strict = strict and abs(s) == 2
    return result * (2 if strict else 1)


def _factor_sign(f: Expr) -> int | None:
    base, power = f.as_base_exp()
    if power.is_Integer and int(power) % 2 == 0:
        return 2 if base.is_nonzero else 1
    if not power.is_Integer and base is not sympy.E:
        return 2 if base.is_positive else (1 if base.is_nonnegative else None)
    if f.is_positive:
        return 2
    if f.is_negative:
        return -2
    if f.is_nonnegative:
        return 1
    if f.is_nonpositive:
        return -1
    return _coefficient_sign(base)


def _coefficient_sign(e: Expr) -> int | None:
    """All coefficients of one sign, over generators never negative; else a form with no real root."""
    if weight(e) > LARGEST_SUM:  # nobody reads off that many coefficients
        return None
    terms = Add.make_args(sympy.expand(e))
    if any(not g.is_nonnegative for t in terms for g in t.free_symbols):
        return definite(e)
    signs = [_term_sign(t) for t in terms]
    if all(s is not None and s > 0 for s in signs):
        return 2 if 2 in signs else 1
    if all(s is not None and s < 0 for s in signs):
        return -2 if -2 in signs else -1
    return definite(e)


def _term_sign(t: Expr) -> int | None:
    if t.is_positive:
        return 2
    if t.is_negative:
        return -2
    if t.is_nonnegative:
        return 1
    if t.is_nonpositive:
        return -1
    return None
