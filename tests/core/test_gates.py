"""Gates keep their ranges, slopes agree with differences, and descent learns from one side only."""

import numpy as np
import pytest

from attnmem.core.gates import bounded_gate, fit_gate, slope, softplus_gate


def test_the_bounded_gate_stays_between_its_ends():
    g = bounded_gate()(np.linspace(-30, 30, 101).astype(complex)).real
    assert g.min() >= -5
    assert g.max() < 0
    assert g[50] == -2.5


def test_the_softplus_gate_has_no_lowest_value():
    assert softplus_gate()(np.complex128(200)).real == -200
    assert softplus_gate(np.log(16))(np.complex128(0)).real == pytest.approx(-16 * np.log(2), rel=1e-15)


@pytest.mark.parametrize("gate", [bounded_gate(0.3, -4.0), softplus_gate(0.3)])
@pytest.mark.parametrize("at", [-3.0, 0.0, 2.5])
def test_slopes_agree_with_central_differences(gate, at):
    step = 1e-5
    difference = (gate(np.complex128(at + step)) - gate(np.complex128(at - step))).real / (2 * step)
    assert slope(gate, at) == pytest.approx(difference, rel=1e-8)


@pytest.mark.parametrize("distance", [10_000, 1_000_000])
def test_descent_keeps_a_far_token_from_the_long_side_and_not_from_the_short_one(distance):
    """Both starts miss the lifetime by a factor of e^3; where it is too short nothing is left to pull."""
    wanted = {"distance": distance, "target": 0.5, "steps": 400, "rate": 2.0}
    needed = np.log(np.log(2) / distance / 5)
    long = fit_gate(bounded_gate(), start=needed - 3, **wanted)
    short = fit_gate(bounded_gate(), start=needed + 3, **wanted)
    assert long.weights[-1] == pytest.approx(0.5, abs=1e-3)
    assert short.weights[-1] < 1e-5


def test_a_decay_of_a_hundredth_leaves_nothing_to_pull_at_over_a_million_tokens():
    stuck = fit_gate(bounded_gate(), start=-6.2, distance=10**6, target=0.5, steps=10, rate=1e6)
    assert stuck.logits[-1] == stuck.logits[0]
    assert stuck.weights[-1] == 0


def test_a_near_token_is_learned_from_both_sides():
    """Negative control: the short side is not stuck by construction."""
    for start in (-12.0, -4.0):
        fit = fit_gate(bounded_gate(), start=start, distance=30, target=0.5, steps=2000, rate=2.0)
        assert fit.weights[-1] == pytest.approx(0.5, abs=1e-3)


def test_a_distance_of_zero_is_refused():
    with pytest.raises(ValueError, match="distance >= 1"):
        fit_gate(bounded_gate(), start=0.0, distance=0, target=0.5, steps=1, rate=1.0)
