"""A number in a sentence is the formula's value; anything that cannot be computed is refused."""

import pytest

from attnmem import evaluate
from attnmem.errors import BadInput
from attnmem.site.numbers import BadNumber, number


def test_a_bound_is_the_value_to_so_many_digits_rounded_up():
    assert number("topk-kl-gap n=2**18 k=1024 Delta=10 | .5g") == "0.011511"
    assert number("topk-kl-gap n=2**18 k=1024 Delta=10") == "0.0116"
    assert round(evaluate("topk-kl-gap", n=2**18, k=1024, Delta=10), 6) == 0.01151


def test_the_unit_comes_from_the_formula():
    assert number("topk-kl-tail tau=1/2 | .3g unit") == "0.693 nats"


def test_small_numbers_are_written_as_powers_of_ten():
    assert number("topk-kl-gap n=2**18 k=1024 Delta=25") == "3.55×10⁻⁹"


@pytest.mark.parametrize(
    "text", ["topk-kl-gapp n=3 k=1 Delta=1", "topk-kl-gap n=3 k=1", "topk-kl-gap n=3 k=3 Delta=1"]
)
def test_a_wrong_key_a_missing_and_an_impossible_value_are_refused(text):
    with pytest.raises(BadInput):
        number(text)


def test_an_unknown_style_is_refused():
    with pytest.raises(BadNumber, match=r"use \.3g"):
        number("topk-kl-tail tau=1/2 | .3f")
