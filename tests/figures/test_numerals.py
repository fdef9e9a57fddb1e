"""Numbers are written the same way by Python and by the page."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from py_mini_racer import MiniRacer

from attnmem.figures import sample
from attnmem.figures.numerals import measure, numeral
from attnmem.figures.records.topk_gap import TOPK_GAP_FIGURE
from attnmem.figures.renderers.page import FOLDER


@pytest.fixture(scope="module")
def page():
    engine = MiniRacer()
    engine.eval((FOLDER / "numerals.js").read_text().replace("export function", "function"))
    return lambda call: json.loads(engine.eval(f"JSON.stringify({call})"))


@pytest.mark.parametrize(
    ("value", "whole", "text"),
    [
        (0.0, False, "0"),
        (1.0, False, "1"),
        (-2.5, False, "−2.5"),
        (1.125, False, "1.13"),
        (9.999, False, "10"),
        (0.00012345, False, "0.000123"),
        (0.000099999, False, "0.0001"),
        (5.256e-7, False, "5.26×10⁻⁷"),
        (999.96, False, "1,000"),
        (1176.62, False, "1,177"),
        (99999.0, False, "99,999"),
        (99999.6, False, "10⁵"),
        (12345.6, False, "12,346"),
        (-1e300, False, "−10³⁰⁰"),
        (262144.0, True, "262,144"),
        (7.0, True, "7"),
        (1048576.0, True, "1,048,576"),
    ],
)
def test_a_number_as_a_reader_meets_it(page, value, whole, text):
    assert numeral(value, whole=whole) == text
    assert page(f"numeral({value!r}, 3, {str(whole).lower()})") == text


@settings(max_examples=300, deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(2, 6), st.sampled_from([-1, 0, 1]))
def test_python_and_the_page_write_alike(page, value, digits, toward):
    assert page(f"numeral({value!r}, {digits}, false, {toward})") == numeral(value, digits, toward=toward)


@pytest.mark.parametrize(
    ("value", "toward", "text"),
    [
        (10.1414, 1, "10.2"),
        (10.1414, -1, "10.1"),
        (-10.1414, 1, "−10.1"),
        (-10.1414, -1, "−10.2"),
        (9.991, 1, "10"),
        (999.1, 1, "1,000"),
        (0.9998, -1, "0.999"),
        (8.2e-7, 1, "8.2×10⁻⁷"),
        (0.1, 1, "0.1"),
        (0.1 + 0.2, 1, "0.3"),
        (99999.1, 1, "10⁵"),
    ],
)
def test_a_bound_is_rounded_to_the_side_on_which_it_holds(page, value, toward, text):
    assert numeral(value, toward=toward) == text
    assert page(f"numeral({value!r}, 3, false, {toward})") == text


@pytest.mark.parametrize(
    ("value", "toward", "text"),
    [
        (1176.62, -1, "1,176"),
        (1176.02, 1, "1,177"),
        (3.0000000000000004, 1, "3"),
        (-2.5, -1, "−3"),
        (5.0, 1, "5"),
    ],
)
def test_a_whole_bound_too(page, value, toward, text):
    assert numeral(value, whole=True, toward=toward) == text
    assert page(f"numeral({value!r}, 3, true, {toward})") == text


def test_a_sentence_promises_no_more_than_the_formula():
    table = sample(TOPK_GAP_FIGURE, {"Delta": 10.1})
    needed = next(r for r in table.readings if r.key == "needed")
    assert needed.value > 10.1
    assert needed.text == "10.2 nats"
    assert "needs a gap of 10.2 nats" in table.sentence


@given(st.integers(0, 2**52))
@settings(max_examples=100, deadline=None)
def test_whole_numbers_too(page, value):
    assert page(f"numeral({value}, 3, true)") == numeral(float(value), whole=True)


@settings(max_examples=100, deadline=None)
@given(st.floats(0, 1e30))
def test_bytes_have_the_same_prefix(page, value):
    assert page(f'measure({value!r}, "B")') == measure(value, "B")
    assert page(f'measure({value!r}, "B/s", 3, false, 1)') == measure(value, "B/s", toward=1)


def test_what_is_not_a_number(page):
    assert numeral(float("nan")) == page("numeral(NaN)") == "–"
    assert numeral(float("-inf")) == page("numeral(-Infinity)") == "−∞"
    assert measure(2.0, "nats") == page('measure(2, "nats")') == "2 nats"
    for unit, said in (
        ("nats per token", "1 nat per token"),
        ("entries", "1 entry"),
        ("s", "1 s"),
        ("times", "1 times"),
    ):
        assert measure(1.0, unit) == page(f'measure(1, "{unit}")') == said
