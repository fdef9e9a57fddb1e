"""What must be known of a part before a step may count: its sign, seen on the whole domain or not at all.

Denominators, arguments of logarithms, the side conditions of operations: each is a part and the signs it may
have. They are read off as those of any inequality are; what is not seen is never taken for granted.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import sympy
from sympy import Add, Expr, Mul, Pow, Symbol

from attnmem.proof.cases import cases
from attnmem.proof.domain import Domain
from attnmem.proof.record import Condition
from attnmem.proof.signs import sign
from attnmem.proof.work import or_else

NONZERO, POSITIVE, NEVER_NEGATIVE, NEVER_POSITIVE, NEGATIVE = (-2, 2), (2,), (0, 1, 2), (-2, -1, 0), (-2,)
NEED = {
    NONZERO: "is zero nowhere",
    POSITIVE: "is positive",
    NEGATIVE: "is negative",
    NEVER_NEGATIVE: "is never negative",
    NEVER_POSITIVE: "is never positive",
}
KNOWN = {
    NONZERO: "is_nonzero",
    POSITIVE: "is_positive",
    NEGATIVE: "is_negative",
    NEVER_NEGATIVE: "is_nonnegative",
    NEVER_POSITIVE: "is_nonpositive",
}
DECLARED = (POSITIVE, NEGATIVE, NEVER_NEGATIVE, NEVER_POSITIVE, NONZERO)
UNSEEN = "has a value everywhere"
ODD_FACTS = ("even", "odd", "prime", "composite", "irrational")


@dataclass(frozen=True, slots=True)
class Need:
    """A part and the signs it may have ``within`` conditions; without signs, ``words`` that nothing shows."""

    part: Expr
    signs: tuple[int, ...] = ()
    within: tuple[Condition, ...] = ()
    words: str = ""

    def __str__(self) -> str:
        return f"it is not seen that {self.part} {self.words or NEED[self.signs]}"

    def inside(self, within: tuple[Condition, ...]) -> "Need":
        """The same need where more is known."""
        return replace(self, within=(*within, *self.within)) if within else self


def never(part: Expr, words: str = UNSEEN) -> Need:
    """A need that nothing here can show."""
    return Need(part, words=words)


def whole(part: Expr) -> Iterator[Need]:
    """That an expression is a whole number."""
    if part.is_integer is not True:
        yield never(part, "is whole")


def promise(symbol: Symbol) -> str:
    """What a symbol is declared to be that no sign and no end of a range says; empty as a rule."""
    return next((name for name in ODD_FACTS if getattr(symbol, f"is_{name}")), "")


def fits(symbol: Expr, put: Expr) -> Iterator[Need]:
    """That an expression may stand where a symbol stood: SymPy has simplified by what the symbol promised."""
    if not isinstance(symbol, Symbol):
        return
    if symbol.is_integer:
        yield from whole(put)
    if fact := promise(symbol):
        yield never(put, f"is {fact}, as {symbol} is")
    signs = next((signs for signs in DECLARED if _plain(symbol, signs)), ())
    if signs:
        yield Need(put, signs)


def seen(need: Need, domain: Domain) -> bool:
    """Whether the part is seen to have one of the signs wanted, everywhere on the domain."""
    if not need.signs:
        return False
    if _plain(need.part, need.signs):
        return True
    known = Domain((*domain.conditions, *need.within), domain.boxes)
    ways = (_stated, _by_factors, _read_off, _by_squares)
    return any(way(need, known) for way in ways)


def _plain(part: Expr, signs: tuple[int, ...]) -> bool:
    """Whether SymPy knows the sign from what is declared of each symbol."""
    return bool(getattr(part, KNOWN[signs], False)) if signs in KNOWN else False


def _stated(need: Need, domain: Domain) -> bool:
    """Whether the part is the gap of a condition times something of known sign."""
    strict = need.signs in (NONZERO, POSITIVE, NEGATIVE)
    return any(found in need.signs for found in _from_gaps(need.part, domain, strict))


def _from_gaps(part: Expr, domain: Domain, strict: bool) -> Iterator[int]:
    """The signs a part has as the gap of a condition times something of one sign."""
    for c in domain.conditions:
        gap = c.right - c.left
        if c.over is None and (c.strict or not strict) and gap.free_symbols == part.free_symbols:
            ratio = or_else(sympy.nan, sympy.cancel, part / gap)
            turn = _common_sign(ratio, domain)
            if turn in (2, -2):
                yield turn if c.strict else turn // 2


def _common_sign(part: Expr, domain: Domain) -> int | None:
    """2, -2 for one strict sign on the whole domain, 1 or -1 for a weak one; ``None`` if none is seen."""
    for signs, found in ((POSITIVE, 2), (NEGATIVE, -2), (NEVER_NEGATIVE, 1), (NEVER_POSITIVE, -1)):
        if _plain(part, signs):
            return found
    met = set(_signs(part, domain))
    for signs, found in (((2,), 2), ((-2,), -2), ((0, 1, 2), 1), ((-2, -1, 0), -1)):
        if met <= set(signs):
            return found
    return None


def _signs(part: Expr, domain: Domain) -> Iterator[int | None]:
    return (sign(cover(gap)) for gap, where in cases(part, domain) for cover in where.cover(gap))


def _read_off(need: Need, domain: Domain) -> bool:
    return all(found in need.signs for found in _signs(need.part, domain))


def _by_factors(need: Need, domain: Domain) -> bool:
    """A product by its factors, each of one sign everywhere."""
    return (
        len(Mul.make_args(e := sympy.factor_terms(need.part))) > 1 and _product_sign(e, domain) in need.signs
    )


def _by_squares(need: Need, domain: Domain) -> bool:
    """One term less another, neither negative and one a root: their squares differ the same way."""
    terms = Add.make_args(need.part)
    if len(terms) != 2 or not any(abs(p.exp) == sympy.S.Half for p in need.part.atoms(Pow)):
        return False
    signs = [_product_sign(term, domain) or 0 for term in terms]
    if signs[0] * signs[1] >= 0:
        return False
    more, less = terms if signs[0] > 0 else terms[::-1]
    squares = Need(sympy.expand(more**2 - less**2), need.signs)
    return any(way(squares, domain) for way in (_stated, _read_off, _by_factors))


def _product_sign(e: Expr, domain: Domain) -> int | None:
    """2, -2 for strict signs, 1 or -1 for others; ``None`` where a factor's sign is not seen everywhere."""
    turn, strict = 1, True
    for factor in Mul.make_args(e):
        found = _one_sign(factor, domain)
        if found is None:
            return None
        turn, strict = turn * (1 if found > 0 else -1), strict and abs(found) == 2
    return 2 * turn if strict else turn


def _one_sign(factor: Expr, domain: Domain) -> int | None:
    base, power = factor.as_base_exp() if isinstance(factor, Pow) else (factor, sympy.Integer(1))
    if base is sympy.E:
        return 2 if power.is_real else None
    if power.is_integer is not True and (power.is_positive or power.is_negative):
        below = _one_sign(base, domain)  # of a root that has a value, so that its base is not negative
        return below if below == 2 or (below == 1 and power.is_positive) else None
    if power.is_integer is not True:
        base, power = factor, sympy.Integer(1)
    found = _common_sign(base, domain)
    if found not in (2, -2):
        found = next(_from_gaps(base, domain, True), found)
    if found == 2 or not found or power == 1:
        return found or None
    if abs(found) == 1 and power.is_nonnegative is not True:
        return None  # a denominator that may be zero
    return abs(found) if power.is_even else (found if power.is_odd else None)
