"""Rewrites into rational functions of shifts, for what the polynomial ring does not know.

What it does not know is replaced by something it knows and that reaches at least as much: ``e^x`` with
``x >= 0`` by ``1 + u``, ``floor(y)`` by ``y - r/(1+r)``, a logarithm of known sign by a shift, a root by its
name.
"""

from collections.abc import Callable

import sympy
from sympy import Add, Dummy, Expr, Integer, Mul, Pow, Product, Rational, Sum, Symbol, exp, log
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from attnmem.proof.bounds import sign_facts
from attnmem.proof.shifts import names_in, shift
from attnmem.proof.sums import linear_sums

LARGEST_POWER = 24


def unrooted(e: Expr) -> Expr:
    """Square roots of a shift, or of a number plus a shift, taken away by naming the root instead."""
    for root in sorted((p for p in e.atoms(Pow) if p.exp.is_Rational and p.exp.q == 2), key=str):
        number, far = root.base.as_coeff_Add()
        if _is_shift(far) and number.is_nonnegative and e.has(far):
            kind = "positive" if far.is_positive else "nonnegative"
            name = sympy.sqrt(number) + Dummy(far.name, real=True, **{kind: True})
            e = e.xreplace({sympy.sqrt(root.base): name, 1 / sympy.sqrt(root.base): 1 / name})
            e = e.xreplace({far: sympy.expand(name**2 - number)})
    return e


def _weighed(term: Expr) -> tuple[Expr, Expr]:
    """A number times the rest, which has no number in front of it above or below the line."""
    above, below = sympy.fraction(term)
    number, above = above.as_coeff_Mul()
    content, below = below.as_content_primitive()
    return number / content, above / below


def _common_part(a: Rational, b: Rational) -> Rational:
    """The largest number that both are whole multiples of."""
    below = int(sympy.ilcm(a.q, b.q))
    return Rational(int(sympy.igcd(int(a * below), int(b * below))), below)


def _is_shift(e: Expr) -> bool:
    return bool(e.is_Symbol and e.is_nonnegative and not e.is_integer)


def _is_open(e: Expr) -> bool:
    """A power whose exponent is no number."""
    return isinstance(e, Pow) and not e.exp.is_number and e.base is not sympy.E


class Rings:
    """Rewrites into polynomials: remembers which new symbol stands for which exponential."""

    def __init__(self, sign: Callable[[Expr], int | None]) -> None:
        self.sign = sign
        self.known: dict[Expr, Expr] = {}
        self.taken: set[str] = set()
        self.parts: dict[Expr, Rational] = {}

    def algebraic(self, e: Expr) -> Expr:
        """The expression with exponentials, floors, logarithms and powers replaced; it reaches no less."""
        self.taken |= names_in(e)
        e = e.rewrite(exp) if e.has(HyperbolicFunction) else e
        if e.has(Sum, Product):
            e = linear_sums(e)
            e = unrooted(e).replace(lambda a: isinstance(a, Sum | Product), self._repeated)
        else:
            e = unrooted(e)
        if e.has(sympy.floor, sympy.ceiling):
            e = e.replace(sympy.floor, lambda y: y - self._fraction("floor", y))
            e = e.replace(sympy.ceiling, lambda y: y + self._fraction("ceiling", y))
        if any(map(_is_open, e.atoms(Pow))):
            e = e.replace(_is_open, self._power)
        if e.has(exp):
            self._measure(e)
            e = e.replace(exp, self._exponential)
        return e.replace(log, self._logarithm) if e.has(log) else e

    def _known(self, key: Expr, make: Callable[[], Symbol]) -> Symbol:
        if key not in self.known:
            self.known[key] = make()
        return self.known[key]

    def _new(self, letter: str, sign: str) -> Symbol:
        """A shift whose name is new here."""
        number = 0
        while f"{letter}{number or ''}" in self.taken:
            number += 1
        self.taken.add(f"{letter}{number or ''}")
        return shift(f"{letter}{number or ''}", sign)

    def _repeated(self, e: Expr) -> Expr:
        """A whole sum or product as one symbol: nothing in it may be mistaken for the same thing outside."""
        return self._known(e, lambda: self._new("s", next(iter(sign_facts(e)), "real")))

    def _fraction(self, kind: str, y: Expr) -> Expr:
        r = self._known(Mul(sympy.Symbol(kind), y, evaluate=False), lambda: self._new("r", "nonnegative"))
        return r / (1 + r)

    def _power(self, p: Expr) -> Expr:
        return exp(p.exp * log(p.base)) if p.base.is_positive else p

    def _measure(self, e: Expr) -> None:
        """For each unit of an exponent, the largest part of it that all exponents are whole multiples of."""
        for power in e.atoms(exp):
            for term in Add.make_args(sympy.expand(power.args[0], log=False)):
                weight, unit = _weighed(term)
                if weight.is_Rational:
                    self.parts[unit] = _common_part(self.parts.get(unit, Integer(0)), abs(weight))

    def _exponential(self, argument: Expr) -> Expr:
        return Mul(*(self._one_exponential(t) for t in Add.make_args(sympy.expand(argument, log=False))))

    def _one_exponential(self, term: Expr) -> Expr:
        weight, unit = _weighed(term)
        part = self.parts.get(unit, abs(weight)) if weight.is_Rational else Integer(0)
        if not part or abs(weight / part) > LARGEST_POWER:
            return exp(term)
        return self._base(unit, part) ** int(weight / part)

    def _base(self, unit: Expr, part: Rational) -> Expr:
        key = exp(unit * part)
        if key not in self.known:
            found = self._sign_of(unit)
            kind = "positive" if found in (2, -2) else "nonnegative"
            if found is None:
                self.known[key] = self._new("u", "positive")
            else:
                grown = 1 + self._new("u", kind)
                self.known[key] = grown if found >= 0 else 1 / grown
        return self.known[key]

    def _sign_of(self, unit: Expr) -> int | None:
        if unit.is_nonnegative:
            return 2 if unit.is_positive else 1
        if unit.is_nonpositive:
            return -2 if unit.is_negative else -1
        return self.sign(unit) if unit.has(log) else None

    def _logarithm(self, argument: Expr) -> Expr:
        if argument not in self.known:
            above = self.sign(argument - 1)
            if above in (0, 1, 2):
                self.known[argument] = self._new("l", "positive" if above == 2 else "nonnegative")
            elif above in (-1, -2):
                self.known[argument] = -self._new("l", "positive" if above == -2 else "nonnegative")
            else:
                self.known[argument] = self._new("l", "real")
        return self.known[argument]
