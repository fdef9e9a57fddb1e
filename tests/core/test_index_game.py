"""The game is played as told: attention is exact, the adversary fair, and Bob fails where he should."""

import numpy as np
import pytest

from attnmem.core.index_game import (
    all_sign_keys,
    coherence,
    decode,
    disturb,
    equiangular_keys,
    read,
    recovered,
    sign_keys,
    switch_scale,
    worst_margin,
)


@pytest.fixture
def game():
    rng = np.random.default_rng(8)
    return sign_keys(200, 48, 9), rng.integers(0, 2, (200, 6)).astype(bool)


def test_reading_is_softmax_attention_with_one_blank_row(game):
    keys, bits = game
    reading = read(keys, bits, np.array([3, 77]), 9.0, block=1)
    for row, asked in enumerate([3, 77]):
        scores = np.append(9.0 * keys @ keys[asked], 0.0)
        weights = np.exp(scores) / np.exp(scores).sum()
        np.testing.assert_allclose(reading.answers[row], weights[:-1] @ bits, rtol=1e-12)
        assert reading.own_weight[row, 0] == pytest.approx(weights[asked], rel=1e-12)
        assert reading.blank_weight[row, 0] == pytest.approx(weights[-1], rel=1e-12)


def test_keys_are_what_they_are_called():
    np.testing.assert_allclose(np.linalg.norm(sign_keys(50, 64, 1), axis=1), 1)
    every = all_sign_keys(6)
    assert len(np.unique(every, axis=0)) == 64
    assert coherence(every) == pytest.approx(1 - 2 / 6)
    products = equiangular_keys(9, 0.3) @ equiangular_keys(9, 0.3).T
    np.testing.assert_allclose(products, 0.7 * np.eye(9) + 0.3, atol=1e-12)
    with pytest.raises(ValueError, match="cosine"):
        equiangular_keys(3, 1.0)


def test_all_bits_come_back_at_a_large_scale_and_not_at_a_small_one(game):
    keys, bits = game
    every = np.arange(len(keys))
    assert recovered(keys, bits, 60.0, 0.5, every) == 1
    assert recovered(keys, bits, 0.5, 0.5, every) < 0.6  # the adversary can push below one half


def test_the_switch_lies_between_recovery_and_loss(game):
    keys, bits = game
    every = np.arange(len(keys))
    switch = switch_scale(keys, bits, 0.5, 60.0)
    assert recovered(keys, bits, switch, 0.5, every) == 1
    assert recovered(keys, bits, 0.97 * switch, 0.5, every) < 1
    with pytest.raises(ValueError, match="bits are lost"):
        switch_scale(keys, bits, 0.5, 0.5)


def test_more_noise_than_agreed_loses_bits(game):
    """Negative control: the adversary is not decoration."""
    keys, bits = game
    reading = read(keys, bits, np.arange(len(keys)), 12.0)
    fair = decode(disturb(reading.answers, bits, 0.2), reading, 0.2)
    unfair = decode(disturb(reading.answers, bits, 0.95), reading, 0.2)
    assert (fair == bits).all()
    assert (unfair != bits).any()


def test_every_sign_vector_is_a_key_at_half_a_width_times_the_logarithms():
    keys = all_sign_keys(10)
    bits = np.random.default_rng(3).integers(0, 2, (1024, 3)).astype(bool)
    assert recovered(keys, bits, 5 * (np.log(1024) + np.log(3)), 0.5, np.arange(1024)) == 1


def test_the_worst_case_turns_from_apart_to_alike():
    keys = equiangular_keys(128, 0.4)
    assert worst_margin(keys, 12.0, 0.5) > 0 > worst_margin(keys, 8.0, 0.5)
