"""One word for one thing in what the command prints, each explained, each in the right number."""

import re

import pytest

from attnmem import ledger
from attnmem.cli import main
from attnmem.errors import AttnmemError
from attnmem.ledger import legend

NAMES = ledger.bundled_names()
OPTIONS = ((), ("--tp", "8", "--page", "64", "--batch", "2"), ("--engine", "uniform"))
PLURALS = "layers|tokens|sequences|heads|entries|elements|devices|pieces|bits"
WRONG_NUMBER = re.compile(rf"(?<![\w.,])1 (?:{PLURALS})\b")
ELEMENTS_AS_ENTRIES = re.compile(r"entries(?: held| at\b)|\bunits\b|decision bits|\bcompressor\b")
EXPLAINED = {
    legend.ENTRY: "an entry",
    legend.INDEX: "index",
    legend.RAW: " raw",
    legend.READING: " read  ",
    legend.POOLING: "rows being pooled",
    legend.COLUMNS: "K columns",
    legend.CHOICE: "bits of choice",
}


def printed(capsys, *words):
    assert main(["ledger", *words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("name", NAMES)
def test_one_is_not_plural_and_elements_are_not_entries(name, options, capsys):
    out = printed(capsys, name, *options)
    assert WRONG_NUMBER.findall(out) == []
    assert ELEMENTS_AS_ENTRIES.findall(out) == []


def test_the_smallest_stack_is_told_in_the_singular(capsys):
    out = printed(capsys, "--layers", "1full(1,1)", "--tokens", "1", "--explain", "--fit", "4B")
    assert "1 layer, one sequence, 1 token" in out
    assert "fits: 1 sequence at 1 token a sequence" in out
    assert WRONG_NUMBER.findall(" ".join(out.split())) == []


def test_the_looks_can_find_a_fault():
    """Planted: plurals after a one, and the words as they were before."""
    assert WRONG_NUMBER.findall("1 layers and 1 heads") == ["1 layers", "1 heads"]
    assert WRONG_NUMBER.findall("21 layers, 1 layer, 0.1 tokens, 1,001 heads, 2.1 bits") == []
    before = "entries at 131,072 tokens  8,589,934,592; 4 entries of 4 units; decision bits 0.0"
    assert ELEMENTS_AS_ENTRIES.findall(before) == ["entries at", "units", "decision bits"]


@pytest.mark.parametrize("name", NAMES)
def test_a_word_is_explained_where_it_occurs_and_only_there(name, capsys):
    report, _, words = printed(capsys, name).partition("  words: ")
    told = " ".join(words.split())
    for clause, word in EXPLAINED.items():
        assert (clause in told) == (word in report), word


def test_a_state_is_a_piece_only_where_nothing_else_is_kept(capsys):
    """A layer with entries beside its state is told apart by the entries."""
    told = {name: legend.STATE in " ".join(printed(capsys, name).split()) for name in MIXED}
    assert told == MIXED


MIXED = {"kimi-k3": True, "falcon-mamba-7b": True, "falcon-h1-7b": False, "llama-3.1-8b": False}


@pytest.mark.parametrize("options", [(), ("--engine", "uniform"), ("--fit", "80GiB", "--tokens", "8192")])
def test_tables_of_several_models_say_the_same_words(options, capsys):
    out = printed(capsys, *NAMES, *options)
    assert ELEMENTS_AS_ENTRIES.findall(out) == []
    assert out.count("words: ") == 1
    for clause in (legend.ENTRY, legend.INDEX, legend.POOLING, legend.COLUMNS, legend.CHOICE):
        assert clause in " ".join(out.split())


def test_a_table_says_the_formats_of_all_that_is_kept(capsys):
    lines = {line[:31].strip(): line[31:].split() for line in printed(capsys, *PAIR).splitlines()}
    assert lines["entries in"] == ["bf16", "bf16"]
    assert lines["index keys in"] == ["–", "bf16"]
    assert lines["recurrent state in"] == ["fp32", "–"]
    assert lines["rows being pooled in"] == ["–", "fp32"]
    lines = printed(capsys, "gpt2", "llama-3.1-8b")
    assert "state in" not in lines
    assert "bits of choice" not in lines


PAIR = ("kimi-k3", "deepseek-v4-pro")


def test_a_table_compares_one_sequence_where_batches_differ(capsys):
    out = printed(capsys, "llama-3.1-8b", "gemma-2-9b", "--fit", "80GiB", "--tokens", "131072")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "sequences (batch) 5 3" in lines
    each, together = lines.index("bytes of one sequence"), lines.index("bytes of all the sequences")
    assert lines[each + 1 : each + 3] == [
        "held with state 16.0 GiB 21.7 GiB",
        "read a step 16.0 GiB 21.7 GiB",
    ]
    assert "in powers of 1024 80.0 GiB 65.0 GiB" in lines[together:]
    assert "bytes of all the sequences" not in printed(capsys, *PAIR)


def test_a_batch_shows_the_bytes_of_one_sequence_too(capsys):
    out = " ".join(printed(capsys, "llama-3.1-8b", "--batch", "5").split())
    assert "held 85,899,345,920 B 85.9 GB = 80.0 GiB of it one sequence 17,179,869,184 B" in out
    assert "reads 8,589,934,592 elements of one sequence in bytes 17,179,869,184 B" in out
    assert "for all 5 sequences 85,899,345,920 B" in out
    assert "of it one sequence" not in printed(capsys, "llama-3.1-8b")


def test_what_does_not_fit_is_named(capsys):
    out = " ".join(printed(capsys, "llama-3.1-8b", "--fit", "80GiB", "--tokens", "128Ki").split())
    assert out.endswith("one sequence more does not fit")
    out = " ".join(printed(capsys, "llama-3.1-8b", "--fit", "1GiB").split())
    assert out.endswith("one token more does not fit")


def test_copies_are_a_part_of_what_all_devices_keep(capsys):
    """Eight key-value heads on sixteen devices: each head is kept twice."""
    asked = ("llama-3.1-8b", "--tokens", "128Ki", "--tp")
    lines = [" ".join(line.split()) for line in printed(capsys, *asked, "16").splitlines()]
    at = lines.index("on each of 16 devices 2,147,483,648 B 2.15 GB = 2.00 GiB")
    assert lines[at + 1 : at + 3] == [
        "on all 16 together 34,359,738,368 B 34.4 GB = 32.0 GiB",
        "of it copies of what cannot be split 17,179,869,184 B 17.2 GB = 16.0 GiB",
    ]
    assert "on all 8 together" not in printed(capsys, *asked, "8")


def test_what_fits_says_the_device_and_its_weights(capsys):
    asked = ("llama-3.1-8b", "--fit", "80GB")
    out = " ".join(printed(capsys, *asked, "--weights", "16GB").split())
    assert out.endswith(
        "taking 63,999,967,232 B = 64.0 GB = 59.6 GiB of a device's 80.0 GB = 74.5 GiB, "
        "beside 16.0 GB = 14.9 GiB of weights; one token more does not fit"
    )
    out = " ".join(printed(capsys, *asked).split())
    assert "of a device's 80.0 GB = 74.5 GiB, weights not counted;" in out
    assert main(["ledger", *asked, "--tokens", "128Ki", "--weights", "79GB"]) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "fits: nothing. One sequence at 131,072 tokens a sequence already takes 17,179,869,184 B" in out
    assert out.endswith("beside 79.0 GB = 73.6 GiB of weights")


PLAIN = {"num_hidden_layers": 1, "hidden_size": 8, "num_attention_heads": 1, "head_dim": 8}


@pytest.mark.parametrize(
    "more",
    [
        {"layer_types": []},
        {"layer_types": [], "num_nextn_predict_layers": 1},
        {"layer_types": ["full_attention"] * 3, "num_nextn_predict_layers": 1},
        {"num_key_value_heads": 2},
        {"num_kv_shared_layers": 1},
        {"quantization_config": {"kv_cache_scheme": {"num_bits": 1, "type": "float"}}},
        {"group_norm_size": 8, "layer_group_size": 8},
        {"compress_ratios": [1]},
    ],
)
def test_refusals_count_in_the_right_number(more):
    with pytest.raises(AttnmemError) as caught:
        ledger.read(PLAIN | more)
    assert WRONG_NUMBER.findall(str(caught.value)) == []


@pytest.mark.parametrize(("name", "wide"), [("llama-3.1-8b", 80), ("kimi-k3", 82), ("deepseek-v3.2", 80)])
def test_a_usual_report_fits_a_terminal(name, wide, capsys):
    assert max(map(len, printed(capsys, name).splitlines()[1:])) <= wide


def test_few_bytes_are_said_once(capsys):
    assert re.search(
        r"^  held +4 B$", printed(capsys, "--layers", "1full(1,1)", "--tokens", "1"), re.MULTILINE
    )
