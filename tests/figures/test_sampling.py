"""The table is the formulas': those of ``evaluate``, nothing where the domain ends, words that agree."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnmem.errors import BadInput
from attnmem.evaluation import evaluate
from attnmem.figures import sample
from attnmem.figures.controls import Control
from attnmem.figures.records.topk_gap import TOPK_GAP_FIGURE
from attnmem.figures.renderers.shapes import pieces
from attnmem.symbols import symbols
from attnmem.theory.topk_gap import KL_GAP
from attnmem.theory.topk_letters import budget, n

from .plates import GRIDDED, PANELS, SHARES

SLIDERS = {TOPK_GAP_FIGURE.alias(c.symbol): TOPK_GAP_FIGURE.stops(c) for c in TOPK_GAP_FIGURE.sliders}
states = st.fixed_dictionaries({name: st.sampled_from(stops) for name, stops in SLIDERS.items()})


@settings(max_examples=40, deadline=None)
@given(states)
def test_read_outs_and_curves_equal_evaluate(state):
    table = sample(TOPK_GAP_FIGURE, state)
    read = {reading.key: reading.value for reading in table.readings}
    if state["k"] >= state["n"]:
        assert np.isnan(read["divergence"])
        assert table.outside.all()
        assert "needs k < n" in table.sentence
        return
    counts = {"n": state["n"], "k": state["k"]}
    assert read["divergence"] == pytest.approx(
        evaluate("topk-kl-gap", Delta=state["Delta"], **counts), rel=1e-14
    )
    assert read["dropped"] == pytest.approx(
        evaluate("topk-tail-gap", Delta=state["Delta"], **counts), rel=1e-14
    )
    needed = evaluate("topk-gap-needed", epsilon=state["epsilon"], **counts)
    assert read["needed"] == pytest.approx(needed, rel=1e-13, abs=1e-13)
    assert read["allowed"] == pytest.approx(evaluate("topk-tail-budget", epsilon=state["epsilon"]), rel=1e-14)
    for place in (0, 37, 200):
        right = evaluate("topk-kl-gap", Delta=float(table.x[place]), **counts)
        assert table.columns["kl.y"][place] == pytest.approx(right, rel=1e-14)
    assert (read["divergence"] <= state["epsilon"]) == ("within the budget" in table.sentence)


def test_a_curve_stops_where_its_domain_does():
    table = sample(SHARES, {"n": 256})
    inside = table.x < 256
    assert np.isfinite(table.columns["fixed-gap.y"][inside]).all()
    assert np.isnan(table.columns["fixed-gap.y"][~inside]).all()
    assert (table.outside == ~inside).all()
    assert 0 < inside.sum() < len(table.x)


def test_a_mark_that_left_the_picture_is_named():
    (note,) = sample(TOPK_GAP_FIGURE, {"Delta": 20.0, "n": 2**20, "k": 16384}).notes
    assert (
        note == "The divergence bound lies outside the picture, at 1.3×10⁻⁷ nats."
        or "outside the picture" in note
    )
    assert sample(TOPK_GAP_FIGURE).notes == ()


@pytest.mark.parametrize(
    ("values", "words"),
    [({"m": 3.0}, "no slider"), ({"n": 3.0}, r"must be in \[256, "), ({"n": float("nan")}, "must be in")],
)
def test_a_state_that_no_slider_can_have(values, words):
    with pytest.raises(BadInput, match=words):
        sample(TOPK_GAP_FIGURE, values)


def test_a_measured_slider_stays_on_its_grid():
    with pytest.raises(BadInput, match="must be one of"):
        sample(SHARES, {n: 300.0})


def test_measured_rows_are_those_of_the_grid_point():
    assert (
        sample(SHARES, {n: 256.0}).columns["seen.middle"]
        != sample(SHARES, {n: 1024.0}).columns["seen.middle"]
    ).all()


def test_piles_add_up_and_cells_find_their_grade():
    table = sample(SHARES)
    top = table.columns["rest.high"]
    assert top[~table.outside] == pytest.approx(np.ones((~table.outside).sum()), abs=1e-15)
    grid = sample(GRIDDED, {"Delta": 10.0})
    value, grade = grid.columns["loss.value"], grid.columns["loss.grade"]
    assert np.isnan(value[1, 0])  # 512 of 256 keys cannot be kept
    assert grade[1, 0] == -1
    assert value[0, 2] == pytest.approx(evaluate(KL_GAP.key, n=4096, k=16, Delta=10))
    assert list(grade[0]) == [int(np.searchsorted([0.01, 0.1, 1, 100], v)) for v in value[0]]


def test_measured_grids_stand_side_by_side():
    table = sample(PANELS, {n: 1024.0})
    assert table.columns["first.value"].tolist() == [[4.0, 2.0, 1.0], [0.5, 0.25, 0.125]]
    assert table.columns["second.grade"].tolist() == [[1, 1, 0], [0, 0, 0]]
    drawn = {piece.name: piece for piece in pieces(PANELS, table)}
    assert drawn["first-0-0"].x == 0.5
    assert drawn["second-0-0"].x == 4.5
    assert drawn["second-0-0"].y == drawn["first-0-0"].y == 1.5
    assert np.nanmin(drawn["second-grade-1"].x) > 4


def test_a_measured_grid_needs_its_slider():
    with pytest.raises(BadInput, match="must have the grid of 'first'"):
        replace(PANELS, sliders=(Control(symbol=n),))


def test_a_sentence_takes_its_other_form():
    assert sample(SHARES, {budget: 1.0}).sentence == "A share of 0.25, gap 10."
    assert sample(SHARES, {budget: 0.001}).sentence == "Small budget."
    assert list(symbols("key_count")) == [n]
