"""The sign of a quotient of polynomials in shifts, from its coefficients or, failing that, its factors."""

from typing import Any, TypeAlias

import sympy
from sympy import Dummy, Expr, Mul
from sympy.polys.fields import FracElement
from sympy.polys.rings import PolyElement
from sympy.printing.str import StrPrinter

from attnmem.proof.domain import plain
from attnmem.proof.work import or_else

MOST_SYMBOLS = 3
Factors = list[tuple[PolyElement, int]]
Form: TypeAlias = Expr | FracElement  # what a sign is read from; most are never printed


class _Letters(StrPrinter):
    def _print_Dummy(self, e: Dummy) -> str:
        return e.name


def shown(form: Form) -> str:
    """The form with shifts printed as ordinary letters."""
    return _Letters().doprint(form) if isinstance(form, FracElement) else str(plain(form))


def quotient_sign(quotient: FracElement) -> tuple[int | None, Form]:
    """The sign of a quotient and what shows it; unknown where the work on its factors was stopped."""
    unknown: tuple[int | None, Form] = (None, sympy.S.NaN)
    return or_else(unknown, _quotient_sign, quotient)


def _quotient_sign(quotient: FracElement) -> tuple[int | None, Form]:
    """0, 1 for ``>= 0``, 2 for ``> 0``, -1 and -2 likewise, None for unknown; and the form that shows it."""
    below = coefficient_sign(quotient.denom)
    above = coefficient_sign(quotient.numer)
    if above is not None and below in (2, -2):
        sign = above * (below // 2)
        return sign, quotient
    number, factors = quotient.numer.factor_list()
    under = [(quotient.denom, 1)] if below in (2, -2) else quotient.denom.factor_list()[1]
    signs = [2 if number > 0 else -2, *(_power_sign(f, k) for f, k in factors)]
    turned = [_power_sign(f, k) for f, k in under]
    if any(s not in (2, -2) for s in turned):
        return None, sympy.S.NaN
    whole = _product([*signs, *(s for s in turned if s is not None)])
    return whole, _written(number, factors, under) if whole is not None and whole >= 0 else sympy.S.NaN


def _written(number: Any, above: Factors, below: Factors) -> Expr:
    top = Mul(sympy.sympify(number), *(f.as_expr() ** k for f, k in above))
    return top / Mul(*(f.as_expr() ** k for f, k in below))


def _product(signs: list[int | None]) -> int | None:
    result, strict = 1, True
    for s in signs:
        if s is None:
            return None
        if s == 0:
            return 0
        result, strict = result * (1 if s > 0 else -1), strict and abs(s) == 2
    return result * (2 if strict else 1)


def _power_sign(f: PolyElement, power: int) -> int | None:
    sign = coefficient_sign(f)
    if sign is None:
        sign = definite(f.as_expr()) if f.degree() <= 2 or power % 2 else None
    if power % 2 == 0:
        return 2 if sign in (2, -2) else 1
    return sign


def coefficient_sign(polynomial: PolyElement) -> int | None:
    """The sign that all coefficients share, over symbols never negative; strict if a term cannot vanish."""
    if not polynomial:
        return 0
    terms = polynomial.terms()
    if len({bool(c > 0) for _, c in terms}) > 1:
        return None
    there = [any(powers[n] for powers, _ in terms) for n in range(len(polynomial.ring.symbols))]
    if any(met and not x.is_nonnegative for met, x in zip(there, polynomial.ring.symbols, strict=True)):
        return None
    vanishing = [not x.is_positive for x in polynomial.ring.symbols]
    strict = any(not any(p and v for p, v in zip(powers, vanishing, strict=True)) for powers, _ in terms)
    return (1 if terms[0][1] > 0 else -1) * (2 if strict else 1)


def definite(e: Expr) -> int | None:
    """The sign of a quadratic in one symbol whose discriminant is never positive.

    A discriminant may be such a quadratic again in each symbol left: few symbols, or it does not end.
    """
    if len(e.free_symbols) > MOST_SYMBOLS:
        return None
    for x in sorted(e.free_symbols, key=lambda s: s.name):
        polynomial = e.as_poly(x) if x.is_real else None
        if polynomial is None or polynomial.degree() != 2:
            continue
        a, b, c = polynomial.all_coeffs()
        lead = _expression_sign(a)
        if lead in (2, -2) and _expression_sign(4 * a * c - b**2) in (0, 1, 2):
            return lead // 2
    return None


def _expression_sign(e: Expr) -> int | None:
    from attnmem.proof.signs import settled

    return settled(e)[0]
