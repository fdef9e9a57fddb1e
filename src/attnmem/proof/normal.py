"""Exact normal form: whether an expression is zero, by rewriting alone.

Sums are made linear (split, constants taken out, one name for the running index), then logarithms and
powers are expanded as far as the signs of their arguments allow, then the numerator over one denominator is
expanded.
"""

import random
from functools import partial

import mpmath
import sympy
from sympy import Add, Expr, Mul, Sum, exp, log
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

from attnmem.proof.bounds import atoms_of
from attnmem.proof.fields import quotient_of
from attnmem.proof.rings import Rings
from attnmem.proof.sums import linear_sums, telescoped
from attnmem.proof.walk import NoValue, walk
from attnmem.proof.work import or_else

TRIES = 4
HEURISTIC = (
    sympy.KroneckerDelta,
    sympy.Piecewise,
    sympy.Abs,
    sympy.binomial,
    sympy.factorial,
    sympy.gamma,
)


def spread(e: Expr) -> Expr:
    """Logarithms of products and powers of sums taken apart, where signs allow."""
    if e.has(log):
        e = e.replace(log, _upright)
        e = sympy.expand_log(e)
    return sympy.expand_power_exp(e) if e.has(exp) or e.has(sympy.Pow) else e


def _upright(argument: Expr) -> Expr:
    """The logarithm of a quotient, or less that of the quotient turned over: always the same of the two."""
    top, bottom = sympy.fraction(sympy.factor(sympy.together(argument)))
    turned = bottom != 1 and sympy.default_sort_key(top) < sympy.default_sort_key(bottom)
    return -log(bottom / top) if turned else log(top / bottom)


def is_zero(e: Expr) -> bool:
    """Whether the expression is the same as zero by exact rewriting. ``False`` means only *not seen*."""
    return bool(how_zero(e))


def plainly_not_zero(e: Expr) -> bool:
    """Whether the expression has a value far from zero somewhere: then no rewriting is worth trying."""
    symbols = atoms_of(e)
    for seed in range(TRIES):
        chance = random.Random(seed)
        drawn = partial(_draw, chance)
        at = {s: sympy.Rational(chance.randint(2, 9), 1 if s.is_integer else 10) for s in symbols}
        try:
            with mpmath.workdps(60):
                value = walk(e, at, mpmath.mp, drawn)
                return bool(abs(value) > mpmath.mpf(10) ** -12)
        except (NoValue, TypeError):
            continue
    return False


def _draw(chance: random.Random, *_: object) -> Expr:
    return sympy.Rational(chance.randint(11, 99), 100)


def how_zero(e: Expr) -> str:
    """The rewriting that brought the expression to zero, in words; empty if none did."""
    if e == 0:
        return "both sides are one expression"
    if not e.is_commutative:  # every rewriting here would put factors into one order
        return ""
    if e in (sympy.oo, -sympy.oo, sympy.zoo, sympy.nan) or plainly_not_zero(e):
        return ""
    return or_else("", _how_zero, e)


def _how_zero(e: Expr) -> str:
    e = _aligned(e.rewrite(exp) if e.has(HyperbolicFunction) else e)
    joins = "the sums join and " if e.has(Sum) else ""
    e = telescoped(linear_sums(e)) if joins else e
    if e == 0 or _vanishes(e):
        return f"{joins}the difference is zero over one denominator"
    pair = joined(e) if e.has(log) else None
    if pair is not None and _vanishes(pair[1] * exp(pair[0]) - 1):
        return f"{joins}the logarithms join to the logarithm of one"
    e = spread(e)
    if _vanishes(e) or _rational_zero(e):
        return f"{joins}the difference expands to zero"
    return _last_resorts(e)


def _vanishes(e: Expr) -> bool:
    """Whether the expression is zero as a quotient, exponentials and logarithms being symbols."""
    quotient = quotient_of(Rings(lambda _: None).algebraic(e))
    return quotient is not None and not quotient.numer


def _last_resorts(e: Expr) -> str:
    if e.has(*HEURISTIC):
        return "simplified to zero" if sympy.simplify(e) == 0 else ""
    if e.has(sympy.Pow) and sympy.radsimp(sympy.powdenest(e)) == 0:
        return "the rationalised difference is zero"
    return ""


def _aligned(e: Expr) -> Expr:
    """Functions that nothing expands, written alike wherever their arguments are equal."""
    seen: list[Expr] = []
    for f in sorted(e.atoms(sympy.Max, sympy.Min, sympy.floor, sympy.ceiling, sympy.erf), key=str):
        twin = next((s for s in seen if s.func is f.func and _same_arguments(s, f)), None)
        if twin is None:
            seen.append(f)
        else:
            e = e.xreplace({f: twin})
    return e


def _same_arguments(a: Expr, b: Expr) -> bool:
    return len(a.args) == len(b.args) and all(any(how_zero(x - y) for y in b.args) for x in a.args)


def _rational_zero(e: Expr) -> bool:
    if e == 0:
        return True
    top, _ = sympy.fraction(sympy.together(e))
    expanded = sympy.expand(top)
    return expanded == 0 or (
        expanded.has(exp, sympy.Pow) and sympy.expand(sympy.powsimp(sympy.expand_power_exp(expanded))) == 0
    )


def joined(e: Expr) -> tuple[Expr, Expr] | None:
    """``(rest, argument)`` with ``e = rest + log(argument)``, if logarithms enter with rational weights."""
    rest: list[Expr] = []
    inside: list[Expr] = []
    for term in Add.make_args(sympy.expand_mul(e, deep=False)):
        weight, factor = term.as_coeff_Mul()
        if isinstance(factor, log) and weight.is_Rational:
            inside.append(factor.args[0] ** weight)
        elif factor.has(log):
            return None
        else:
            rest.append(term)
    return (Add(*rest), Mul(*inside)) if inside else None


def _log_zero(e: Expr) -> bool:
    pair = joined(e)
    if pair is None:
        return False
    rest, argument = pair
    return _rational_zero(sympy.expand_power_exp(argument * exp(rest)) - 1)
