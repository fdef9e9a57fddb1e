"""Wrong twins of an expression: the slips that a hand makes, one at a time, by kind."""

from collections.abc import Iterator
from enum import Enum

import sympy
from sympy import Add, Dummy, Expr, Integer, Pow, Symbol, exp

from attnmem.proof.bounds import atoms_of, own_bounds
from attnmem.symbols import quantity


class Slip(Enum):
    """The kinds of slip."""

    PRINTED = "printed"
    SIGN = "sign"
    OFF_BY_ONE = "off by one"
    CONSTANT = "constant"
    EXPONENT = "exponent"
    SWAPPED = "swapped symbols"
    TURNED = "turned side"


def slips(e: Expr) -> Iterator[tuple[Slip, Expr, str]]:
    """Every wrong twin of an expression, with a phrase that says what was changed; none equals the original.

    Sums keep their bodies: only their bounds change, with the symbols in them.
    """
    seen = {e}
    whole = {part: Dummy(f"S{n}", commutative=part.is_commutative) for n, part in enumerate(_sums(e))}
    back = {dummy: part for part, dummy in whole.items()}
    outside = e.xreplace(whole)
    for make in (_signs, _offs, _constants, _exponents, _orders, _shifts, _swaps):
        opened = make in (_shifts, _swaps)
        for kind, twin, text in make(e if opened else outside):
            twin = twin if opened else twin.xreplace(back)
            if twin not in seen and not twin.has(sympy.nan, sympy.zoo):
                seen.add(twin)
                yield kind, twin, text


def _sums(e: Expr) -> list[Expr]:
    return sorted(e.atoms(sympy.Sum, sympy.Product), key=str)


def _signs(e: Expr) -> Iterator[tuple[Slip, Expr, str]]:
    if e != 0:
        yield Slip.SIGN, -e, "the whole side negated"
    for part in _parts(e, Add):
        if isinstance(part, Add):
            for term in part.args:
                yield Slip.SIGN, e.xreplace({part: part - 2 * term}), f"the sign of {term} in {part}"
    for part in _parts(e, exp):
        yield Slip.SIGN, e.xreplace({part: exp(-part.args[0])}), f"the sign of the exponent in {part}"


def _offs(e: Expr) -> Iterator[tuple[Slip, Expr, str]]:
    unit = _unit(e)
    if unit is None:
        return
    for change in (1, -1):
        yield Slip.OFF_BY_ONE, e + change * unit, f"{change:+d} on the whole side"


def _unit(e: Expr) -> Expr | None:
    """What one is for this kind of expression; ``None`` for a matrix that is not square."""
    if not getattr(e, "is_Matrix", False):
        return Integer(1)
    return sympy.Identity(e.shape[0]) if e.shape[0] == e.shape[1] else None


def _shifts(e: Expr) -> Iterator[tuple[Slip, Expr, str]]:
    for symbol in _free(e):
        if own_bounds(symbol).whole:
            for change in (1, -1):
                yield Slip.OFF_BY_ONE, e.xreplace({symbol: symbol + change}), f"{symbol} {change:+d}"


def _free(e: Expr) -> list[Symbol]:
    """Free symbols that no sum runs over."""
    running = {limit[0] for part in _sums(e) for limit in part.limits}
    return [symbol for symbol in atoms_of(e) if symbol not in running]


def _constants(e: Expr) -> Iterator[tuple[Slip, Expr, str]]:
    for factor in (Integer(2), sympy.Rational(1, 2)):
        if e != 0 and getattr(e, "is_finite", None) is not False:
            yield Slip.CONSTANT, factor * e, f"the whole side times {factor}"
    for part in _parts(e, Add):
        for term in part.args:
            if not term.is_Integer:
                yield Slip.CONSTANT, e.xreplace({part: part + term}), f"{term} doubled in {part}"


def _exponents(e: Expr) -> Iterator[tuple[Slip, Expr, str]]:
    if not e.is_number and _unit(e) is not None:
        yield Slip.EXPONENT, e**2, "the whole side squared"
    for part in _parts(e, Pow):
        if part.exp.is_number and part.base is not sympy.E:
            yield (
                Slip.EXPONENT,
                e.xreplace({part: part.base ** (part.exp + 1)}),
                f"the exponent of {part} plus one",
            )
            yield (
                Slip.EXPONENT,
                e.xreplace({part: part.base ** (part.exp - 1)}),
                f"the exponent of {part} less one",
            )
    for part in _parts(e, exp):
        yield Slip.EXPONENT, e.xreplace({part: part**2}), f"{part} squared"


def _swaps(e: Expr) -> Iterator[tuple[Slip, Expr, str]]:
    symbols = _free(e)
    for n, a in enumerate(symbols):
        for b in symbols[n + 1 :]:
            if _alike(a, b):
                yield Slip.SWAPPED, e.xreplace({a: b, b: a}), f"{a} and {b} swapped"


def _orders(e: Expr) -> Iterator[tuple[Slip, Expr, str]]:
    for part in sorted(e.atoms(sympy.Mul), key=str):
        scalars, factors = part.args_cnc()
        if len(factors) > 1:
            turned = sympy.Mul(*scalars, *reversed(factors))
            yield Slip.SWAPPED, e.xreplace({part: turned}), f"the factors of {part} in the other order"


def _alike(a: Symbol, b: Symbol) -> bool:
    """Whether a hand could take one for the other: of one unit, or undeclared both."""
    try:
        return quantity(a).unit == quantity(b).unit
    except KeyError:
        return own_bounds(a).whole == own_bounds(b).whole


def _parts(e: Expr, kind: type) -> list[Expr]:
    """Parts of a kind, the whole included, in a fixed order."""
    return sorted((part for part in e.atoms(kind) if part.is_commutative), key=str)
