"""Pooled slots by Monte Carlo against the formulas; one that is five percent off is caught every time."""

import numpy as np
import pytest

from attnmem import evaluate
from attnmem.core.pooling import CSA, HCA
from attnmem.witnesses.pool import needle_recall, score_snr, slot_snr, two_slot_snr


def even_gates(window, margin=0.0, signals=1):
    logits = np.zeros(window)
    logits[:signals] = margin
    return logits


def assert_told_right(measured, predicted):
    """Within four standard errors; and five percent more or less would have been seen."""
    assert measured.agrees(predicted), (
        f"{measured} against {predicted}: {measured.miss(predicted):.1f} errors"
    )
    assert not measured.agrees(1.05 * predicted)
    assert not measured.agrees(0.95 * predicted)


@pytest.mark.parametrize("window", [2, CSA.tokens_per_slot, HCA.window])
@pytest.mark.parametrize("margin", [0.0, 1.0, 2.422])
def test_one_channel(window, margin):
    assert_told_right(slot_snr(even_gates(window, margin)), evaluate("pool-snr", m=window, g=margin))


def test_the_margin_for_a_wanted_ratio_gives_that_ratio():
    margin = evaluate("pool-margin-needed", m=128, snr=1)
    assert_told_right(slot_snr(even_gates(128, margin)), 1.0)


def test_decibels_and_power_are_the_same_ratio():
    measured = slot_snr(even_gates(16, 0.5))
    assert_told_right(measured, 10 ** (evaluate("pool-snr-db", m=16, g=0.5) / 20))
    assert_told_right(measured, evaluate("pool-snr-power", m=16, g=0.5) ** 0.5)


@pytest.mark.parametrize("correlation", [0.01, 0.1, 1.0])
def test_correlated_noise(correlation):
    measured = slot_snr(even_gates(128, 1.0), correlation=correlation)
    assert_told_right(measured, evaluate("pool-snr-correlated", m=128, g=1, rho=correlation))


@pytest.mark.parametrize("signals", [2, 5])
def test_several_tokens_with_one_signal(signals):
    measured = slot_snr(even_gates(32, 0.7, signals), signals=signals)
    assert_told_right(measured, evaluate("pool-snr-aligned", m=32, g=0.7, r=signals))


def test_any_weights_give_the_own_weight_over_the_root_of_the_others_squares():
    logits = np.linspace(1.5, -1.5, 24)
    weights = np.exp(logits) / np.exp(logits).sum()
    assert_told_right(slot_snr(logits), weights[0] / np.sqrt((weights[1:] ** 2).sum()))


def test_both_overlapping_slots_together():
    assert_told_right(two_slot_snr(CSA.window), evaluate("pool-snr-two-slots", m=CSA.window))


def test_a_score_gains_the_root_of_the_channels():
    assert_told_right(score_snr(16, 64), evaluate("pool-score-snr", m=16, c=64))
    assert not score_snr(16, 64).agrees(evaluate("pool-snr", m=16, g=0)), "one channel is not the score"


def test_needles_are_lost_with_equal_gates_and_found_with_a_margin_of_one():
    """Among 2048 slots of 512 channels; a haystack with margins switched would show at once."""
    even, one, two = needle_recall((0.0, 1.0, 2.0), trials=400)
    assert even.agrees(0.08)
    assert one.agrees(0.97)
    assert two.value == 1
    assert not even.agrees(one.value)


def test_needles_are_found_at_least_as_often_as_told():
    """A lower bound that is tight near a margin of one; one told for a larger margin is caught."""
    measured = needle_recall((0.0, 0.5, 1.0, 1.5), slots=256, trials=300)
    for margin, found in zip(("0", "1/2", "1", "3/2"), measured, strict=True):
        told = evaluate("pool-recall", m=128, g=margin, c=512, n=256)
        assert found.value >= told - 4 * found.error
    assert measured[1].value < evaluate("pool-recall", m=128, g="3/2", c=512, n=256) - 4 * measured[1].error
