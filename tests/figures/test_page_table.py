"""The page's table is Python's table, and its shapes are Python's shapes, in V8."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnmem.figures import sample
from attnmem.figures.records import FIGURES
from attnmem.figures.renderers.shapes import pieces

from .engine import page_engine
from .plates import PLATES

ALL = (*FIGURES, *PLATES)
BY_KEY = {figure.key: figure for figure in ALL}
ULP = 2**-52


@pytest.fixture(scope="module")
def page():
    return page_engine(ALL)


def numbers(values):
    return np.array([np.nan if value == "NaN" else value for value in np.ravel(values)], dtype=float)


def assert_alike(ours, theirs, name):
    ours, theirs = np.ravel(ours), numbers(theirs)
    assert ours.shape == theirs.shape, name
    assert (np.isnan(ours) == np.isnan(theirs)).all(), name
    close = np.abs(ours - theirs) <= 64 * ULP * np.abs(ours) + 64 * ULP
    assert (close | np.isnan(ours)).all(), name


@st.composite
def situations(draw):
    figure = draw(st.sampled_from(ALL))
    return figure.key, {c.symbol: draw(st.sampled_from(figure.stops(c))) for c in figure.sliders}


@settings(max_examples=60, deadline=None)
@given(situations())
def test_the_page_finds_the_same_table(page, situation):
    key, state = situation
    figure = BY_KEY[key]
    table = sample(figure, state)
    named = json.dumps({figure.alias(symbol): value for symbol, value in state.items()})
    found = page(f"tabulate(plans['{key}'], functions['{key}'], {named})")
    assert set(found["columns"]) == set(table.columns)
    for name, column in table.columns.items():
        assert_alike(column, found["columns"][name], name)
    assert found["outside"] == table.outside.tolist()
    assert found["sentence"] == table.sentence
    assert found["notes"] == list(table.notes)
    assert [r["text"] for r in found["readings"]] == [r.text for r in table.readings]


@settings(max_examples=60, deadline=None)
@given(situations())
def test_the_page_arranges_the_same_pieces(page, situation):
    key, state = situation
    figure = BY_KEY[key]
    ours = pieces(figure, sample(figure, state))
    named = json.dumps({figure.alias(symbol): value for symbol, value in state.items()})
    theirs = page(f"pieces(plans['{key}'], tabulate(plans['{key}'], functions['{key}'], {named}))")
    assert [(p.name, p.kind) for p in ours] == [(p["name"], p["kind"]) for p in theirs]
    for mine, other in zip(ours, theirs, strict=True):
        assert_alike(mine.x, other["x"], mine.name)
        assert_alike(mine.y, other["y"], mine.name)
        assert mine.text == other.get("text", "")


def test_a_wrong_function_would_be_seen(page):
    """Negative control: a table from another formula is not alike."""
    wrong = "functions['topk-gap'].map(() => () => 1)"
    found = page(f"tabulate(plans['topk-gap'], {wrong}, {{n: 512, k: 16, Delta: 1, epsilon: 1}})")
    with pytest.raises(AssertionError):
        assert_alike(sample(BY_KEY["topk-gap"]).columns["kl.y"], found["columns"]["kl.y"], "kl.y")


def test_addresses_hold_and_restore_a_state(page):
    start = page("readState(plans['topk-gap'], '').state")
    assert start == {"n": 262144, "k": 1024, "Delta": 10, "epsilon": 0.01}
    moved = {**start, "n": 131072, "k": 2048}
    text = page(f"writeState(plans['topk-gap'], {json.dumps(moved)}, '#other.n=5')")
    assert text == "other.n=5&topk-gap.n=131072&topk-gap.k=2048"
    assert page(f"readState(plans['topk-gap'], '#{text}')") == {
        "state": moved,
        "given": True,
        "refused": [],
    }
    assert page("writeState(plans['topk-gap'], readState(plans['topk-gap'], '').state, '#a-heading')") == ""


@pytest.mark.parametrize(
    "text", ["topk-gap.n=", "topk-gap.n=x", "topk-gap.n=NaN", "topk-gap.m=3", "topk-gap.n=%E0%A4%A"]
)
def test_what_an_address_asks_in_vain_changes_nothing_and_is_named(page, text):
    start = page("readState(plans['topk-gap'], '').state")
    assert page(f"readState(plans['topk-gap'], '#{text}')") == {
        "state": start,
        "given": True,
        "refused": [text],
    }


@pytest.mark.parametrize("text", ["n=3", "%%%", "a-heading", "other.n=x"])
def test_an_address_of_something_else_asks_nothing(page, text):
    found = page(f"readState(plans['topk-gap'], '#{text}')")
    assert (found["given"], found["refused"]) == (False, [])


def test_an_address_beyond_a_slider_ends_at_its_end(page):
    found = page("readState(plans['topk-gap'], '#topk-gap.n=1e99')")
    assert (found["state"]["n"], found["refused"]) == (2**20, ["topk-gap.n=1e99"])


def test_an_address_between_two_places_of_a_slider_is_told_so(page):
    found = page("readState(plans['topk-gap'], '#topk-gap.k=100&topk-gap.epsilon=0.01')")
    assert found["state"]["k"] != 100
    assert found["refused"] == ["topk-gap.k=100"]


def test_path_data_breaks_where_the_curve_does(page):
    line = "{kind: 'line', x: [0, 1, 2, 3, 4], y: [1, 2, NaN, Infinity, 3]}"
    same = "{x: (v) => v, y: (v) => Number.isFinite(v) ? v : NaN}"
    assert page(f"pathData({line}, {same})") == "M0 1L1 2M4 3"
    loops = "{kind: 'area', x: [0, 1, NaN, 2, 3, NaN], y: [0, 1, NaN, 2, 3, NaN]}"
    assert page(f"pathData({loops}, {same})") == "M0 0L1 1zM2 2L3 3z"
