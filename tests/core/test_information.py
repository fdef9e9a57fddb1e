"""Divergences add up over blocks, and one set of weights cannot serve every query for nothing."""

import numpy as np
import pytest

from attnmem.core.information import blind_cost, divergence, split_over_blocks


def distributions(rng, *shape):
    return rng.dirichlet(np.ones(shape[-1]), shape[:-1])


def test_the_two_losses_add_up_to_the_divergence():
    rng = np.random.default_rng(11)
    for p, q in zip(distributions(rng, 200, 24), distributions(rng, 200, 24), strict=True):
        split = split_over_blocks(p, q, 6)
        assert split.addressing + split.resolution == pytest.approx(float(divergence(p, q)), rel=1e-12)


def test_uniform_pooling_loses_at_most_the_logarithm_of_the_window_and_a_needle_reaches_it():
    rng = np.random.default_rng(12)
    for p in distributions(rng, 100, 32) ** 4:
        p = p / p.sum()
        pooled = np.repeat(p.reshape(-1, 8).mean(axis=1), 8)
        assert split_over_blocks(p, pooled, 8).resolution < np.log(8)
    needle = np.zeros(32)
    needle[5] = 1
    pooled = np.repeat(needle.reshape(-1, 8).mean(axis=1), 8)
    assert split_over_blocks(needle, pooled, 8).resolution == pytest.approx(np.log(8), rel=1e-15)


def test_the_mean_over_queries_is_the_best_blind_weight():
    rng = np.random.default_rng(13)
    given = distributions(rng, 50, 6)
    best = blind_cost(given, given.mean(axis=0))
    for other in distributions(rng, 100, 6):
        assert blind_cost(given, other) > best


def test_the_best_blind_weights_cost_the_mutual_information():
    """Counted from the joint table of query and token, without a word about weights."""
    given = distributions(np.random.default_rng(14), 50, 6)
    joint = given / 50
    apart = joint.sum(axis=0) * joint.sum(axis=1, keepdims=True)
    assert blind_cost(given, given.mean(axis=0)) == pytest.approx(
        float(divergence(joint, apart).sum()), rel=1e-12
    )


def test_mass_that_the_approximation_lacks_costs_infinitely_much():
    assert divergence(np.array([0.5, 0.5]), np.array([1.0, 0.0])) == np.inf


def test_blocks_that_do_not_come_out_even_are_refused():
    with pytest.raises(ValueError, match="7 divides"):
        split_over_blocks(np.ones(20) / 20, np.ones(20) / 20, 7)
