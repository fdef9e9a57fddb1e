"""The rewritten form is the same function, and has the shape that keeps its digits."""

import numpy as np
import pytest
from mpmath import mp
from sympy import Symbol, exp, log, sqrt
from sympy.core.expr import Expr

from attnmem.compile import to_mpmath
from attnmem.compile.heads import (
    CExp,
    CExpOver,
    Expm1,
    Head,
    Log1mExp,
    Log1p,
    Log1pCExp,
    Log1pGap,
    LogAddExp,
    LogRatio,
    RCExp,
    plain,
)
from attnmem.compile.rewrite import stable
from attnmem.compile.sampling import sample
from attnmem.errors import BadInput
from attnmem.theory import FORMULAS

from .forms import FORMS

EVERY = {f.key: f for f in (*FORMULAS, *FORMS)}
x, y, c = (Symbol(name, positive=True) for name in "xyc")
u = Symbol("u", real=True)

SHAPES = {
    "log1p": (log(1 + x), Log1p(x)),
    "log1pcexp": (log(1 + c * exp(u)), Log1pCExp(c, u)),
    "rcexp": (1 / (1 + c * exp(u)), RCExp(c, u)),
    "rcexp over a positive rest": (y / (y + exp(u)), RCExp(1 / y, u)),
    "absorbed": (exp(u) / (1 + exp(u)), RCExp(1, -u)),
    "absorbed twice": (exp(2 * u) / (1 + exp(u)) ** 2, RCExp(1, -u) ** 2),
    "absorbed rest": (exp(u) / (x - 1 + exp(u)), RCExp(x - 1, -u)),
    "complement of a sigmoid": (1 - 1 / (1 + exp(-u)), RCExp(1, u)),
    "logaddexp": (log(exp(x) + exp(u)), LogAddExp(u, x)),
    "log1mexp": (log(1 - exp(-x)), Log1mExp(-x)),
    "expm1": (c - c * exp(-x), -c * Expm1(-x)),
    "power complement": (1 - x ** (1 / y), -Expm1(log(x) / y)),
    "root complement": (1 - sqrt(1 - x), -Expm1(Log1p(-x) / 2)),
    "power near one": ((1 - x) ** y, exp(y * Log1p(-x))),
    "factor outside the exponent": (c * exp(u), CExp(c, u)),
    "factor over a sum": (c * exp(x) / (1 + exp(u)), CExpOver(c, x, 1, u)),
    "log of a product with an exponential": (log(c * exp(u)), u + log(c)),
    "log of a quotient": (log(x / y), LogRatio(x, y)),
    "gap": (c * x - c * log(1 + x), c * Log1pGap(x)),
}


@pytest.mark.parametrize("name", SHAPES)
def test_the_shape(name: str) -> None:
    written, wanted = SHAPES[name]
    assert stable(written) == wanted


@pytest.mark.parametrize("key", EVERY)
def test_a_rewritten_form_is_the_same_function(key: str) -> None:
    """Turned back to plain SymPy and evaluated to 40 digits, at points of the whole domain."""
    form = EVERY[key]
    back = plain(stable(form.expression))
    assert not back.atoms(Head)
    before, after = (to_mpmath(e, form.arguments) for e in (form.expression, back))
    points = sample(form.arguments, form.conditions, 40, seed=1)
    compared = 0
    for point in points[:: max(1, len(points) // 20)].tolist():
        with mp.workdps(40):
            try:
                assert abs(before(*point) - after(*point)) <= abs(before(*point)) * mp.mpf(10) ** -38
                compared += 1
            except BadInput:
                continue
    assert compared >= 5


def wrong(expression: Expr) -> Expr:
    """A rule that forgets its factor."""
    return expression.replace(CExp, lambda c, u: exp(u))


def test_the_comparison_can_fail() -> None:
    form = EVERY["topk-odds-gap"]
    back = plain(wrong(stable(form.expression)))
    point = np.array([100.0, 3.0, 1.0])
    assert (
        abs(to_mpmath(back, form.arguments)(*point) / to_mpmath(form.expression, form.arguments)(*point) - 1)
        > 0.5
    )
