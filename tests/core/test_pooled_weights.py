"""What pooling weights keep of each token, against the map itself and the cases that can be counted."""

import numpy as np
import pytest

from attnmem.core.pooled_weights import token_snr, window_weights
from attnmem.witnesses.pool import slot_snr


def test_every_token_of_a_window_as_the_map_has_it():
    logits = np.random.default_rng(3).normal(size=12)
    measured = slot_snr(logits)
    assert measured.agrees(float(token_snr(logits)[0]))
    assert not measured.agrees(1.05 * float(token_snr(logits)[0]))


def test_equal_weights_are_the_root_of_the_others():
    assert token_snr(np.zeros((128, 3))) == pytest.approx(1 / np.sqrt(127))


def test_a_token_that_outweighs_all_others_keeps_its_digits():
    """Its weight rounds to one, and the noise of the others is not lost with it."""
    assert token_snr([60.0, 0.0, 0.0])[0] == pytest.approx(np.exp(60) / np.sqrt(2), rel=1e-12)


def test_a_window_as_a_table():
    found = window_weights(np.log([[4.0, 1.0], [2.0, 2.0]]))
    assert list(found.token) == [0, 1]
    assert found.snr_largest == pytest.approx([2.0, 2.0])
    assert found.snr_median == pytest.approx([1.25, 1.25])
    assert list(found.leads) == [0.5, 0.5]
    even = window_weights(np.zeros((128, 512)))
    assert even.score == pytest.approx(np.sqrt(512 / 127))


@pytest.mark.parametrize("logits", [[1.0], [[1.0, 2.0]], [1.0, np.inf], [1.0, np.nan], np.zeros((2, 2, 2))])
def test_windows_that_are_none(logits):
    with pytest.raises(ValueError, match="window at least 2"):
        token_snr(logits)
