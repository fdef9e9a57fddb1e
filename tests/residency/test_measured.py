"""Measured masses become a scenario: one block per layer and place, one row per layer, head and step."""

import numpy as np
import pytest

from attnmem.errors import BadInput
from attnmem.recording import load
from attnmem.residency.budget import allowance
from attnmem.residency.lossy import solve_within
from attnmem.residency.measured import from_block_masses
from attnmem.residency.replay import replay
from attnmem.residency.selection import select
from attnmem.residency.solve import solve
from attnmem.residency.watch import Watch

MACHINE = {"block_bytes": 10, "hbm_bytes": 30, "bytes_per_s": 100.0, "step_s": 0.5, "compute_s": 0.25}


def test_rows_add_up_to_one_and_zeros_are_not_read():
    masses = np.array([[[[0.5, 0.5, 0.0], [0.0, 0.25, 0.5]]]])
    scenario = from_block_masses(masses, **MACHINE)
    assert scenario.reads == (("L0/b0", "L0/b1"), ("L0/b1", "L0/b2"))
    assert [mass.value for mass in scenario.masses] == [0.5, 0.5, pytest.approx(1 / 3), pytest.approx(2 / 3)]


@pytest.mark.parametrize("masses", [np.ones((2, 3)), -np.ones((1, 1, 1, 2)), np.zeros((1, 1, 1, 2))])
def test_what_is_no_softmax_is_refused(masses):
    with pytest.raises(BadInput, match="masses: "):
        from_block_masses(masses, **MACHINE)


def test_a_recorded_layer_is_planned_within_its_budget():
    """A real layer's heads over eight steps: lossless needs every block, half a nat a fraction of them."""
    masses = load().block_mass[10:11, :, :8]
    scenario = from_block_masses(masses, **MACHINE | {"hbm_bytes": 480})
    allowed = allowance(scenario, 0.5)
    best = solve_within(scenario, allowed, Watch(seconds=10))
    apart = solve(select(scenario, 0.5))
    assert solve(scenario).is_infeasible
    assert replay(scenario, best.plan, budget=allowed.budget).is_kept
    assert best.played.stall_s <= apart.played.stall_s + 1e-9
