"""Every bundled model against numbers worked out by hand, one rule per family, with no code shared."""

import json
from pathlib import Path

import pytest

from attnmem import ledger
from attnmem.ledger.as_json import answer

EXPECTED = json.loads((Path(__file__).parent / "EXPECTED.json").read_text())
FIELDS = {
    "growth": "growth_elements_per_token",
    "uniform": "uniform_elements_per_token",
    "bounded": "window_elements",
    "state": "state_elements",
    "state_conv_k": "state_elements_conv_k",
    "compressor_tail": "compressor_elements",
    "held_131072": "held_elements",
    "reach_131072": "reach_entries",
}


@pytest.mark.parametrize("name", EXPECTED)
def test_the_totals_are_those_worked_out_by_hand(name):
    found = answer(ledger.account(ledger.load(name), 131072))
    expected = {theirs: str(EXPECTED[name][theirs]) for theirs in FIELDS}
    assert {theirs: str(found[ours]) for theirs, ours in FIELDS.items()} == expected


def test_every_bundled_model_is_expected_and_read():
    assert sorted(EXPECTED) == list(ledger.bundled_names())
