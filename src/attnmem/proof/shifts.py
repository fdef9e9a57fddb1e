"""Symbols that stand for shifts: one per name and sign, so that SymPy works out its facts once.

Whoever takes one makes sure that its name is new in the expression at hand.
"""

from functools import cache

from sympy import Dummy, Expr, Symbol


@cache
def shift(name: str, sign: str = "nonnegative", whole: bool = False) -> Symbol:
    """The shift of that name; ``sign`` is ``positive``, ``nonnegative`` or ``real``."""
    facts = {"integer": True} if whole else {"real": True}
    return Dummy(name, **facts, **({} if sign == "real" else {sign: True}))


def names_in(*exprs: Expr) -> set[str]:
    """The names of all symbols in some expressions."""
    return {s.name for e in exprs for s in e.free_symbols if isinstance(s, Symbol)}
