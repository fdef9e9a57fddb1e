"""A SymPy expression in FLINT's ball arithmetic: as written, at the precision asked for.

FLINT shares no code with mpmath or with the package, so what it encloses is a second opinion on both.
"""

from collections.abc import Callable, Sequence
from functools import partial, reduce
from operator import add, mul, truediv
from typing import Any

import sympy
from flint import arb, ctx, fmpq
from sympy import Symbol
from sympy.core.basic import Basic
from sympy.core.expr import Expr

from attnmem.compile.refusal import refuse

Rule = Callable[..., Any]


class Balls:
    """Expressions over the same arguments: called with points and bits, for each expression a ball a point.

    A part that several share is computed once. A ball without a real value is FLINT's NaN, as is one that
    hangs on a comparison that so few bits do not settle.

    Raises      NotUnderstood at once for a function that has no rule
    """

    def __init__(self, expressions: Sequence[Expr], arguments: Sequence[Symbol]) -> None:
        self.places: dict[Basic, int] = {symbol: place for place, symbol in enumerate(arguments)}
        self.steps: list[tuple[Rule, tuple[int, ...]]] = []
        self.roots = tuple(self._place(e) for e in expressions)

    def __call__(self, points: Sequence[Sequence[float]], bits: int) -> list[list[arb]]:
        registers: list[list[Any]] = [list(map(arb, column)) for column in zip(*points, strict=True)]
        with ctx.workprec(bits):  # step by step over all points: most of the time is then FLINT's
            for rule, operands in self.steps:
                taken = [registers[place] for place in operands]
                registers.append(list(map(rule, *taken)) if taken else [rule()] * len(points))
        return [registers[place] for place in self.roots]

    def _place(self, e: Basic) -> int:
        """Where the value of a part stands, added with all it needs if it is new."""
        if e not in self.places:
            rule, parts = _rule(e)
            operands = tuple(self._place(part) for part in parts)
            self.steps.append((rule, operands))
            self.places[e] = len(self.places)
        return self.places[e]


def _rule(e: Basic) -> tuple[Rule, tuple[Basic, ...]]:
    """How a part is computed, and from which others."""
    if isinstance(e, Symbol):
        refuse(e, f"no argument is called {e}")
    if isinstance(e, sympy.Rational):
        return partial(arb, fmpq(int(e.p), int(e.q))), ()
    if isinstance(e, sympy.log) and isinstance(e.args[0], sympy.binomial):
        return _log_binomial, e.args[0].args
    if isinstance(e, sympy.Pow) and e.exp == -1:
        return partial(truediv, 1), (e.base,)
    if e.func in _OF_TWO:
        return _OF_TWO[e.func] if len(e.args) == 2 else partial(_folded, _OF_TWO[e.func]), e.args
    if isinstance(e, sympy.Piecewise):
        return _first_that_holds, tuple(part for branch in e.args for part in branch)
    return _RULES.get(e.func) or refuse(e), e.args


def _folded(rule: Rule, *parts: arb) -> arb:
    return reduce(rule, parts)


def _log_binomial(n: arb, k: arb) -> arb:
    return (n + 1).lgamma() - (k + 1).lgamma() - (n - k + 1).lgamma()


def _polygamma(order: arb, x: arb) -> arb:
    return x.digamma() if order == 0 else arb.nan()


def _first_that_holds(*parts: Any) -> arb:
    """A ``Piecewise``; branches that do not hold are computed too, and may be NaN."""
    branches = zip(parts[::2], parts[1::2], strict=True)
    return next((value if holds else arb.nan() for value, holds in branches if holds is not False), arb.nan())


def _compared(accepts: tuple[int, ...], left: arb, right: arb) -> bool | None:
    """None where the balls overlap."""
    apart = left - right
    signs = [sign for sign, is_so in ((-1, apart < 0), (0, apart.is_zero()), (1, apart > 0)) if is_so]
    return signs[0] in accepts if signs else None


_OF_TWO: dict[Any, Rule] = {sympy.Add: add, sympy.Mul: mul, sympy.Max: arb.max, sympy.Min: arb.min}
_RULES: dict[Any, Rule] = {
    sympy.Pow: pow,
    sympy.exp: arb.exp,
    sympy.log: arb.log,
    sympy.tanh: arb.tanh,
    sympy.erfinv: arb.erfinv,
    sympy.polygamma: _polygamma,
    type(sympy.pi): arb.pi,
    type(sympy.E): arb.const_e,
    type(sympy.true): lambda: True,
    type(sympy.false): lambda: False,
    sympy.Lt: partial(_compared, (-1,)),
    sympy.Le: partial(_compared, (-1, 0)),
    sympy.Gt: partial(_compared, (1,)),
    sympy.Ge: partial(_compared, (0, 1)),
}
