"""The recurrence and its unrolled read-out are the same sum; the order of decay and delta step matters."""

import numpy as np
import pytest

from attnmem.core.recurrence import decay_state, delta_state, kda_state, read_weights, transition


@pytest.fixture
def stream():
    rng = np.random.default_rng(7)
    keys = rng.standard_normal((40, 8))
    keys /= np.linalg.norm(keys, axis=1, keepdims=True)
    return keys, rng.standard_normal((40, 5)), np.exp(-rng.uniform(0, 0.3, (40, 8))), rng.uniform(0.1, 1, 40)


def test_the_unrolled_weights_read_what_the_state_holds(stream):
    keys, values, decays, strengths = stream
    state = np.zeros((8, 5))
    for k, v, a, b in zip(keys, values, decays, strengths, strict=True):
        state = kda_state(state, k, v, a, b)
    query = np.linspace(-1, 1, 8)
    np.testing.assert_allclose(
        query @ state, read_weights(query, keys, decays, strengths) @ values, atol=1e-14
    )


def test_swapping_decay_and_delta_step_gives_another_state(stream):
    """Negative control: the two factors do not commute."""
    keys, values, decays, strengths = stream
    right, wrong = np.zeros((8, 5)), np.zeros((8, 5))
    for k, v, a, b in zip(keys, values, decays, strengths, strict=True):
        right = kda_state(right, k, v, a, b)
        wrong = a[:, None] * delta_state(wrong, k, v, b)
    assert np.linalg.norm(right - wrong) > 0.01 * np.linalg.norm(right)


def test_a_step_is_its_transition_plus_the_new_pair(stream):
    keys, values, decays, strengths = stream
    state = np.arange(40.0).reshape(8, 5)
    stepped = kda_state(state, keys[0], values[0], decays[0], strengths[0])
    direct = transition(keys[0], decays[0], strengths[0]) @ state + strengths[0] * np.outer(
        keys[0], values[0]
    )
    np.testing.assert_allclose(stepped, direct, atol=1e-13)


def test_pure_decay_keeps_a_lone_token_at_its_product_of_decays():
    state = decay_state(np.zeros((2, 1)), np.array([1.0, 2.0]), np.array([3.0]), np.array([0.5, 0.25]))
    for _ in range(3):
        state = decay_state(state, np.zeros(2), np.zeros(1), np.array([0.5, 0.25]))
    np.testing.assert_array_equal(state.ravel(), [3 * 0.5**3, 6 * 0.25**3])
