"""Sums made comparable: split into terms, constants out, one name for the running index, ranges joined."""

import sympy
from sympy import Add, Dummy, Expr, Sum, exp

MOST_TERMS = 8
_RUNNING = sympy.Symbol("i'", integer=True)


def linear_sums(e: Expr) -> Expr:
    """Every sum split into terms, with what does not depend on its index taken out."""
    if not e.has(Sum):
        return e
    if isinstance(e, Sum):
        *inner, (index, first, last) = e.limits
        body = linear_sums(Sum(e.function, *inner) if inner else e.function)
        return Add(*(_one_sum(term, index, first, last) for term in Add.make_args(_expanded(body))))
    return e.func(*(linear_sums(a) if isinstance(a, Expr) else a for a in e.args))


def _expanded(body: Expr) -> Expr:
    """The body expanded, sums inside it left as they are."""
    inner = {part: Dummy("S") for part in body.atoms(Sum)}
    return sympy.expand(body.xreplace(inner)).xreplace({name: part for part, name in inner.items()})


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
