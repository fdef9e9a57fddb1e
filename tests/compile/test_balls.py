"""A ball holds the true value: each operation, at low precision, against mpmath at three hundred digits."""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from mpmath import mp, mpf

from attnmem.compile import balls, elementary, special
from attnmem.compile.balls import Ball, Imprecise, Number, Undefined

PREC = 20
TRIALS = 400

ONE_ARGUMENT: dict[str, tuple[Callable[..., Number], Callable[[mpf], mpf]]] = {
    "invert": (balls.invert, lambda x: 1 / x),
    "exp": (elementary.exp, mp.exp),
    "log": (elementary.log, mp.log),
    "log_beyond_one": (elementary.log_beyond_one, lambda y: mp.log(1 + y)),
    "sqrt": (elementary.sqrt, mp.sqrt),
    "tanh": (elementary.tanh, mp.tanh),
    "atanh": (elementary.atanh, mp.atanh),
    "cube": (lambda x, prec: elementary.whole_power(x, -3, prec), lambda x: x**-3),
    "erf": (special.erf, mp.erf),
    "erfc": (special.erfc, mp.erfc),
    "erfinv": (special.erfinv, mp.erfinv),
}
TWO_ARGUMENTS: dict[str, tuple[Callable[..., Number], Callable[[mpf, mpf], mpf]]] = {
    "add": (lambda a, b, prec: balls.add((a, b), prec), lambda a, b: a + b),
    "multiply": (balls.multiply, lambda a, b: a * b),
    "largest": (balls.largest, max),
    "power": (elementary.power, lambda a, b: a**b),
}


def real(x: Fraction) -> mpf:
    return mpf(x.numerator) / x.denominator


def drawn(rng: random.Random) -> tuple[Fraction, Number]:
    """A number, and it or a ball that holds it, its centre moved within the error."""
    true = Fraction(rng.randint(-(10**6), 10**6), rng.randint(1, 10**6)) * Fraction(2) ** rng.randint(-12, 6)
    if rng.random() < 0.3:
        return true, true
    error = rng.randint(-40, -2)
    moved = true + Fraction(rng.randint(-1000, 1000), 1000) * Fraction(2) ** error
    return true, Ball(balls.ball(moved, 200).value, error + 1)


def holds(found: Number, true: mpf) -> bool:
    if isinstance(found, Fraction):
        return abs(real(found) - true) <= mpf(10) ** -280 * abs(true)
    return bool(abs(mp.make_mpf(found.value) - true) <= mpf(2) ** found.error)


def trials(operation: Callable[..., Number], true: Callable[..., Any], count: int) -> int:
    """How many random cases had an answer; each of those held the true value."""
    rng, answered = random.Random(0), 0
    for _ in range(TRIALS):
        cases = [drawn(rng) for _ in range(count)]
        try:
            found = operation(*(given for _, given in cases), PREC)
        except (Imprecise, Undefined):
            continue
        with mp.workdps(300):
            assert holds(found, true(*(real(exact) for exact, _ in cases))), cases
        answered += 1
    return answered


@pytest.mark.parametrize("name", ONE_ARGUMENT)
def test_one_argument(name: str) -> None:
    assert trials(*ONE_ARGUMENT[name], 1) > TRIALS // 10


@pytest.mark.parametrize("name", TWO_ARGUMENTS)
def test_two_arguments(name: str) -> None:
    assert trials(*TWO_ARGUMENTS[name], 2) > TRIALS // 10


def test_an_error_that_is_claimed_too_small_is_caught() -> None:
    def boastful(x: Number, prec: int) -> Number:
        found = balls.ball(elementary.exp(x, prec), prec)
        return Ball(found.value, found.error - 6)

    with pytest.raises(AssertionError):
        trials(boastful, mp.exp, 1)


@pytest.mark.parametrize(("n", "k"), [(10, 3), (2**18, 1024), (2**40, 2**30), (7, 7), (7, 0), (10**15, 5)])
def test_log_binomial(n: int, k: int) -> None:
    with mp.workdps(60):
        true = mp.loggamma(n + 1) - mp.loggamma(k + 1) - mp.loggamma(n - k + 1)
    assert holds(special.log_binomial(Fraction(n), Fraction(k), 80), true)


def test_digamma() -> None:
    with mp.workdps(60):
        assert holds(special.digamma(Fraction(7, 3), 80), mp.digamma(mpf(7) / 3))
