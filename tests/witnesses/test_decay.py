"""Lifetimes counted step by step, and gates that learn from one side only."""

import math

import numpy as np
import pytest

from attnmem import evaluate
from attnmem.core.gates import bounded_gate, slope, softplus_gate
from attnmem.witnesses.decay import attempts, counted_lifetime


@pytest.mark.parametrize("decay", [0.5, 0.9, 0.99, 0.999])
@pytest.mark.parametrize("threshold", [0.5, 0.01, 1e-4])
def test_the_lifetime_rounded_up_is_the_count(decay, threshold):
    told = evaluate("decay-lifetime", alpha=decay, theta=threshold)
    assert counted_lifetime(decay, threshold) in (math.ceil(told), math.ceil(told * (1 + 1e-12)))


def test_a_lifetime_five_percent_off_is_caught():
    assert counted_lifetime(0.99, 0.01) != math.ceil(
        1.05 * evaluate("decay-lifetime", alpha=0.99, theta=0.01)
    )


@pytest.mark.parametrize("lifetime", [10, 1000, 20_000])
def test_the_complement_needed_gives_the_lifetime_wanted(lifetime):
    lost = evaluate("decay-complement-needed", L=lifetime, theta=0.01)
    assert abs(counted_lifetime(1 - lost, 0.01) - lifetime) <= 1


def test_a_run_that_is_too_long_is_refused():
    with pytest.raises(ValueError, match="after 100 steps"):
        counted_lifetime(0.9999, 0.01, most=100)


@pytest.mark.parametrize("logit", [-13.9, -6.2, 0.0, 3.0])
def test_slopes_of_one_step_are_those_of_the_gate_itself(logit):
    """By one imaginary step through the gate's code, which holds no derivative."""
    measured = slope(lambda z: np.exp(bounded_gate(0.5, -4.0)(z)), logit)
    assert measured == pytest.approx(evaluate("gate-slope", z=logit, g_min=-4, A=0.5), rel=1e-12)
    assert measured != pytest.approx(1.05 * evaluate("gate-slope", z=logit, g_min=-4, A=0.5), rel=1e-3)


@pytest.mark.parametrize("logit", [-13.9, -6.2, 0.0, 3.0])
def test_slopes_of_the_log_lifetime_are_those_of_both_gates(logit):
    bounded = slope(lambda z: np.log(np.log(0.01) / bounded_gate(0.5, -4.0)(z)), logit)
    assert bounded == pytest.approx(evaluate("gate-lifetime-slope", z=logit, g_min=-4, A=0.5), rel=1e-10)
    soft = slope(lambda z: np.log(np.log(0.01) / softplus_gate()(z)), logit)
    assert soft == pytest.approx(evaluate("gate-lifetime-slope-softplus", z=logit), rel=1e-9)


def test_the_slope_of_a_far_weight_is_w_ln_w_and_not_small():
    logit = evaluate("gate-logit-needed", L=10**6, theta=0.01, g_min=-5, A=0)
    measured = slope(lambda z: np.exp(1e6 * bounded_gate()(z)), logit)
    assert measured == pytest.approx(evaluate("gate-weight-slope", z=logit, D=10**6, g_min=-5, A=0), rel=1e-8)
    assert measured == pytest.approx(0.01 * math.log(0.01), rel=1e-5)


def test_a_far_dependency_is_learned_from_the_long_side_only():
    """The needed logit comes from the formula, for half the weight at the distance; starts lie around it."""
    needed = evaluate("gate-logit-needed", L=10**6, theta=0.5, g_min=-5, A=0)
    long, near, short = attempts(bounded_gate(), needed, (-3.0, -1.0, 4.0), distance=10**6)
    assert long.last_weight == pytest.approx(0.5, abs=1e-3)
    assert near.last_weight == pytest.approx(0.5, abs=1e-3)
    assert short.first_weight < 1e-15
    assert abs(short.moved) < 1e-9
