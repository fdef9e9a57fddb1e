"""Notes beside the numbers: a context that the model was not made for, and layers that are left out."""

import json

import pytest

from attnmem import ledger
from attnmem.cli import main
from attnmem.ledger.fit import at_tokens

PLAIN = {
    "num_hidden_layers": 2,
    "hidden_size": 64,
    "num_attention_heads": 8,
    "num_key_value_heads": 2,
    "head_dim": 16,
    "max_position_embeddings": 32768,
}
YARN = {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}
GEMMA = {
    "rope_scaling": {"rope_type": "linear", "factor": 8.0},
    "model_type": "gemma3_text",
    "sliding_window": 512,
}
DRAFTS = "multi-token prediction (num_nextn_predict_layers)"
MADE_FOR = [
    ({}, 32768),
    ({"rope_scaling": YARN}, 131072),
    ({"rope_scaling": {"type": "yarn", "factor": 4, "original_max_position_embeddings": 4096}}, 32768),
    ({"rope_scaling": {"type": "yarn", "factor": 4}}, 32768),
    (
        {"rope_scaling": {"type": "yarn", "factor": 40}, "original_max_position_embeddings": 4096},
        163840,
    ),
    ({"rope_scaling": {"type": "linear", "factor": 8.0}}, 262144),
    ({"rope_scaling": {"rope_type": "dynamic", "factor": 2}}, 65536),
    (GEMMA, 32768),
    ({"rope_scaling": {**YARN, "rope_type": "llama3"}}, 32768),
    ({"rope_scaling": {"rope_type": "longrope", "factor": 4}}, 32768),
    ({"rope_scaling": {**YARN, "factor": None}}, 32768),
    ({"rope_scaling": {**YARN, "factor": True}}, 32768),
    ({"rope_scaling": {**YARN, "factor": float("inf")}}, 32768),
    ({"rope_scaling": {**YARN, "original_max_position_embeddings": "far"}}, 32768),
    ({"rope_scaling": None}, 32768),
    ({"rope_scaling": "yarn"}, 32768),
    ({"rope_parameters": YARN}, 131072),
    ({"rope_parameters": {"full_attention": YARN, "sliding_attention": {"rope_type": "default"}}}, 131072),
]


@pytest.mark.parametrize(("more", "longest"), MADE_FOR)
def test_how_far_a_config_goes(more, longest):
    model = ledger.read(PLAIN | more)
    assert model.made_for.value == longest
    assert ledger.account(model, longest).notes == ()
    (note,) = ledger.account(model, longest + 1).notes
    assert f"more than the {longest:,} that the model was made for" in note


def test_the_note_names_the_fields():
    (note,) = ledger.account(ledger.read(PLAIN), 2**20).notes
    assert "(max_position_embeddings)" in note
    (note,) = ledger.account(ledger.read(PLAIN | {"rope_scaling": YARN}), 2**20).notes
    assert "(rope_scaling.original_max_position_embeddings × rope_scaling.factor)" in note


def test_a_family_with_a_field_of_its_own_is_heard():
    notes = ledger.account(ledger.load("gpt2"), 2**17).notes
    assert notes == (
        "131,072 tokens: more than the 1,024 that the model was made for (n_positions); "
        "the count goes on, the model may not",
    )


@pytest.mark.parametrize("name", ledger.bundled_names())
def test_no_model_is_beyond_its_own_context(name):
    found = ledger.account(ledger.load(name))
    assert not any("made for" in note for note in found.notes)


def test_a_model_without_a_length_has_none_to_pass():
    assert ledger.account(ledger.load("falcon-mamba-7b"), 2**30).notes == ()
    assert ledger.account(ledger.account(ledger.load("gpt2"), 8).model, 1024).notes == ()


def test_the_note_follows_the_tokens_that_fit():
    found = ledger.account(ledger.load("gpt2"), 1024)
    assert found.notes == ()
    assert len(at_tokens(found, 1025).notes) == 1


