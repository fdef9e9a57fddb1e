"""Sign by shifted variables: once all symbols are shifts ``>= 0``, signs are read off the coefficients.

What the polynomial ring does not know is replaced by something it knows and that can be at least as much:
``e^x`` with ``x >= 0`` by ``1 + u``, ``floor(y)`` by ``y - r/(1+r)``, a logarithm of known sign by a shift.
"""

from collections.abc import Iterator

import sympy
from sympy import Add, Dummy, Expr, Integer, Mul, Pow, Product, Rational, Sum, exp, log
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from attnmem.proof.domain import plain, sign_facts
from attnmem.proof.normal import joined, linear_sums

LARGEST_POWER = 24


def nonnegative(e: Expr) -> str:
    """Why the expression is never negative, as factors with their signs; empty if that is not seen."""
    for form in _forms(e):
        if sign_of(form) in (0, 1, 2):
            return f"{plain(form)} >= 0"
    why = _two_terms(e)
    if why:
        return why
    pair = joined(e) if e.has(log) else None
    if pair is None:
        return ""
    rest, argument = pair
    for form in _forms(argument * exp(rest) - 1):
        if sign_of(form) in (0, 1, 2):
            return f"{plain(form)} >= 0, the gap of what the logarithms are taken of"
    return ""


def _two_terms(e: Expr) -> str:
    """One positive term less another is compared by their logarithms, where products become sums."""
    terms = Add.make_args(e)
    if len(terms) != 2 or not e.has(exp, Pow):
        return ""
    less = [t for t in terms if (-t).is_positive]
    more = [t for t in terms if t.is_positive]
    if len(less) != 1 or len(more) != 1:
        return ""
    ratio = sympy.expand_log(log(more[0]) - log(-less[0]))
    for form in _forms(ratio):
        if sign_of(form) in (0, 1, 2):
            return f"{plain(form)} >= 0, the gap of the logarithms of both sides"
    return ""


def positive(e: Expr) -> bool:
    """Whether the expression is seen to be greater than zero."""
    return any(sign_of(form) == 2 or _surely_positive(form) for form in _forms(e))


def _surely_positive(e: Expr) -> bool:
    return e.is_positive is True or all(_factor_sign(f) == 2 for f in Mul.make_args(e))


def _forms(e: Expr) -> Iterator[Expr]:
    if e.is_number:
        yield e
        return
    yield sympy.factor(sympy.together(Rings().algebraic(e)))


def sign_of(e: Expr) -> int | None:
    """Of a factored expression: 0, 1 for ``>= 0``, 2 for ``> 0``, -1 and -2 likewise, None for unknown."""
    if e.is_zero:
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
    terms = Add.make_args(sympy.expand(e))
    if any(not g.is_nonnegative for t in terms for g in t.free_symbols):
        return _definite(e)
    signs = [_term_sign(t) for t in terms]
    if all(s is not None and s > 0 for s in signs):
        return 2 if 2 in signs else 1
    if all(s is not None and s < 0 for s in signs):
        return -2 if -2 in signs else -1
    return _definite(e)


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


def _definite(e: Expr) -> int | None:
    """The sign of a quadratic in one symbol whose discriminant is never positive."""
    for x in sorted(e.free_symbols, key=str):
        if not e.is_polynomial(x) or sympy.degree(e, x) != 2 or not x.is_real:
            continue
        a, b, c = sympy.Poly(e, x).all_coeffs()
        lead = sign_of(sympy.factor(a))
        gap = sympy.factor(sympy.expand(4 * a * c - b**2))
        if lead in (2, -2) and sign_of(gap) in (0, 1, 2):
            return lead // 2
    return None


def unrooted(e: Expr) -> Expr:
    """Square roots of a shift, or of a number plus a shift, taken away by naming the root instead."""
    for root in sorted((p for p in e.atoms(Pow) if p.exp.is_Rational and p.exp.q == 2), key=str):
        number, shift = root.base.as_coeff_Add()
        if (
            shift.is_Symbol
            and shift.is_nonnegative
            and not shift.is_integer
            and number.is_nonnegative
            and e.has(shift)
        ):
            kind = "positive" if shift.is_positive else "nonnegative"
            grown = Dummy(shift.name, real=True, **{kind: True})
            name = sympy.sqrt(number) + grown
            e = e.xreplace({sympy.sqrt(root.base): name, 1 / sympy.sqrt(root.base): 1 / name})
            e = e.xreplace({shift: sympy.expand(name**2 - number)})
    return e


