"""The form that keeps its digits: bottom-up rules from plain SymPy to the private heads.

    log(1 + u)          log1p(u)                 c e^u - c        c expm1(u)
    log(1 + c e^u)      log1pcexp(c, u)          c a^x - c        c expm1(x log a)
    1/(a + c e^u)       rcexp(c/a, u)/a          (1 - d)^L        exp(L log1p(-d))
    log((b + x)/b)      log1p(x/b)               1 - tanh x       2 rcexp(1, 2x)
    log((1 + x)/(1 - x))  2 atanh x
    log(1 - e^u)        log1mexp(u)              x - log(1 + x)   log1pgap(x)
    f e^v/(1 + c e^u)   cexpover(f, v, c, u)     log(a/b)         logratio(a, b)
    log(sum c e^u)      logaddexp, folded        log C(n, k)      logbinomial(n, k)
    e^u/(a + c e^u)     rcexp(a/c, -u)/c         ln 2 - H(x)      entropygap(x)

SymPy's own C99 rewriting is not used: it moves a factor into the exponent, which costs one unit of round-off
per unit of exponent, and it expands logarithms into sums that overflow and cancel.
"""

from collections.abc import Callable
from functools import reduce
from typing import Any

from sympy import Add, Integer, Mul, Pow, Rational, atanh, binomial, erfcinv, erfinv, exp, log, sqrt, tanh
from sympy.core.basic import Basic
from sympy.core.expr import Expr

from attnmem.compile import heads, terms


def stable(expression: Expr) -> Expr:
    """The same function in a form that keeps its digits.

    >>> from sympy import Symbol
    >>> x = Symbol("x", positive=True)
    >>> stable(log(1 + x)), stable(1 - exp(-x))
    (Log1p(x), -Expm1(-x))
    """
    return _scaled(_rewritten(expression))


def _rewritten(e: Basic) -> Any:
    if not e.args or not e.free_symbols:
        return e
    if isinstance(e, log) and isinstance(e.args[0], binomial):
        return heads.LogBinomial(*(_rewritten(a) for a in e.args[0].args))
    rebuilt = _of(e, tuple(_rewritten(a) for a in e.args))
    rule = _RULES.get(rebuilt.func)
    return rule(rebuilt) if rule else rebuilt


def _scaled(e: Basic) -> Any:
    """Last pass: a product with an exponential computes it together with its factor."""
    if not e.args or not e.free_symbols:
        return e
    rebuilt = _of(e, tuple(_scaled(a) for a in e.args))
    if not isinstance(rebuilt, Mul):
        return rebuilt
    factor, exponent = terms.exponential(rebuilt) or terms.Exponential(rebuilt, Integer(0))
    for part in Mul.make_args(factor):
        base, _ = terms.power_of(part)
        if isinstance(base, heads.RCExp) and factor not in (part, -part):
            return heads.CExpOver(factor / base, exponent, *base.args)
    return heads.CExp(factor, exponent) if exponent != 0 and factor not in (1, -1) else rebuilt


def _of(e: Basic, parts: tuple[Any, ...]) -> Any:
    """The expression with these parts: itself where they are its own, which ``Max`` would compare anew."""
    return e if parts == e.args else e.func(*parts)


def _logarithm(e: Expr) -> Expr:
    inside = e.args[0]
    if isinstance(inside, heads.RCExp):
        return -heads.Log1pCExp(*inside.args)
    if isinstance(-inside, heads.Expm1):
        return heads.Log1mExp((-inside).args[0])
    if isinstance(inside, exp):
        return inside.args[0]
    if isinstance(inside, Pow) and not inside.exp.is_integer:
        return _rewritten(inside.exp * log(inside.base))
    if isinstance(inside, Mul) and (scaled := terms.exponential(inside)):
        return scaled.exponent + _logarithm(log(scaled.factor))
    if isinstance(inside, Add):
        return _log_of_sum(inside)
    below = Mul(*(1 / f for f in Mul.make_args(inside) if terms.is_divisor(f)))
    return _log_of_ratio(inside * below, below) if below.free_symbols else e


def _log_of_ratio(above: Expr, below: Expr) -> Expr:
    """A quotient that may lie near 1 by the way it is written, as one plus what it differs by."""
    over, under = (terms.less_term(total, part) for total, part in ((above, below), (below, above)))
    if over is not None:
        return heads.Log1p(over / below)
    if under is not None:
        return -heads.Log1p(under / above)
    x = terms.beyond_one(above)
    if x is not None and terms.beyond_one(below) == -x:
        return 2 * atanh(x)
    return heads.LogRatio(above, below)


def _log_of_sum(total: Expr) -> Expr:
    whole = terms.unfolded(total)
    exponentials = [found for t in Add.make_args(whole) if (found := terms.exponential(t))]
    negative = any(terms.is_negative(found.factor) for found in exponentials)
    beyond = terms.beyond_one(total)
    if exponentials and not negative:
        if beyond is not None and len(Add.make_args(beyond)) == 1:
            return heads.Log1pCExp(*exponentials[0])
        rest = Add(*(t for t in Add.make_args(whole) if not terms.exponential(t)))
        logs = [u if c == 1 else u + log(c) for c, u in exponentials]
        return reduce(heads.LogAddExp, logs if rest == 0 else [_rewritten(log(rest)), *logs])
    return log(total) if beyond is None else heads.Log1p(beyond)


