"""Figures of number formats and of the memory game: limits hold, dots agree with formulas, tables repeat."""

from dataclasses import replace

import numpy as np
import pytest
from sympy import Integer

from attnmem.evaluation import evaluate
from attnmem.figures import sample
from attnmem.figures.marks import Cells, measured
from attnmem.figures.measured import LARGEST, rows
from attnmem.figures.records.float_digits import BITS, FLOAT_DIGITS_FIGURE, THRESHOLDS
from attnmem.figures.records.float_map import EXPONENTS, FLOAT_MAP_FIGURE
from attnmem.figures.records.float_stagnation import FLOAT_STAGNATION_FIGURE, RUN
from attnmem.figures.records.index_kept import INDEX_KEPT_FIGURE
from attnmem.figures.records.index_recovery import INDEX_RECOVERY_FIGURE, PLAYED, SHARES, played
from attnmem.figures.records.index_state import INDEX_STATE_FIGURE
from attnmem.theory.float_letters import C, p, theta
from attnmem.theory.index_letters import d, eta, n

from .test_pool_and_decay import beyond

FIGURES = (
    FLOAT_DIGITS_FIGURE,
    FLOAT_MAP_FIGURE,
    FLOAT_STAGNATION_FIGURE,
    INDEX_KEPT_FIGURE,
    INDEX_RECOVERY_FIGURE,
    INDEX_STATE_FIGURE,
)
each = pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.key)


@pytest.mark.parametrize("figure", [INDEX_KEPT_FIGURE, INDEX_RECOVERY_FIGURE], ids=lambda figure: figure.key)
def test_limits_hold_wherever_the_sliders_stand(figure):
    assert beyond(figure) == set()


def test_a_limit_that_does_not_hold_is_found():
    low = replace(INDEX_KEPT_FIGURE, y=replace(INDEX_KEPT_FIGURE.y, high=Integer(10)))
    assert beyond(low) >= {"csa", "kda"}


@each
def test_presets_and_the_start_give_numbers_and_a_whole_sentence(figure):
    states = [{}, *({s: float(v) for s, v in preset.values.items()} for preset in figure.presets)]
    for state in states:
        table = sample(figure, state)
        assert all(np.isfinite(reading.value) for reading in table.readings)
        assert "{" not in table.sentence
        assert "–" not in table.sentence
        assert figure.outside not in table.sentence
        assert table.notes == ()
    assert all(preset.source for preset in figure.presets)


@pytest.mark.parametrize("bits", BITS)
@pytest.mark.parametrize("weight", THRESHOLDS)
def test_rounding_keeps_the_digits_that_were_promised(bits, weight):
    table = sample(FLOAT_DIGITS_FIGURE, {p: bits, theta: weight})
    for place, seen in zip(table.columns["ran.x"], table.columns["ran.middle"], strict=True):
        told = evaluate("float-digits", L=float(place), theta=weight, p=int(bits))
        assert seen >= min(told, 8) - 0.01
        assert seen <= max(told, 0) + 1, "and not much more: the promise is not idle"


def test_a_promise_five_percent_too_high_is_broken():
    table = sample(FLOAT_DIGITS_FIGURE, {p: 24.0, theta: 0.01})
    told = [evaluate("float-digits", L=float(x), theta=0.01, p=24) for x in table.columns["ran.x"]]
    assert (table.columns["ran.middle"] < 1.05 * np.array(told) - 0.01).any()


def test_the_sentence_says_when_no_digit_is_left():
    assert "keeps no digit" in sample(FLOAT_DIGITS_FIGURE, {p: 8.0}).sentence
    assert "keeps 2.18 digits" in sample(FLOAT_DIGITS_FIGURE).sentence


def test_the_map_has_the_formats_and_the_logarithm_never_does_worse():
    table = sample(FLOAT_MAP_FIGURE)
    decay, log = table.columns["decay.value"], table.columns["log.value"]
    assert decay.shape == log.shape == (6, len(EXPONENTS))
    assert (log >= decay).all()
    panels = [mark for mark in FLOAT_MAP_FIGURE.marks if isinstance(mark, Cells)]
    assert [place.label for place in panels[0].rows][:2] == ["FP32", "TF32"]
    assert decay[0, -1] > 2, "FP32 holds at a million tokens"
    assert (decay[1:, -1] == 0).all(), "nothing shorter does"


def test_a_rounded_state_fades_before_the_first_rule_and_stands_after_the_second():
    for (bits, chunk), seen in rows(RUN).items():
        free = evaluate("stagnation-free-lifetime", p=int(bits), theta=0.01, C=int(chunk))
        stuck = evaluate("stagnation-lifetime", p=int(bits), theta=0.01, C=int(chunk))
        for dot in seen:
            if dot.x < 0.95 * free:
                assert 0.001 < dot.middle < 0.03
            if dot.x >= 1.05 * stuck:
                assert dot.middle == 1
        assert any(1.01 * free < dot.x < stuck and 0.03 < dot.middle < 1 for dot in seen)
    assert {p, C} == set(RUN.grid)


def test_every_bit_comes_back_at_the_scale_told_and_none_are_told_apart_far_below_it():
    state = {n: 1024.0, d: 64.0, eta: 0.5}
    seen = played(state)
    assert seen == played(state)
    assert seen[SHARES.index(1.0)].low == 1
    assert seen[0].middle < 0.6


def test_measured_tables_are_light():
    for figure in FIGURES:
        for table in filter(None, map(measured, figure.marks)):
            if table is not PLAYED:
                assert len(str([s.numbers for row in rows(table).values() for s in row])) < LARGEST / 4


def test_shares_are_bits_kept_over_bits_needed():
    told = {r.key: r.value for r in sample(INDEX_KEPT_FIGURE).readings}
    needed = evaluate("index-bits-per-token", d=512, delta=0.1)
    assert told["hca-share"] == pytest.approx(64 / needed)
    assert told["csa-share"] == pytest.approx(2048 / needed)
    assert told["mla-share"] == pytest.approx(9216 / evaluate("index-bits-per-token", d=12288, delta=0.1))
    assert told["state"] == pytest.approx(24 / evaluate("index-bits-per-token", d=12288, delta=0.1))
    assert told["full"] == pytest.approx(3857, abs=1)


def test_the_crossing_is_where_both_lines_meet():
    table = sample(INDEX_STATE_FIGURE)
    x, y = float(table.columns["here.0.x"]), float(table.columns["here.0.y"])
    assert evaluate("index-bits", n=round(x), d=128, delta=0.1) == pytest.approx(y, rel=1e-3)
