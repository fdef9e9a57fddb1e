"""A number in a sentence is the formula's value; anything that cannot be computed is refused."""

import re
from pathlib import Path

import pytest
from tests.browser.reading import number as read

from attnmem import evaluate
from attnmem.errors import BadInput
from attnmem.site.numbers import BadNumber, number
from attnmem.theory import formula

BOOK = Path(__file__).parents[2] / "book"
ROLE = re.compile(r"{num}`([^`]+)`")
PAGES = [page.read_text(encoding="utf-8").replace(r"\|", "|") for page in BOOK.glob("*.md")]
ASKED = sorted({text for page in PAGES for text in ROLE.findall(page)})


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


def test_every_bound_in_the_prose_is_rounded_to_its_side():
    seen = 0
    for text in ASKED:
        key, *pairs = text.partition("|")[0].split()
        toward, unit = formula(key).side.toward, formula(key).unit
        if toward and unit not in ("B", "B/s"):
            value = evaluate(key, **dict(pair.split("=", 1) for pair in pairs))
            assert toward * (read(number(text)) - value) >= -1e-11 * abs(value), text
            seen += 1
    assert seen > 20
