"""An expression as one quotient of polynomials in its symbols.

Numerators and denominators are folded apart, and common factors cancelled once, at the end: SymPy's own
conversion cancels after every sum and product, which takes three times as long.
"""

from functools import lru_cache

from sympy import QQ, Dummy, Expr, Symbol
from sympy.polys.fields import FracElement, FracField
from sympy.polys.rings import PolyElement, PolyRing

from attnmem.proof.work import or_else

Pair = tuple[PolyElement, PolyElement]


class NoQuotient(ArithmeticError):
    """A part that is neither a symbol, a rational number, a sum, a product nor a whole power."""


def quotient_of(e: Expr) -> FracElement | None:
    """The expression as one quotient of polynomials, common factors cancelled, if it is one."""
    return or_else(None, _quotient, e)


def _quotient(e: Expr) -> FracElement | None:
    field = _field(tuple(sorted(e.free_symbols, key=lambda s: s.name)) or (Dummy("x"),))
    try:
        return field.new(*_Fold(field.ring)(e))
    except (NoQuotient, ZeroDivisionError):
        return None


@lru_cache(maxsize=256)
def _field(symbols: tuple[Symbol, ...]) -> FracField:
    return FracField(symbols, QQ)


class _Fold:
    def __init__(self, ring: PolyRing) -> None:
        self.ring, self.one = ring, ring.one
        self.known = dict(zip(ring.symbols, ring.gens, strict=True))

    def __call__(self, e: Expr) -> Pair:
        """Numerator and denominator, which may have factors in common."""
        if e in self.known:
            return self.known[e], self.one
        if e.is_Rational:
            return self.ring.ground_new(QQ(int(e.p), int(e.q))), self.one
        if e.is_Add:
            return self._sum(e)
        if e.is_Mul:
            above = below = self.one
            for each in e.args:
                top, bottom = self(each)
                above, below = above * top, below if bottom == self.one else below * bottom
            return above, below
        if e.is_Pow and e.exp.is_Integer:
            return self._power(*self(e.base), int(e.exp))
        raise NoQuotient(str(type(e)))

    def _sum(self, e: Expr) -> Pair:
        over: dict[PolyElement, PolyElement] = {}
        for each in e.args:
            top, bottom = self(each)
            over[bottom] = over[bottom] + top if bottom in over else top
        (below, above), *others = over.items()
        for bottom, top in others:
            # with nothing in common there is nothing to look for
            plain = bottom == self.one or below == self.one
            _, mine, yours = (self.one, below, bottom) if plain else below.cofactors(bottom)
            above, below = above * yours + top * mine, mine * bottom
        return above, below

    def _power(self, top: PolyElement, bottom: PolyElement, power: int) -> Pair:
        if power >= 0:
            return top**power, bottom**power
        if not top:
            raise ZeroDivisionError(f"0**{power}")
        return bottom**-power, top**-power
