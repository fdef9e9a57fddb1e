"""Figures of pooled slots and of decay: limits hold, presets mean something, measured tables repeat."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from sympy import Rational

from attnmem.figures import sample
from attnmem.figures.marks import Line, Trials
from attnmem.figures.measured import LARGEST, rows
from attnmem.figures.records.decay_lifetime import DECAY_LIFETIME_FIGURE
from attnmem.figures.records.gate_fit import GATE_FIT_FIGURE, TRAINED, trained
from attnmem.figures.records.gate_slopes import GATE_SLOPES_FIGURE, GATE_SLOPES_SOFTPLUS_FIGURE
from attnmem.figures.records.pool_recall import NEEDLES, POOL_RECALL_FIGURE, found_needles
from attnmem.figures.records.pool_snr import POOL_SNR_FIGURE
from attnmem.theory.decay_letters import L, steps
from attnmem.theory.pool_letters import c, m

FIGURES = (
    POOL_SNR_FIGURE,
    POOL_RECALL_FIGURE,
    DECAY_LIFETIME_FIGURE,
    GATE_SLOPES_FIGURE,
    GATE_SLOPES_SOFTPLUS_FIGURE,
    GATE_FIT_FIGURE,
)
each = pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.key)


def corners(figure):
    """Every slider at its ends and at its start, in all combinations."""
    stops = [(figure.stops(k)[0], figure.start()[k.symbol], figure.stops(k)[-1]) for k in figure.sliders]
    symbols = [control.symbol for control in figure.sliders]
    return [dict(zip(symbols, at, strict=True)) for at in product(*(dict.fromkeys(s) for s in stops))]


def beyond(figure):
    """Curves and measured dots that leave the declared limits of the picture somewhere."""
    low, high = figure.y.limits
    found = set()
    for state in corners(figure):
        columns = sample(figure, state).columns
        for mark in figure.marks:
            if isinstance(mark, Line | Trials):
                values = columns[f"{mark.key}.{'y' if isinstance(mark, Line) else 'middle'}"]
                values = values[np.isfinite(values)]
                if len(values) and not (low <= values.min() and values.max() <= high):
                    found.add(mark.key)
    return found


@each
def test_limits_hold_wherever_the_sliders_stand(figure):
    assert beyond(figure) == set()


def test_a_limit_that_does_not_hold_is_found():
    narrow = replace(POOL_SNR_FIGURE, y=replace(POOL_SNR_FIGURE.y, low=Rational(1, 100)))
    assert "correlated" in beyond(narrow)


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


def test_a_lifetime_that_no_input_gives_is_said():
    table = sample(GATE_SLOPES_FIGURE, {"L": 100.0, "g_min": -0.1})
    assert np.isfinite(table.columns["lifetime.y"]).all()
    slow = replace(GATE_SLOPES_FIGURE, fixed={next(iter(GATE_SLOPES_FIGURE.fixed)): Rational(1, 10**6)})
    assert GATE_SLOPES_FIGURE.outside in sample(slow, {"L": 100.0, "g_min": -0.1}).sentence


def test_needles_are_found_at_least_as_often_as_promised():
    """At every grid point: the measured share, two standard errors up, is not below the formula's."""
    for (window, width), seen in rows(NEEDLES).items():
        table = sample(POOL_RECALL_FIGURE, {"m": window, "c": width})
        promised = np.interp([s.x for s in seen], table.x, table.columns["promised.y"])
        assert (np.array([s.high for s in seen]) >= promised - 1e-3).all()


def test_starts_learn_on_the_slow_side_and_not_far_on_the_fast_side():
    for seen in rows(TRAINED).values():
        reached = [s.x for s in seen if abs(s.middle - 0.5) < 1e-3]
        assert min(reached) < 1 / 50
        assert max(reached) < 10


def test_measured_tables_repeat_and_are_light():
    assert found_needles({m: 8.0, c: 128.0}) == found_needles({m: 8.0, c: 128.0})
    assert trained({L: 100.0, steps: 100.0}) == trained({L: 100.0, steps: 100.0})
    for table in (NEEDLES, TRAINED):
        assert sum(len(str(seen.numbers)) for row in rows(table).values() for seen in row) < LARGEST / 4
