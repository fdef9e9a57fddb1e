"""``evaluate``: exact inputs of every kind, right digits, and what starting it costs."""

import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from mpmath import mp, mpf
from sympy import Rational, lambdify

from attnmem import evaluate
from attnmem.compile import to_latex, to_numpy
from attnmem.compile.sampling import sample
from attnmem.errors import BadInput
from attnmem.evaluation import as_float
from attnmem.proof.record import Formula
from attnmem.theory import FORMULAS

THIRD = 0.40546510810816438198


@pytest.mark.parametrize("third", ["1/3", Fraction(1, 3), Rational(1, 3)])
def test_an_exact_third_is_a_third(third: Any) -> None:
    assert evaluate("topk-kl-tail", tau=third) == THIRD
    assert evaluate("topk-kl-tail", tail_mass=third) == THIRD


@pytest.mark.parametrize("half", [0.5, Decimal("0.5"), np.float32(0.5), np.float64(0.5), mpf(0.5), "1/2"])
def test_every_kind_of_number_is_the_number_it_is(half: Any) -> None:
    assert evaluate("topk-kl-tail", tau=half) == 0.6931471805599453


def test_an_input_no_double_holds_costs_no_digit() -> None:
    assert evaluate("topk-kl-tail", tau="1-1e-30") == 69.07755278982137
    assert evaluate("topk-kl-tail", tau="1e-30") == 1e-30


@pytest.mark.parametrize("digits", [1, 15, 50, 1000])
def test_digits_are_right_digits(digits: int) -> None:
    found = evaluate("topk-tail-budget", digits=digits, epsilon="1/7")
    with mp.workdps(digits + 20):
        assert abs(found + mp.expm1(-mpf(1) / 7)) <= mpf(10) ** -digits


def test_precision_is_left_as_it_was() -> None:
    before = mp.prec
    evaluate("topk-tail-budget", digits=300, epsilon="1/7")
    assert mp.prec == before


@pytest.mark.parametrize("value", [True, None, float("nan"), float("inf"), 1j, [0.5], mpf("nan"), "half"])
def test_what_is_no_real_number_is_refused(value: Any) -> None:
    with pytest.raises(BadInput, match="topk-kl-tail: tau"):
        evaluate("topk-kl-tail", tau=value)


@pytest.mark.parametrize("digits", [0, -1, 10_001, 2.5, True])
def test_a_number_of_digits_one_cannot_ask_for_is_refused(digits: Any) -> None:
    with pytest.raises(BadInput, match="from 1 to 10000"):
        evaluate("topk-kl-tail", digits=digits, tau=0)


def test_a_value_that_float64_cannot_hold_is_named_and_given_on_request() -> None:
    with pytest.raises(BadInput, match=r"1\.1844e-434 is outside the range of float64"):
        evaluate("topk-kl-gap", n=10, k=3, Delta=1000)
    assert evaluate("topk-kl-gap", digits=5, n=10, k=3, Delta=1000) > 0


def test_one_evaluation_loads_no_arrays_and_no_plots() -> None:
    heavy = "('numpy', 'scipy', 'matplotlib', 'ipywidgets', 'sphinx')"
    code = (
        "import sys; from attnmem.cli import main; main(['eval', 'topk-kl-tail', 'tau=0.5']); "
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["0.6931471805599453", "[]"]


@pytest.mark.parametrize("of", FORMULAS, ids=lambda of: of.key)
def test_every_formula_answers_under_its_letters(of: Formula) -> None:
    """At an ordinary point the exact and the compiled route agree, and no name is left without a letter."""
    points = sample(of.arguments, of.conditions, 200, seed=2)
    values = to_numpy(of.expression, of.arguments, of.conditions)(*points.T)
    ordinary = np.flatnonzero((np.abs(values) > 1e-6) & (np.abs(values) < 1e6))[0]
    letters = [of.letters[symbol].alias for symbol in of.arguments]
    assert len(set(letters)) == len(letters)
    answered = evaluate(of.key, **dict(zip(letters, points[ordinary].tolist(), strict=True)))
    assert answered == pytest.approx(values[ordinary], rel=1e-9)
    shown = to_latex(of.expression, of.letters)
    assert not [s.name for s in of.arguments if to_latex(s, {}) in shown]


@pytest.mark.parametrize("found", FORMULAS, ids=lambda found: found.key)
def test_every_formula_is_the_nearest_double_to_a_thousand_digits(found: Formula) -> None:
    """The other side is SymPy's own translation, in plain mpmath, which knows nothing of enclosures."""
    plainly = lambdify(found.arguments, found.expression, "mpmath")
    for row in sample(found.arguments, found.conditions, 12).tolist():
        with mp.workdps(1000):
            value = plainly(*map(mpf, row))
        held = mpf(2) ** -1022 <= abs(value) < mpf(2) ** 1023  # no double has all digits of the rest
        expected = (float(value),) if held else (None, 0.0) if abs(value) < 1 else (None,)
        assert as_float(found, dict(zip(found.arguments, map(Fraction, row), strict=True))) in expected, row