def test_the_command_says_it_in_every_form_and_still_ends_with_0(capsys):
    assert main(["ledger", "gemma-2-9b", "--tokens", "131072"]) == 0
    assert "note: 131,072 tokens: more than the 8,192" in capsys.readouterr().out
    assert main(["ledger", "gemma-2-9b", "--tokens", "131072", "--json"]) == 0
    assert "more than the 8,192" in json.loads(capsys.readouterr().out)["notes"][0]
    assert main(["ledger", "gemma-2-9b", "llama-3.1-8b", "--tokens", "131072"]) == 0
    out = capsys.readouterr().out
    assert out.count("gemma-2-9b: note: 131,072 tokens") == 1
    assert "llama-3.1-8b: note" not in out
    assert main(["ledger", "gemma-2-9b", "--fit", "80GiB"]) == 0
    assert "more than the 8,192" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "deepseek-v3",
            f"1 layer of {DRAFTS} is left out of the count",
        ),
        (
            "step-3.7-flash",
            f"3 layers of {DRAFTS} are left out of the count",
        ),
        ("kimi-k3", None),
        ("llama-3.1-8b", None),
    ],
)
def test_layers_left_out_are_named(name, said):
    notes = ledger.account(ledger.load(name)).notes
    assert notes == (() if said is None else (said,))


STRANGER = PLAIN | {"model_type": "frobnix", "architectures": ["FrobForCausalLM"]}


def test_a_model_type_that_no_rule_knows_is_named(capsys, tmp_path):
    said = "model_type is the text 'frobnix', which no rule knows: read by its field names as plain attention"
    assert ledger.account(ledger.read(STRANGER), 64).notes == (said,)
    file = tmp_path / "config.json"
    file.write_text(json.dumps(STRANGER))
    assert main(["ledger", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["notes"] == [said]
    assert main(["ledger", str(file)]) == 0
    assert f"note: {said}" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("more", "read_as"),
    [
        ({"kv_lora_rank": 16, "qk_rope_head_dim": 8}, "layers of kind mla"),
        (
            {"sliding_window": 8, "layer_types": ["sliding_attention", "full_attention"]},
            "layers of kind window, full",
        ),
    ],
)
def test_an_unknown_type_says_what_its_fields_were_read_as(more, read_as):
    (note,) = ledger.account(ledger.read(STRANGER | more), 64).notes
    assert note.endswith(f"read by its field names as {read_as}")


def test_the_type_is_that_of_the_language_model():
    """The outer object of a picture model has a type of its own, which says nothing of the cache."""
    llama = {"model_type": "picture", "text_config": PLAIN | {"model_type": "llama"}}
    assert ledger.account(ledger.read(llama), 64).notes == ()
    (note,) = ledger.account(ledger.read({"model_type": "llama", "text_config": STRANGER}), 64).notes
    assert "'frobnix'" in note


def test_a_file_without_a_model_type_is_no_stranger():
    assert ledger.account(ledger.read(PLAIN | {"architectures": ["FrobForCausalLM"]}), 64).notes == ()


@pytest.mark.parametrize("name", ledger.bundled_names())
def test_no_bundled_model_is_a_stranger(name):
    assert ledger.load(name).unknown_type is None


@pytest.mark.parametrize("odd", ["two\nlines", "x" * 10**5, ""])
def test_a_strange_type_cannot_break_the_note(odd):
    (note,) = ledger.account(ledger.read(PLAIN | {"model_type": odd}), 64).notes
    assert note.isprintable()
    assert len(note) < 120


def test_they_are_left_out_indeed():
    without = ledger.read(PLAIN)
    with_drafts = ledger.read(PLAIN | {"num_nextn_predict_layers": 1})
    assert len(without.layers) == len(with_drafts.layers) == 2
    assert ledger.account(without, 64).growth == ledger.account(with_drafts, 64).growth
