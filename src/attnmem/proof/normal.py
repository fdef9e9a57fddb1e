"""Exact normal form: whether an expression is zero, by rewriting alone.

Sums are made linear (split, constants taken out, one name for the running index), then logarithms and
powers are expanded as far as the signs of their arguments allow, then the numerator over one denominator is
expanded.
"""

import sympy
from sympy import Add, Dummy, Expr, Mul, Sum, exp, log
from sympy.functions.elementary.hyperbolic import HyperbolicFunction

MOST_TERMS = 8
_RUNNING = sympy.Symbol("i'", integer=True)


def linear_sums(e: Expr) -> Expr:
    """Every sum split into terms, with what does not depend on its index taken out."""
    if not e.has(Sum):
        return e
    if isinstance(e, Sum):
        *inner, (index, first, last) = e.limits
        body = linear_sums(Sum(e.function, *inner) if inner else e.function)
        return Add(*(_one_sum(term, index, first, last) for term in Add.make_args(sympy.expand(body))))
    return e.func(*(linear_sums(a) if isinstance(a, Expr) else a for a in e.args))


def _one_sum(term: Expr, index: sympy.Symbol, first: Expr, last: Expr) -> Expr:
    if not term.has(index):
        return term * (last - first + 1)
    constant, rest = term.as_independent(index, as_Add=False)
    if rest.has(exp):  # exp(a + f(i)) hides the constant factor exp(a)
        more, rest = sympy.expand_power_exp(rest).as_independent(index, as_Add=False)
        constant, rest = constant * more, sympy.powsimp(rest, combine="exp")
    running = Dummy("i", integer=True)
    nested = {d.limits[0][0] for d in rest.atoms(Sum)}
    name = _RUNNING if _RUNNING not in nested else running
    return constant * Sum(rest.xreplace({index: name}), (name, first, last))


def telescoped(e: Expr) -> Expr:
    """Every sum as a difference of two that start at one, so that ranges that meet or nearly do join.

    That is SymPy's own convention for sums; it is plain addition wherever last >= first - 1.
    """
    from_one: dict[tuple[Expr, Expr], Expr] = {}

    def up_to(body: Expr, index: sympy.Symbol, end: Expr) -> Expr:
        whole, rest = sympy.expand(end).as_coeff_Add()
        if not whole.is_Integer or abs(whole) > MOST_TERMS:
            whole, rest = sympy.Integer(0), end
        start = (
            from_one.setdefault((body, rest), Dummy("S", **_facts(body, rest)))
            if rest != 0
            else sympy.Integer(0)
        )
        extra = range(1, int(whole) + 1) if whole > 0 else range(int(whole) + 1, 1)
        terms = Add(*(body.xreplace({index: rest + t}) for t in extra))
        return start + terms if whole > 0 else start - terms

    def one(a: Sum) -> Expr:
        if len(a.limits) > 1:
            return a
        index, first, last = a.limits[0]
        return up_to(a.function, index, last) - up_to(a.function, index, first - 1)

    return e.replace(lambda a: isinstance(a, Sum), one)


def _facts(body: Expr, end: Expr) -> dict[str, bool]:
    if body.is_positive and end.is_positive:
        return {"positive": True}
    return {"real": True} if body.is_real else {}


def spread(e: Expr) -> Expr:
    """Logarithms of products and powers of sums taken apart, where signs allow."""
    if e.has(log):
        e = e.replace(log, lambda a: log(sympy.factor(sympy.together(a))))
        e = sympy.expand_log(e)
    return sympy.expand_power_exp(e) if e.has(exp) or e.has(sympy.Pow) else e


def is_zero(e: Expr) -> bool:
    """Whether the expression is the same as zero by exact rewriting. ``False`` means only *not seen*."""
    return bool(how_zero(e))


def how_zero(e: Expr) -> str:
    """The rewriting that brought the expression to zero, in words; empty if none did."""
    if e == 0:
        return "both sides are one expression"
    if e in (sympy.oo, -sympy.oo, sympy.zoo, sympy.nan):
        return ""
    if e.has(HyperbolicFunction):
        e = e.rewrite(exp)
    e = _aligned(linear_sums(e))
    if sympy.expand(e) == 0:
        return "the expanded difference is zero"
    if e.has(Sum):
        e = telescoped(e)
        if sympy.expand(e) == 0:
            return "the sums meet end to end and the rest expands to zero"
    e = spread(e)
    if _rational_zero(e):
        return "the numerator of the difference expands to zero"
    if e.has(log) and _log_zero(e):
        return "the logarithms join to the logarithm of one"
    if e.has(sympy.KroneckerDelta, sympy.Piecewise, sympy.Abs, sympy.binomial, sympy.factorial, sympy.gamma):
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
