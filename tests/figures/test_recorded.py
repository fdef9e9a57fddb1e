"""The figure of the recording: its values are what the core finds, and its words are true of them."""

import numpy as np
import pytest

from attnmem.evaluation import evaluate
from attnmem.figures import sample
from attnmem.figures.measured import rows
from attnmem.figures.records.topk_gap import TOPK_GAP_FIGURE
from attnmem.figures.records.topk_recorded import BOUND, KEPT, TOPK_RECORDED_FIGURE, TRUE
from attnmem.recording import load
from attnmem.theory.topk_letters import gap, k, n
from attnmem.witnesses.topk import topk


def test_the_bound_lies_above_the_truth_on_every_row():
    """And far above: the words say so, and half of all points are a hundred times too high."""
    truth = np.array([[seen.middle for seen in row] for row in rows(TRUE).values()])
    bound = np.array([[seen.middle for seen in row] for row in rows(BOUND).values()])
    assert truth.shape == (270, len(KEPT))
    assert (bound >= truth).all()
    assert np.median(bound / truth) > 100


def test_a_point_by_hand():
    row = np.sort(load().last_row[3, 7].astype(float))[::-1]
    weights = np.exp(row - row[0]) / np.exp(row - row[0]).sum()
    table = sample(TOPK_RECORDED_FIGURE, {"layer": 3, "head": 7})
    place = KEPT.index(64)
    assert table.columns["true.middle"][place] == pytest.approx(-np.log1p(-weights[64:].sum()), rel=1e-3)
    right = evaluate("topk-kl-gap", n=2048, k=64, Delta=row[63] - row[64])
    assert table.columns["bound.middle"][place] == pytest.approx(right, rel=1e-3)


def test_the_preset_of_the_recording_is_its_middle():
    (preset,) = (p for p in TOPK_GAP_FIGURE.presets if p.label == "recorded head")
    found = topk(load().last_row, kl=0.01)
    assert int(preset.values[n]) == 2048
    assert int(preset.values[k]) == np.ceil(np.median(found.k_exact))
    assert float(preset.values[gap]) == np.nanmedian(found.gap)