def _power(e: Expr) -> Expr:
    if isinstance(e, exp):
        return e
    base, exponent = e.args
    if exponent.is_Rational:
        return _constant_power(e, base, exponent)
    beyond = terms.beyond_one(base)
    return e if beyond is None else exp(exponent * heads.Log1p(beyond))


def _constant_power(e: Expr, base: Expr, exponent: Rational) -> Expr:
    split = terms.one_exponential(base)
    if exponent < 0 and split and split[0].is_positive and not terms.is_negative(split[1].factor):
        rest, (c, u) = split
        return heads.RCExp(c / rest, u) ** -exponent * rest**exponent
    if exponent.q & (exponent.q - 1):
        return heads.RootPower(base, exponent)
    return e


def _product(e: Expr) -> Expr:
    """An exponential that stands over 1 + c e^u, or over a + c e^u, is taken into it."""
    scaled = terms.exponential(e)
    if scaled is None:
        return e
    for factor in Mul.make_args(scaled.factor):
        base, power = terms.power_of(factor)
        found = _denominator(base, power)
        if found is None:
            continue
        rest, (c, u), lowered = found
        remaining = terms.drop_multiple(scaled.exponent, u)
        if remaining is not None:
            others = scaled.factor / factor * lowered
            return _product(others * exp(remaining) * heads.RCExp(rest / c, -u) / c)
    return e


def _denominator(base: Expr, power: Expr) -> tuple[Expr, terms.Exponential, Expr] | None:
    """A factor 1/(rest + c e^u)^m as (rest, (c, u), the factor with m one less)."""
    if isinstance(base, heads.RCExp) and power.is_Integer and power > 0:
        return Integer(1), terms.Exponential(*base.args), base ** (power - 1)
    split = terms.one_exponential(base)
    if split and power.is_Integer and power < 0 and not terms.is_negative(split[1].factor):
        return split[0], split[1], base ** (power + 1)
    return None


def _sum(e: Expr) -> Expr:
    found = [t for part in Add.make_args(e) for t in _spread(part)]
    for rule in (_entropy_gap, _log_gap, _complement):
        while (less := rule(found)) is not None:
            found = less
    return Add(*found)


def _spread(term: Expr) -> tuple[Expr, ...]:
    """A number times a sum, as its terms; anything else as it is."""
    number, rest = term.as_independent(*term.free_symbols, as_Add=False)
    if not isinstance(rest, Add) or not number.is_number or number == 1:
        return (term,)
    return tuple(number * t for t in rest.args)


def _entropy_gap(found: list[Expr]) -> list[Expr] | None:
    """c ln 2 + c x ln x + c (1 - x) ln(1 - x)."""
    for term in found:
        for factor in Mul.make_args(term):
            if not isinstance(factor, log):
                continue
            x = factor.args[0]
            c = term / factor / x
            if c.free_symbols:
                continue
            other = c * (1 - x) * heads.Log1p(-x)
            rest = terms.without(found, term, other, c * log(2))
            if rest is not None:
                return [*rest, c * heads.EntropyGap(x)]
    return None


def _log_gap(found: list[Expr]) -> list[Expr] | None:
    """c x - c log(1 + x)."""
    for term in found:
        for factor in Mul.make_args(term):
            if isinstance(factor, heads.Log1p):
                c = -term / factor
                rest = terms.without(found, term, c * factor.args[0])
                if rest is not None:
                    return [*rest, c * heads.Log1pGap(factor.args[0])]
    return None


def _complement(found: list[Expr]) -> list[Expr] | None:
    """c f - c, for an f that may lie close to 1."""
    for term in found:
        for factor in Mul.make_args(term):
            less_one = _less_one(factor)
            if less_one is None:
                continue
            c = term / factor
            rest = terms.without(found, term, -c)
            if rest is not None:
                return [*rest, _product(c * less_one)]
            rest = terms.without(found, term, c)
            if rest is not None and isinstance(factor, tanh):
                return [*rest, 2 * c * heads.RCExp(1, -2 * factor.args[0])]
    return None


def _less_one(factor: Expr) -> Expr | None:
    """f - 1 in a form that keeps its digits, for the f that have one."""
    if not factor.free_symbols:
        return None
    if isinstance(factor, exp):
        return heads.Expm1(factor.args[0])
    if isinstance(factor, heads.RCExp):
        c, u = factor.args
        return -heads.RCExp(1 / c, -u)
    if isinstance(factor, tanh):
        return -2 * heads.RCExp(1, 2 * factor.args[0])
    if isinstance(factor, heads.RootPower) or (isinstance(factor, Pow) and not factor.exp.is_Integer):
        base, exponent = factor.args
        return heads.Expm1(exponent * _logarithm(log(base)))
    return None


def _quantile(e: Expr) -> Expr:
    """erfinv(2p - 1) and erfcinv(2p)."""
    p = (e.args[0] + 1) / 2 if isinstance(e, erfinv) else 1 - e.args[0] / 2
    return heads.NormalQuantile(p) / sqrt(2)


_RULES: dict[Any, Callable[[Expr], Expr]] = {
    log: _logarithm,
    Pow: _power,
    Mul: _product,
    Add: _sum,
    erfinv: _quantile,
    erfcinv: _quantile,
}
