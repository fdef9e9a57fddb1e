"""The oracle's side: every digit asked for is right, from exact inputs."""

from fractions import Fraction

import pytest
from mpmath import mp
from sympy import Rational, Symbol, exp, log

from attnmem.compile import to_mpmath
from attnmem.errors import BadInput

x = Symbol("x", positive=True)
ENTROPY_BITS = -(x * log(x) + (1 - x) * log(1 - x)) / log(2)


@pytest.mark.parametrize("dps", [15, 50, 300])
def test_cancellation_costs_no_digit(dps: int) -> None:
    tiny = Fraction(1, 10**600)
    with mp.workdps(dps):
        value = to_mpmath(log(1 + x) / x, (x,))(tiny)
    with mp.workdps(1300):
        exact = mp.log(1 + mp.mpf(10) ** -600) * mp.mpf(10) ** 600
        assert abs(value - exact) <= mp.mpf(10) ** -dps


def test_a_hidden_zero_is_zero() -> None:
    assert to_mpmath(1 - ENTROPY_BITS, (x,))(Rational(1, 2)) == 0


def test_inputs_are_exact_numbers() -> None:
    third = to_mpmath(x, (x,))(Fraction(1, 3))
    with mp.workdps(60):
        assert to_mpmath(x, (x,))(Fraction(1, 3)) != third


def test_an_undefined_value_is_refused() -> None:
    with pytest.raises(BadInput, match="division by zero"):
        to_mpmath(1 / (x - 1), (x,))(1)


def test_an_exponential_out_of_reach_is_refused_and_a_large_one_is_not() -> None:
    assert mp.mag(to_mpmath(exp(x), (x,))(10**9)) == 1442695041
    with pytest.raises(BadInput, match="out of reach"):
        to_mpmath(exp(x), (x,))(10**1000)
