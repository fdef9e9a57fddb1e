"""The NumPy side as callers meet it: shapes, silence, and branches that run only where they hold."""

import numpy as np
import pytest
from sympy import Max, Piecewise, Symbol, exp, log, sqrt

from attnmem.compile import arrays, to_javascript, to_latex, to_numpy
from attnmem.compile.javascript import module
from attnmem.proof.record import Letter
from attnmem.symbols import quantity
from attnmem.theory import formula

x = Symbol("x", real=True)
GAP = formula("topk-kl-gap")


def test_arrays_broadcast_and_numbers_give_a_number() -> None:
    bound = to_numpy(GAP.expression, GAP.arguments, GAP.conditions)
    grid = bound(np.array([[2**10], [2**18]]), 2**8, np.linspace(0, 20, 5))
    assert grid.shape == (2, 5)
    assert grid[1, 2] == bound(2**18, 2**8, 10.0)
    assert isinstance(bound(2**18, 2**8, 10.0), np.float64)
    assert bound(np.array([], dtype=float), 3, 1.0).shape == (0,)


def test_a_wrong_number_of_arguments_is_refused() -> None:
    with pytest.raises(TypeError, match="3 values wanted, 1 came"):
        to_numpy(GAP.expression, GAP.arguments)(1)


def test_a_constant_has_a_value_without_arguments() -> None:
    assert to_numpy(log(4) / log(2), ())() == 2


def test_a_branch_sees_only_the_rows_where_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []

    def watched(values: np.ndarray) -> np.ndarray:
        seen.extend(values.tolist())
        return np.log(values)

    monkeypatch.setitem(arrays.OPERATIONS, "log", watched)
    pieces = to_numpy(Piecewise((log(x), x > 1), (sqrt(-x), x < 0), (0, True)), (x,))
    assert pieces(np.array([-4.0, 0.5, 1.0, 2.0])).tolist() == [2.0, 0.0, 0.0, np.log(2.0)]
    assert seen == [2.0]


def test_no_branch_is_no_number() -> None:
    assert np.isnan(to_numpy(Piecewise((x, x > 0)), (x,))(-1.0))


def test_extremes_are_silent() -> None:
    """Warnings are errors in this suite, so reaching the end is the assertion's other half."""
    function = to_numpy(Max(0, log(exp(x) - 1)), (x,))
    assert function(np.array([-1e308, 0.0, 1e308])).tolist()[2] == np.inf


def test_a_module_imports_what_its_functions_call() -> None:
    source = to_javascript("bound", GAP.expression, GAP.arguments, GAP.conditions)
    assert module([source]).startswith('import { log1pcexp } from "./runtime.js";\n\nexport function bound(')
    assert "import" not in module([to_javascript("twice", 2 * x, (x,))])


def test_latex_uses_the_letters_of_the_derivation() -> None:
    budget = quantity("kl_budget").symbol
    assert to_latex(1 - exp(-budget), {budget: Letter("epsilon", r"\varepsilon")}) == r"1 - e^{- \varepsilon}"
    assert to_latex(1 - exp(-budget), {budget: Letter("b")}) == "1 - e^{- b}"
    assert to_latex(budget, {}) == r"\text{kl budget}"
