"""Both pooling maps against loops written from the published equations, token by token."""

import numpy as np
import pytest

from attnmem.core.pooling import CSA, HCA, channel_softmax, csa_slots, hca_slots


def slot_by_hand(tokens, logits):
    """One slot from its (tokens, width) rows, channel by channel."""
    slot = np.empty(tokens.shape[1])
    for channel in range(tokens.shape[1]):
        raw = [np.exp(value) for value in logits[:, channel]]
        slot[channel] = sum(w * x for w, x in zip(raw, tokens[:, channel], strict=True)) / sum(raw)
    return slot


def rows(rng, *shape):
    return rng.standard_normal(shape)


def test_the_published_shapes():
    assert (HCA.window, HCA.tokens_per_slot, HCA.width) == (128, 128, 512)
    assert (CSA.window, CSA.tokens_per_slot, CSA.width) == (4, 8, 512)
    rng = np.random.default_rng(1)
    tokens = 3 * HCA.window + 5
    content, logits = rows(rng, tokens, 512), rows(rng, tokens, 512)
    assert hca_slots(content, logits, rows(rng, 128, 512)).shape == (3, 512)
    pair = (content, logits)
    assert csa_slots(pair, pair, (rows(rng, 4, 512), rows(rng, 4, 512))).shape == (tokens // 4, 512)


def test_one_series_pools_each_closed_block_by_itself():
    rng = np.random.default_rng(2)
    content, logits, bias = rows(rng, 11, 3), rows(rng, 11, 3), rows(rng, 4, 3)
    slots = hca_slots(content, logits, bias)
    for i in range(2):
        block = slice(4 * i, 4 * i + 4)
        np.testing.assert_allclose(slots[i], slot_by_hand(content[block], logits[block] + bias), rtol=1e-14)


def test_two_series_pool_a_block_with_the_one_before_it():
    rng = np.random.default_rng(3)
    content, logits = (rows(rng, 9, 3), rows(rng, 9, 3)), (rows(rng, 9, 3), rows(rng, 9, 3))
    bias = (rows(rng, 3, 3), rows(rng, 3, 3))
    slots = csa_slots(content, logits, bias)
    for i in range(1, 3):
        own, before = slice(3 * i, 3 * i + 3), slice(3 * i - 3, 3 * i)
        tokens = np.concatenate([content[0][own], content[1][before]])
        gates = np.concatenate([logits[0][own] + bias[0], logits[1][before] + bias[1]])
        np.testing.assert_allclose(slots[i], slot_by_hand(tokens, gates), rtol=1e-14)


def test_the_first_slot_of_two_series_has_only_its_own_half():
    rng = np.random.default_rng(4)
    content, logits = (rows(rng, 6, 2), rows(rng, 6, 2)), (rows(rng, 6, 2), rows(rng, 6, 2))
    bias = (rows(rng, 3, 2), rows(rng, 3, 2))
    first = csa_slots(content, logits, bias)[0]
    np.testing.assert_allclose(first, slot_by_hand(content[0][:3], logits[0][:3] + bias[0]), rtol=1e-14)


def test_each_token_enters_exactly_two_slots():
    """As a in its own block's slot, as b in the next one: found by changing one token at a time."""
    rng = np.random.default_rng(5)
    content, logits = rows(rng, 12, 2), rows(rng, 12, 2)
    bias = (np.zeros((4, 2)), np.zeros((4, 2)))
    before = csa_slots((content, content), (logits, logits), bias)
    for token in range(8):
        moved = content.copy()
        moved[token] += 1
        changed = (csa_slots((moved, moved), (logits, logits), bias) != before).any(axis=1)
        assert set(np.flatnonzero(changed)) == {token // 4, token // 4 + 1}


def test_weights_differ_from_channel_to_channel():
    """Negative control for one weight per token: the softmax runs in each channel by itself."""
    rng = np.random.default_rng(6)
    content, logits = rows(rng, 4, 2), rows(rng, 4, 2)
    per_token = channel_softmax(logits.mean(axis=1, keepdims=True), axis=0)
    assert not np.allclose(hca_slots(content, logits, np.zeros((4, 2))), (per_token * content).sum(axis=0))


def test_shapes_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match="do not fit"):
        hca_slots(np.zeros((8, 2)), np.zeros((8, 3)), np.zeros((4, 2)))
    with pytest.raises(ValueError, match="do not fit"):
        csa_slots((np.zeros((8, 2)),) * 2, (np.zeros((8, 2)),) * 2, (np.zeros((4, 2)), np.zeros((3, 2))))
