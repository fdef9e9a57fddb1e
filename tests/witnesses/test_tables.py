"""The tables that pages show: the cases agree, counts are whole, published starts are where they are said."""

import numpy as np
import pytest

from attnmem.core.gates import softplus_gate
from attnmem.witnesses.decay_agreement import counted_table
from attnmem.witnesses.gate_tables import gate_lifetimes, initial_table
from attnmem.witnesses.pool_agreement import pooled_cases, pooled_table


def test_what_was_pooled_agrees_and_five_percent_more_would_not():
    cases = pooled_cases()
    assert cases
    for case in cases:
        assert case.measured.agrees(case.predicted), case.case
        assert not case.measured.agrees(1.05 * case.predicted), case.case


def test_rows_say_how_far_apart_they_are():
    row = pooled_table()[0]
    assert row["apart, in errors"] == pytest.approx(abs(row["says"] - row["measured"]) / row["± error"])


def test_counts_are_the_formula_rounded_up():
    assert [row["counted"] for row in counted_table()] == [row["rounded up"] for row in counted_table()]


def test_published_starts():
    """Lifetimes of 9.7 to 921 tokens, and of 2.9 to 4605, from the definitions in the published code."""
    lifetimes = [row["lifetime"] for row in initial_table()]
    assert lifetimes == pytest.approx([9.68, 921.5, 46.05, 4605.2, 2.878, 287.8], rel=1e-3)
    assert all(-1 < row["d ln L/dz"] < -0.9 for row in initial_table())


def test_own_gates_by_quantile():
    found = gate_lifetimes(np.linspace(-12, -2, 101))
    assert (np.diff(found.lifetime) > 0).all()
    assert found.lost[0] == pytest.approx(1 - np.exp(-5 / (1 + np.exp(2))))
    assert found.fp32_steps == pytest.approx(found.lost * 2**24)
    assert found.bf16_steps == pytest.approx(found.lost * 2**8)
    assert gate_lifetimes([-9.0], softplus_gate()).lifetime[0] > gate_lifetimes([-9.0]).lifetime[0]


@pytest.mark.parametrize(("logits", "threshold"), [([], 0.01), ([np.nan], 0.01), ([0.0], 0.0), ([0.0], 1.0)])
def test_gates_that_are_none(logits, threshold):
    with pytest.raises(ValueError, match="need finite logits"):
        gate_lifetimes(logits, threshold=threshold)