class Rings:
    """Rewrites into polynomials: remembers which new symbol stands for which exponential."""

    def __init__(self) -> None:
        self.known: dict[Expr, Expr] = {}
        self.parts: dict[Expr, int] = {}

    def algebraic(self, e: Expr) -> Expr:
        """The expression with exponentials, floors, logarithms and powers replaced; it reaches no less."""
        e = e.rewrite(exp) if e.has(HyperbolicFunction) else e
        e = unrooted(linear_sums(e)).replace(lambda a: isinstance(a, Sum | Product), self._repeated)
        e = e.replace(sympy.floor, lambda y: y - self._fraction("floor", y))
        e = e.replace(sympy.ceiling, lambda y: y + self._fraction("ceiling", y))
        e = e.replace(
            lambda p: isinstance(p, Pow) and not p.exp.is_number and p.base is not sympy.E, self._power
        )
        if e.has(exp):
            self._measure(e)
            e = e.replace(exp, self._exponential)
        return e.replace(log, self._logarithm) if e.has(log) else e

    def _repeated(self, e: Expr) -> Expr:
        """A whole sum or product as one symbol: nothing in it may be mistaken for the same thing outside."""
        return self.known.setdefault(e, Dummy(f"s{len(self.known)}", real=True, **sign_facts(e)))

    def _fraction(self, kind: str, y: Expr) -> Expr:
        r = self.known.setdefault(Mul(sympy.Symbol(kind), y, evaluate=False), Dummy("r", nonnegative=True))
        return r / (1 + r)

    def _power(self, p: Expr) -> Expr:
        return exp(p.exp * log(p.base)) if p.base.is_positive else p

    def _measure(self, e: Expr) -> None:
        """For each unit of an exponent, the fraction of it that all exponents are whole multiples of."""
        for power in e.atoms(exp):
            for term in Add.make_args(sympy.expand(power.args[0])):
                weight, unit = term.as_coeff_Mul()
                if weight.is_Rational and unit != 1:
                    self.parts[unit] = int(sympy.ilcm(self.parts.get(unit, 1), weight.q))

    def _exponential(self, argument: Expr) -> Expr:
        return Mul(*(self._one_exponential(t) for t in Add.make_args(sympy.expand(argument))))

    def _one_exponential(self, term: Expr) -> Expr:
        weight, unit = term.as_coeff_Mul()
        if unit == 1:
            weight, unit = Rational(1), abs(term)
            weight = Integer(1) if term.is_nonnegative else Integer(-1)
        if not weight.is_Rational or abs(weight.p) > LARGEST_POWER:
            return exp(term)
        parts = self.parts.get(unit, int(weight.q))
        return self._base(unit, parts) ** int(weight * parts)

    def _base(self, unit: Expr, q: int) -> Expr:
        key = exp(unit / q)
        if key not in self.known:
            name = "u" if not self.known else f"u{len(self.known)}"
            if unit.is_nonnegative:
                grown = Dummy(name, real=True, **{"positive" if unit.is_positive else "nonnegative": True})
                self.known[key] = 1 + grown
            elif unit.is_nonpositive:
                self.known[key] = 1 / (1 + Dummy(name, real=True, nonnegative=True))
            else:
                self.known[key] = Dummy(name, positive=True)
        return self.known[key]

    def _logarithm(self, argument: Expr) -> Expr:
        if argument not in self.known:
            name = f"l{len(self.known)}"
            if sign_of(sympy.factor(sympy.together(argument - 1))) in (0, 1, 2):
                self.known[argument] = Dummy(name, real=True, nonnegative=True)
            elif sign_of(sympy.factor(sympy.together(1 - argument))) in (0, 1, 2):
                self.known[argument] = -Dummy(name, real=True, nonnegative=True)
            else:
                self.known[argument] = Dummy(name, real=True)
        return self.known[argument]
