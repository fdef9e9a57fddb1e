"""Explanations are recorded by the reading itself: another field name gives another explanation."""

import json
from math import log2

import pytest

from attnmem import ledger
from attnmem.errors import NotUnderstood
from attnmem.ledger import as_json, bundled
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


SETTINGS = (
    {},
    {"batch": 3, "tp": 8, "page": 64},
    {"engine": "uniform", "page": 48, "kv_format": "q8_0"},
    {"engine": "unpacked", "tp": 2, "kv_format": "fp8"},
    {"tokens": 5, "page": 16, "index_format": "fp4", "state_format": "bf16", "kv_format": "nvfp4"},
    {"tokens": 100_003, "page": 7, "tp": 3, "kv_format": "fp8_ds_mla"},
)
NAMED = ("layers", "elements_per_entry", "tokens_per_entry", "cap", "raw_window", "topk")
NAMED += ("recurrent_elements", "conv_elements", "compressor_elements")


def computed(found):
    """The numbers whose formulas are arithmetic and not the names of fields."""
    return [one for one in explain(found) if not one.reads and not one.what.endswith(NAMED)]


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("name", ledger.bundled_names())
def test_each_formula_gives_its_number(name, settings, arithmetic):
    try:
        told = computed(ledger.account(ledger.load(name), **settings))
    except NotUnderstood:
        assert settings.get("engine") == "unpacked" or settings.get("kv_format") == "fp8_ds_mla"
        return
    assert len(told) >= 11
    for one in told:
        found = arithmetic.value(one.formula)
        assert found == (pytest.approx(one.value) if one.what == "decision_bits" else one.value), one.what


@pytest.mark.parametrize(
    "wrong", ["24 × 576 × 1,025", "24 × 577 × 1,024", "25 × 576 × 1,024", "24 + 576 × 1,024"]
)
def test_a_formula_that_is_off_gives_another_number(wrong, arithmetic):
    """Planted fault, and what the walk makes of each sign."""
    assert arithmetic.value("24 × 576 × 1,024") == 14_155_776 != arithmetic.value(wrong)
    assert arithmetic.value("3 × (⌈⌈10 / 4⌉ × 4 / 8⌉ + ⌊7 / 2⌋ + min(1,000, 7))") == 36
    assert arithmetic.value("2 × (448 × 0.5 + 64 × 2 + 8 of scales) (nvfp4)") == 720
    assert arithmetic.value("2 × log2 C(4, 2)") == pytest.approx(2 * log2(6))


def test_every_number_of_the_step_and_the_pages_has_a_formula():
    found = ledger.account(ledger.load("deepseek-v4-pro"), tp=8, page=64)
    told = {one.what for one in explain(found)}
    assert told >= {
        "uniform_elements_per_token",
        "read_elements_per_step",
        "written_elements_per_step",
        "reach_entries",
        "units",
        "decision_bits",
        "bytes.growth_per_token",
        "bytes.held",
        "bytes.allocated",
        "bytes.per_device",
        "bytes.read_per_step",
        "bytes.read_per_step_per_device",
    }


def test_the_values_are_those_of_the_json_object():
    """One key, one number: what is explained is what is reported."""
    found = ledger.account(ledger.load("deepseek-v4-pro"), tp=8, page=64, batch=2, kv_format="fp8_ds_mla")
    reported = as_json.flat(as_json.answer(found))
    told = {one["what"]: one["value"] for one in as_json.explained(explain(found)) if one["of"] in TOTALS}
    assert told
    assert {what: reported[what] for what in told} == told


TOTALS = ("sequence", "batch")
