"""The measure's reference in FLINT and the package's own high precision, on mpmath, say the same number."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import sympy
from flint import arb, ctx, fmpq
from mpmath import mp
from sympy import Float, Function, Integer, Piecewise, Symbol, exp, log, sqrt

from attnmem.compile import to_mpmath
from attnmem.compile.high_precision import as_fraction
from attnmem.compile.sampling import sample
from attnmem.errors import BadInput, NotUnderstood

from . import arb as reference
from .arb import Balls
from .measure import BITS, Measure
from .measuring import EVERY

FEW = 40
AGREED = arb(2) ** (4 - BITS)
x = Symbol("x", real=True)


def as_ball(told: Callable[..., Any], point: list[float]) -> arb:
    """What mpmath says, to as many bits; NaN where it cannot tell."""
    with mp.workprec(BITS + 16), ctx.workprec(BITS + 16):
        try:
            exact = as_fraction(told(*point))
        except BadInput:
            return arb.nan()
        return arb(fmpq(exact.numerator, exact.denominator))


def disagreements(form: Any) -> tuple[list[Any], int]:
    """Where the two differ in the first 60 bits, and how many points were compared."""
    measure, told = Measure(form.expression, form.arguments), to_mpmath(form.expression, form.arguments)
    drawn = sample(form.arguments, form.conditions, 2 * FEW, seed=1)
    found, compared = [], 0
    for point in drawn[:: max(1, len(drawn) // FEW)].tolist():
        true = measure.reference(point)
        if true is None:
            continue
        other = as_ball(told, point)
        with ctx.workprec(BITS + 16):
            if not abs(other - true) <= abs(true) * AGREED:
                found.append((point, true, other))
        compared += 1
    return found, compared


@pytest.mark.parametrize("key", EVERY)
def test_flint_and_mpmath_say_the_same_number(key: str) -> None:
    found, compared = disagreements(EVERY[key])
    assert found == []
    assert compared >= FEW // 4


def off(rule: Callable[..., arb], *parts: arb) -> arb:
    """A rule that is wrong in its 56th bit: no double would show it."""
    return rule(*parts) * (1 + arb(2) ** -56)


PLANTED = {
    sympy.exp: "form-expansion",
    sympy.log: "form-log-odds",
    sympy.tanh: "form-one-less-tanh",
    sympy.Pow: "form-cube-root",
    sympy.erfinv: "form-quantile",
}


@pytest.mark.parametrize("function", PLANTED, ids=lambda function: function.__name__)
def test_a_wrong_reference_is_noticed(function: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(reference._RULES, function, partial(off, reference._RULES[function]))
    assert disagreements(EVERY[PLANTED[function]])[0]


def test_a_wrong_binomial_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "_log_binomial", lambda n, k: (n + 1).lgamma() - (k + 1).lgamma())
    assert disagreements(EVERY["form-choices"])[0]


def test_a_zero_that_only_algebra_shows_is_zero() -> None:
    share = Symbol("share", positive=True)
    entropy = -(share * log(share) + (1 - share) * log(1 - share)) / log(2)
    assert Measure(1 - entropy, (share,)).reference((0.5,)) == 0


def test_a_value_that_no_double_holds_is_left_out() -> None:
    measure = Measure(exp(x), (x,))
    assert measure.reference((-1e300,)) is None
    assert measure.reference((1e300,)) is None
    assert measure.reference((-800.0,)) is None
    assert measure.reference((-700.0,)) > 0


def test_a_branch_is_chosen_by_what_is_sure() -> None:
    pieces = Measure(Piecewise((log(x), x > 1), (sqrt(-x), x < 0), (7, True)), (x,))
    assert [float(pieces.reference((at,))) for at in (-4.0, 0.0, 1.0)] == [2.0, 7.0, 7.0]
    third = Piecewise((1, sqrt(x) ** 2 > x), (0, True))  # SymPy knows that these are equal, a ball does not
    assert Measure(third, (x,)).reference((2.0,)) == 0


def test_what_has_no_real_value_or_no_rule_is_refused() -> None:
    with pytest.raises(BadInput, match="undefined"):
        Measure(log(x), (x,)).reference((-1.0,))
    for unknown in (Function("mystery")(x), x * Float("0.1"), x + Symbol("stray")):
        with pytest.raises(NotUnderstood, match=r"cannot compile|decimal"):
            Balls((unknown,), (x,))
    assert float(Balls((Integer(3) / 7,), ())([()], BITS)[0][0]) == 3 / 7


def test_the_precision_is_left_as_it_was() -> None:
    before = ctx.prec
    Measure(log(1 + x) - x, (x,)).reference((1e-200,))
    assert ctx.prec == before
