"""Small scenarios as dictionaries that a test changes before they are read."""

import copy
from typing import Any

import pytest

TWO_BLOCKS: dict[str, Any] = {
    "step_s": 1.0,
    "steps": 3,
    "hbm": {"bytes": 20},
    "tier": [{"name": "dram", "bytes_per_s": 10.0}],
    "compute": {"s_per_step": 0.5},
    "tenant": [{"name": "all"}],
    "sequence": [{"id": "s", "tenant": "all"}],
    "block": [
        {"id": "x", "sequence": "s", "bytes": 10, "starts": "dram"},
        {"id": "y", "sequence": "s", "bytes": 10, "starts": "dram"},
    ],
    "read": [{"step": 0, "blocks": ["x"]}, {"step": 2, "blocks": ["y"]}],
}


@pytest.fixture
def two_blocks() -> dict[str, Any]:
    """x is read in step 0 and y in step 2; HBM holds both, the link brings one per step."""
    return copy.deepcopy(TWO_BLOCKS)
