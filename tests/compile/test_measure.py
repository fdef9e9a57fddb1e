"""Every formula, in NumPy and in V8, against FLINT; and faults that the measure must catch."""

from typing import Any

import numpy as np
import pytest
from sympy import Symbol, log
from sympy.core.expr import Expr

from attnmem.compile import arrays
from attnmem.compile.javascript import runtime_source
from attnmem.compile.program import lowered

from .engines import javascript_values, numpy_values
from .forms import FORMS, Form
from .measure import ALLOWED, Measure
from .measuring import EVERY, POINTS, points, size, worst

FEW = 2_000


@pytest.mark.parametrize("key", EVERY)
def test_both_engines_keep_the_digits_the_formula_has(key: str) -> None:
    form = EVERY[key]
    at = points(form)
    assert len(at) >= min(POINTS, size(form))
    numpy, javascript = worst(form, at, numpy_values(form, at), javascript_values(form, at))
    assert max(numpy.size, javascript.size) <= getattr(form, "allowed", ALLOWED), f"{numpy}; V8 {javascript}"


@pytest.mark.parametrize("form", [f for f in FORMS if f.allowed > ALLOWED], ids=lambda f: f.key)
def test_a_wider_allowance_has_a_reason_and_a_limit(form: Form) -> None:
    assert form.allowed <= 16
    assert form.because


def as_written(form: Any, at: np.ndarray) -> list[float]:
    """The expression without any rewriting: what plain printing would compute."""
    value = arrays._column(lowered(form.expression, form.arguments))
    with np.errstate(all="ignore"):
        return np.asarray(value(list(at.T))).tolist()


NAIVE = (
    "topk-kl-tail",
    "topk-tail-budget",
    "topk-kl-gap",
    "decay-complement-needed",
    "index-bits",
    "form-softplus",
    "form-survival",
)


@pytest.mark.parametrize("key", NAIVE)
def test_the_plain_form_is_caught(key: str) -> None:
    form = EVERY[key]
    at = points(form, FEW)
    (error,) = worst(form, at, as_written(form, at))
    assert error.size > 1000 * ALLOWED


def test_a_constant_wrong_in_its_last_bits_is_caught() -> None:
    form = EVERY["pool-snr-db"]
    at = points(form, FEW)
    wrong = [value * (1 + 2.0**-49) for value in numpy_values(form, at)]
    (error,) = worst(form, at, wrong)
    assert error.size > ALLOWED


TWISTS = {
    "log1pcexp": (
        "form-softplus",
        "Math.log(c) + Math.log1p(cexp(1 / c, -u))",
        "Math.log(c) + cexp(1 / c, -u)",
    ),
    "cexpover": ("topk-odds-sink", "v - u)", "v) * Math.exp(-u)"),
    "rcexp": ("form-sigmoid", "return t / (1 + t);", "return t;"),
    "cexp": ("topk-odds-gap", "c * Math.exp(u / 2) * Math.exp(u / 2)", "c * Math.exp(u)"),
    "entropygap": ("form-entropy-gap", "Math.abs(x - 0.5) < 0.4", "false"),
    "log1pgap": ("form-log-gap", "n = 29", "n = 9"),
    "logbinomial": ("form-choices", "1 / 12 - w", "1 / 12 + w"),
    "logratio": ("topk-gap-needed", "ratio > TINY && ratio < HUGE", "true"),
    "log1mexp": ("form-log-one-less-exp", "u > -Math.LN2 ?", "true ?"),
    "logaddexp": ("form-log-sum-exp", "high + Math.log1p", "high + Math.expm1"),
    "normalquantile": ("form-quantile", "0.180625", "0.180635"),
}


@pytest.mark.parametrize("helper", TWISTS)
def test_a_twisted_helper_of_the_page_is_caught(helper: str) -> None:
    key, right, wrong = TWISTS[helper]
    form = EVERY[key]
    assert right in runtime_source()
    at = points(form, FEW)
    (error,) = worst(form, at, javascript_values(form, at, runtime_source().replace(right, wrong)))
    assert error.size > getattr(form, "allowed", ALLOWED)


OUTSIDE = {
    "topk-kl-gap": [
        (10, 10, 1),
        (10, 0, 1),
        (10, 3, -1),
        (0, 0, 0),
        (10, 3, float("nan")),
        (float("inf"), 3, 1),
    ],
    "topk-kl-tail": [(1,), (-1e-300,), (2,), (float("inf"),), (float("nan"),)],
    "topk-gap-needed": [(10, 3, 0), (3, 10, 1)],
}


@pytest.mark.parametrize("key", OUTSIDE)
def test_outside_the_domain_there_is_no_number(key: str) -> None:
    at = np.array(OUTSIDE[key], dtype=float)
    assert np.isnan(numpy_values(EVERY[key], at)).all()
    assert np.isnan(javascript_values(EVERY[key], at)).all()


def test_the_measure_sees_a_value_of_zero() -> None:
    x = Symbol("x", positive=True)
    expression: Expr = log(x)
    measure, points = Measure(expression, (x,)), [(1.0,), (1.0,)]
    right, wrong = measure.sizes(points, measure.references(points), [0.0, 1e-12])
    assert right == 0
    assert wrong > 1000
