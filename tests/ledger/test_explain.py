"""Explanations are recorded by the reading itself: another field name gives another explanation."""

import json

import pytest

from attnmem import ledger
from attnmem.ledger import bundled
from attnmem.ledger.explain import explain

PLAIN = {
    "num_hidden_layers": 2,
    "hidden_size": 64,
    "num_attention_heads": 8,
    "num_key_value_heads": 2,
    "head_dim": 16,
}


def explained(config, what="kv_elements_per_entry"):
    found = explain(ledger.account(ledger.read(config), 16))
    return next(one for one in found if one.what == what)


def test_a_renamed_field_changes_the_explanation():
    before = explained(PLAIN)
    renamed = {("num_kv_heads" if name == "num_key_value_heads" else name): v for name, v in PLAIN.items()}
    after = explained(renamed)
    assert before.value == after.value == 64
    assert before.formula == "num_key_value_heads × head_dim + num_key_value_heads × head_dim"
    assert after.formula == "num_kv_heads × head_dim + num_kv_heads × head_dim"
    assert {read.path for read in after.reads} == {"num_kv_heads", "head_dim"}


def test_a_derived_width_names_what_it_was_derived_from():
    one = explained({name: value for name, value in PLAIN.items() if name != "head_dim"})
    assert "hidden_size / num_attention_heads" in one.formula
    assert {read.path for read in one.reads} == {"num_key_value_heads", "hidden_size", "num_attention_heads"}


def test_paths_lead_into_nested_objects():
    one = explained({"text_config": PLAIN})
    assert {read.path for read in one.reads} == {"text_config.num_key_value_heads", "text_config.head_dim"}


def test_the_layout_is_explained_by_the_field_that_gave_it():
    listed = PLAIN | {"layer_types": ["full_attention", "sliding_attention"], "sliding_window": 4}
    assert explained(listed, "layers").formula == "layer_types"
    assert [read.path for read in explained(listed, "cap").reads] == ["sliding_window"]
    by_period = PLAIN | {"sliding_window_pattern": 2, "sliding_window": 4}
    assert explained(by_period, "layers").formula == "one in 2 full (sliding_window_pattern)"


@pytest.mark.parametrize("name", ledger.bundled_names())
def test_every_field_named_is_in_the_file_with_that_value(name):
    config = json.loads(bundled.path(name).read_text())
    for one in explain(ledger.account(ledger.load(name))):
        for read in one.reads:
            assert repr(value_at(config, read.path)) == repr(read.value)


def value_at(config, path):
    node = config
    for step in path.replace("]", "").replace("[", ".").split("."):
        node = node[int(step)] if isinstance(node, list) else node[step]
    return node


@pytest.mark.parametrize("name", ledger.bundled_names())
def test_every_size_that_is_not_zero_is_explained(name):
    found = ledger.account(ledger.load(name))
    told = {(one.of, one.what): one.value for one in explain(found)}
    for numbers in found.rows:
        layer, row = numbers.row.layer, numbers.row
        of = f"{row.count + row.shared} {layer.kind}"
        if layer.entry:
            assert told[(of, "kv_elements_per_entry")] == sum(one.elements for one in layer.entry)
        if layer.state:
            assert (of, "recurrent_elements") in told
    assert told[("sequence", "growth_elements_per_token")] == found.growth
