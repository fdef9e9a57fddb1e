"""Thresholds of freezing, state by state, and the recursion as it really runs."""

from fractions import Fraction

import numpy as np
import pytest

from attnmem.core.floats import float_format, round_array
from attnmem.core.stagnation import drift, frozen, run_decay

SMALL = ("bf16", "fp16", "e4m3fn", "e5m2")
EDGE = Fraction(1, 10**6)


def mantissas(fmt):
    return [1 + Fraction(i, 2 ** (fmt.precision - 1)) for i in range(2 ** (fmt.precision - 1))]


@pytest.mark.parametrize("key", SMALL)
def test_every_state_freezes_at_half_a_round_off_and_none_above_a_whole_one(key):
    fmt = float_format(key)
    all_freeze, none_freezes = fmt.round_off / 2, fmt.round_off
    assert all(frozen(x, all_freeze, fmt) for x in mantissas(fmt))
    assert not all(frozen(x, all_freeze * (1 + EDGE), fmt) for x in mantissas(fmt))
    assert not any(frozen(x, none_freezes * (1 + EDGE), fmt) for x in mantissas(fmt))


def test_gradual_underflow_freezes_earlier():
    """A subnormal state has fewer digits: FP16 at 3e-6 stands still where every normal state moves."""
    fmt, complement = float_format("fp16"), Fraction(1, 2**10)
    assert complement > fmt.round_off
    tiny = 50 * fmt.smallest_subnormal
    assert frozen(tiny, complement, fmt)
    assert not frozen(tiny * 2**12, complement, fmt)


def test_the_run_stops_where_the_exact_rule_says():
    fmt = float_format("bf16")
    run = run_decay(np.array([1 - 2.0**-9, 1 - 2.0**-8.9, 0.99]), fmt, threshold=0.01, most=3000)
    assert run.steps[0] == 0
    assert run.last[0] == 1
    assert run.steps[1] == 0
    assert frozen(Fraction(run.last[1]), 1 - Fraction(1 - 2.0**-8.9), fmt)
    assert run.steps[2] > 0


def test_the_fast_rule_that_a_still_state_stays_still_changes_nothing():
    """Against the plain recursion, every step taken."""
    fmt, decays = float_format("bf16"), 1 - np.geomspace(0.003, 0.1, 12)
    state, first = np.ones(12), np.zeros(12, dtype=int)
    for step in range(1, 3000):
        state = round_array(state * decays, fmt)
        first[(state <= 0.01) & (first == 0)] = step
    np.testing.assert_array_equal(run_decay(decays, fmt, threshold=0.01, most=2999).steps, first)


def test_each_decay_may_have_an_end_of_its_own():
    fmt, decays, most = float_format("fp16"), np.array([0.9, 0.99, 0.999]), np.array([7, 100, 33])
    run = run_decay(decays, fmt, threshold=0.0, most=most, chunk=4)
    for i in range(3):
        alone = run_decay(decays[i : i + 1], fmt, threshold=0.0, most=int(most[i]), chunk=4)
        assert run.last[i] == alone.last[0]


def test_chunks_round_less_often_and_so_hold_longer_lifetimes():
    lifetimes = np.array([1_000.0, 10_000.0, 20_000.0])
    decays = 0.01 ** (1 / lifetimes)
    steps = run_decay(decays, float_format("bf16"), threshold=0.01, most=200_000, chunk=16).steps
    assert list(steps) == [1008, 10_864, 0]
    assert list(run_decay(decays, float_format("bf16"), threshold=0.01, most=200_000).steps[1:]) == [0, 0]


def test_drift_of_a_product_is_bounded_by_steps_and_by_luck():
    decays = 0.01 ** (np.random.default_rng(4).uniform(0, 2, 4000) / 4000)
    error = drift(decays, float_format("fp32"))
    assert 0 < abs(error) < 4000 * 2.0**-24
