"""The warning about fields that were not read, and the stop where one of them cannot be passed over."""

import pytest

from attnmem import ledger
from attnmem.errors import NotUnderstood
from attnmem.ledger import unread
from attnmem.ledger.ignored import EXACT
from attnmem.ledger.unread import TOUCHES, likeness

PLAIN = {
    "num_hidden_layers": 2,
    "hidden_size": 64,
    "num_attention_heads": 8,
    "num_key_value_heads": 2,
    "head_dim": 16,
}


@pytest.mark.parametrize("word", TOUCHES)
def test_a_name_that_could_touch_the_cache_is_a_warning(word):
    assert ledger.read(PLAIN | {f"zz_{word}_zz": 3}).unread == (f"zz_{word}_zz",)


def test_names_inside_objects_are_found_with_their_path():
    assert ledger.read(PLAIN | {"extra": {"my_state_count": 3}}).unread == ("extra.my_state_count",)


def test_null_fields_and_other_parts_say_nothing():
    quiet = {
        "zz_cache_zz": None,
        "vision_config": {"num_heads": 3, "window": 4},
        "rope_scaling": {"window": 3},
    }
    assert ledger.read(PLAIN | quiet).unread == ()


@pytest.mark.parametrize("name", ledger.bundled_names())
def test_no_bundled_model_leaves_a_warning(name):
    assert ledger.load(name).unread == ()


def test_every_ignored_name_would_otherwise_be_a_warning():
    """Nothing is on the list that the telling words would have passed anyway."""
    assert sorted(name for name in EXACT if not any(word in name.lower() for word in TOUCHES)) == []


def test_an_ignored_name_does_silence_the_warning(monkeypatch):
    """Planted fault: without the list, a feed-forward size would be reported."""
    config = PLAIN | {"shared_expert_intermediate_size": 512}
    assert ledger.read(config).unread == ()
    monkeypatch.setattr(unread, "EXACT", frozenset())
    assert "shared_expert_intermediate_size" in ledger.read(config).unread


MISSPELT = (
    "num_key_value_head",
    "numKeyValueHeads",
    "num_key_value_heads_",
    "x_num_key_value_heads",
    "kv_heads",
)


@pytest.mark.parametrize("name", MISSPELT)
def test_a_name_that_is_nearly_a_missing_one_stops(name):
    config = {key: value for key, value in PLAIN.items() if key != "num_key_value_heads"} | {name: 2}
    with pytest.raises(NotUnderstood, match="nearest known"):
        ledger.read(config)


ATTENTION = (
    "swa_kv_lora_rank",
    "indexer_head_dim",
    "index_kpool",
    "kv_reuse_group",
    "attn_layer_idxs",
    "sparse_config",
)


@pytest.mark.parametrize("name", ATTENTION)
def test_a_field_of_an_attention_that_no_rule_understands_stops(name):
    with pytest.raises(NotUnderstood, match=f"{name}: .*nearest known"):
        ledger.read(PLAIN | {name: [1]})


@pytest.mark.parametrize(("name", "value"), [("mixer_kinds", ["a", "b"]), ("my_pattern", "ab")])
def test_a_word_for_each_layer_under_an_unknown_name_stops(name, value):
    with pytest.raises(NotUnderstood, match=name):
        ledger.read(PLAIN | {name: value})
    assert ledger.read(PLAIN | {"mlp_layer_types": ["dense", "sparse"], "mtp_pattern": "*E"}).unread == ()


def test_likeness_tells_names_apart():
    assert (
        likeness("num_key_value_heads", "num_hidden_layers")
        < unread.CLOSE
        < likeness("head_dim", "head_dims")
    )
