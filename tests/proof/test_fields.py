"""Quotients folded in one go against SymPy's own conversion, which cancels at every step."""

import random

import pytest
import sympy
from sympy import QQ, Expr, Rational, symbols
from sympy.polys.fields import FracElement, field

from attnmem.proof import fields
from attnmem.proof.fields import quotient_of
from attnmem.proof.quotients import shown

X = symbols("b c d", positive=True)
ROUNDS = 300


def _drawn(chance: random.Random, depth: int) -> Expr:
    """A random expression of sums, products, quotients and whole powers."""
    if depth == 0 or chance.random() < 0.2:
        number = Rational(chance.randint(-5, 5), chance.randint(1, 6))
        return chance.choice([*X, *X, number])
    a, b = _drawn(chance, depth - 1), _drawn(chance, depth - 1)
    kind = chance.randint(0, 4)
    if kind == 4:
        return (a + X[0]) ** chance.choice([-2, -1, 2, 3])
    return (a + b, a - b, a * b, a / (b + X[1]))[kind]


def _by_sympy(e: Expr) -> FracElement | None:
    """SymPy's quotient, its numbers cleared of denominators as a new one's are; ``None`` if it has none."""
    f = field(sorted(e.free_symbols, key=str) or X, QQ)[0]
    try:
        found = f.from_expr(e)
    except (ZeroDivisionError, ValueError):
        return None
    return f.new(found.numer, found.denom)


def _differing() -> int:
    chance = random.Random(7)
    drawn = [_drawn(chance, 4) for _ in range(ROUNDS)]
    return sum(_written(quotient_of(e)) != _written(_by_sympy(e)) for e in drawn)


def _written(quotient: FracElement | None) -> Expr | None:
    return None if quotient is None else quotient.as_expr()


def test_the_fold_is_sympys_quotient():
    assert _differing() == 0


def test_a_fold_that_forgets_to_widen_one_side_is_seen(monkeypatch):
    def careless(self: fields._Fold, e: Expr) -> fields.Pair:
        (above, below), *others = (self(each) for each in e.args)
        for top, bottom in others:
            above, below = above * bottom + top, below * bottom
        return above, below

    monkeypatch.setattr(fields._Fold, "_sum", careless)
    assert _differing() > ROUNDS // 10


@pytest.mark.parametrize(
    "e", [sympy.exp(X[0]), sympy.sqrt(X[0]) + 1, X[0] ** X[1], sympy.pi, sympy.Float(0.5)]
)
def test_what_is_no_quotient_of_polynomials_has_none(e: Expr):
    assert quotient_of(e) is None


def test_a_denominator_of_zero_has_no_quotient():
    zero = sympy.Mul(
        X[0], sympy.Pow(sympy.Add(X[1], -X[1], evaluate=False), -1, evaluate=False), evaluate=False
    )
    assert quotient_of(zero) is None


def test_a_quotient_is_printed_as_its_expression_is():
    shifts = [sympy.Dummy(name, positive=True) for name in "bc"]
    e = sympy.together((shifts[0] + 2) ** 2 / (3 * shifts[1]) + 1)
    assert shown(quotient_of(e)) == "(b**2 + 4*b + 3*c + 4)/(3*c)"
