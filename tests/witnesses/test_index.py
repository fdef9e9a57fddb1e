"""The game at the predicted scale, with an adversary; and keys for which that scale is exactly right."""

import pytest

from attnmem import evaluate
from attnmem.errors import BadInput
from attnmem.witnesses.index import play, worst_case


@pytest.mark.parametrize(("rows", "width"), [(512, 64), (2048, 128), (8192, 128)])
def test_every_bit_comes_back_at_the_predicted_scale(rows, width):
    game = play(rows, width)
    assert game.recovered == 1
    assert game.coherence <= evaluate("index-sign-coherence", n=rows, d=width)


def test_random_keys_do_better_than_predicted():
    game = play(1024, 64, search=True)
    assert 0.3 < game.switch_share < 0.9


@pytest.mark.parametrize("cosine", [0.0, 0.4, 0.8])
def test_the_scale_is_sharp_for_equiangular_keys(cosine):
    assert worst_case(512, cosine, 1.0) > 0
    assert worst_case(512, cosine, 0.99) < 0


def test_a_scale_five_percent_too_small_is_caught():
    assert worst_case(512, 0.4, 0.95) < 0


def test_too_narrow_keys_are_refused():
    with pytest.raises(BadInput, match="index-sign-coherence"):
        evaluate("index-sign-coherence", n=2**20, d=54)
