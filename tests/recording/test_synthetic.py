"""Stated distributions: the same row every time, and the statement is true of it."""

import numpy as np
import pytest

from attnmem.core.softmax import log_sum_exp, softmax
from attnmem.errors import BadInput
from attnmem.recording import load
from attnmem.recording.synthetic import DISTRIBUTIONS, MOST_KEYS, synthetic_row


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_a_row_depends_on_nothing_but_its_seed(name):
    assert (synthetic_row(name, 500, seed=7) == synthetic_row(name, 500, seed=7)).all()
    assert (synthetic_row(name, 500, seed=7) != synthetic_row(name, 500, seed=8)).any()
    assert np.isfinite(synthetic_row(name, 500)).all()


@pytest.mark.parametrize(("name", "deviation"), [("normal", 3), ("narrow", 1), ("heavy", 1.5 * 2**0.5)])
def test_the_stated_deviation_is_the_measured_one(name, deviation):
    assert synthetic_row(name, MOST_KEYS).std() == pytest.approx(deviation, rel=0.01)


def test_the_sink_outweighs_the_others_by_what_is_stated():
    row = synthetic_row("sink", MOST_KEYS)
    assert row[0] - float(log_sum_exp(row[1:])) == pytest.approx(3, abs=0.05)


def test_the_near_past_weighs_more():
    mass = softmax(synthetic_row("near", 4096)).reshape(8, -1).sum(axis=-1)
    assert mass[-1] == mass.max()


def test_drawn_again_means_only_recorded_scores():
    assert np.isin(synthetic_row("recorded", 2000), load().last_row.astype(np.float32)).all()


def test_what_is_out_of_range_is_refused():
    with pytest.raises(BadInput, match="did you mean normal"):
        synthetic_row("norml", 3)
    for keys in (0, MOST_KEYS + 1):
        with pytest.raises(BadInput, match=f"not {keys}"):
            synthetic_row("normal", keys)
