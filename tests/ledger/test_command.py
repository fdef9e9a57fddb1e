"""The command as a user types it: answers, exit codes, and what goes to which stream."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from attnmem import ledger
from attnmem.cli import main
from attnmem.ledger import bundled

NAMES = ledger.bundled_names()


@pytest.fixture
def run(capsys):
    def call(*words):
        code = main(["ledger", *words])
        out, err = capsys.readouterr()
        return code, out, err

    return call


FIELDS = {
    "schema",
    "model",
    "tokens",
    "layers",
    "growth_elements_per_token",
    "uniform_elements_per_token",
    "window_elements",
    "recurrent_elements",
    "state_elements",
    "state_elements_conv_k",
    "compressor_elements",
    "held_elements",
    "reach_entries",
    "units",
    "read_elements_per_step",
    "written_elements_per_step",
    "bytes",
    "unread",
    "refused",
}
ROW = {
    "kind",
    "count",
    "positions",
    "shared",
    "kv_elements_per_entry",
    "index_elements_per_entry",
    "tokens_per_entry",
    "cap",
    "recurrent_elements",
    "conv_elements",
    "topk",
}
BYTES = {"growth_per_token", "held", "state", "allocated", "per_device", "read_per_step"}
KINDS = {"full", "window", "chunk", "mla", "csa", "hca", "msa", "recurrent", "hybrid", "none"}


def test_json_is_one_object_a_line_with_the_agreed_fields(run):
    code, out, _ = run(*NAMES, "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [line["model"] for line in lines] == list(NAMES)
    for line in lines:
        assert set(line) >= FIELDS
        assert line["refused"] == []
        assert set(line["bytes"]) >= BYTES
        for row in line["layers"]:
            assert set(row) >= ROW
            assert row["kind"] in KINDS
            assert row["count"] == len(row["positions"])


def test_fractions_are_spelled_out(run):
    _, out, _ = run("deepseek-v4-pro", "--kv-format", "fp8_ds_mla", "--index-format", "fp4", "--json")
    assert json.loads(out)["bytes"]["growth_per_token"] == "80503/16"


@pytest.mark.parametrize("name", NAMES)
def test_text_fits_a_hundred_columns(name, run):
    code, out, err = run(
        name, "--explain", "--tp", "8", "--page", "64", "--bandwidth", "4.8TB/s", "--batch", "32"
    )
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 100


def test_text_names_both_units_and_the_reason_for_the_context(run):
    _, out, _ = run("kimi-k3")
    assert "1,048,576 tokens (text_config.max_position_embeddings)" in out
    assert "29.4 GB = 27.4 GiB" in out
    _, out, _ = run("glm-4.5")
    assert "131,072 tokens, since no context length is given" in out


def test_several_models_stand_in_columns(run):
    code, out, _ = run(*NAMES)
    assert code == 0
    assert max(map(len, out.splitlines())) <= 100
    assert sum(line.split().count(name) for line in out.splitlines() for name in NAMES) == len(NAMES)


def test_csv_has_a_line_a_model(run):
    _, out, _ = run("kimi-k3", "gpt2", "--csv")
    lines = list(csv.DictReader(io.StringIO(out)))
    assert [line["model"] for line in lines] == ["kimi-k3", "gpt2"]
    assert lines[0]["growth_elements_per_token"] == "13824"
    assert lines[0]["bytes.growth_per_token"] == "27648"
    assert lines[0]["layers"] == "69 recurrent + 24 mla"


def test_a_file_a_name_and_standard_input_say_the_same(run, tmp_path):
    file = tmp_path / "config.json"
    file.write_bytes(bundled.path("gpt2").read_bytes())
    answers = [run(word, "--json")[1] for word in ("gpt2", str(file))]
    piped = subprocess.run(
        [sys.executable, "-m", "attnmem", "ledger", "-", "--json"],
        input=file.read_bytes(),
        capture_output=True,
        check=True,
    )
    known = [json.loads(text) for text in (*answers, piped.stdout)]
    assert [one.pop("model") for one in known] == ["gpt2", tmp_path.name, "-"]
    assert known[0] == known[1] == known[2]


def test_sizes_can_be_written_with_powers_and_suffixes(run):
    known = {
        json.loads(run("gpt2", "--tokens", text, "--json")[1])["tokens"]
        for text in ("2**20", "1Mi", "1048576")
    }
    assert known == {2**20}


def test_a_field_can_be_set(run):
    _, out, _ = run(
        "kimi-k3", "--set", "kv_lora_rank=256", "--set", "text_config.qk_rope_head_dim=32", "--json"
    )
    assert json.loads(out)["growth_elements_per_token"] == 24 * 288
    _, out, _ = run("gemma-2-9b", "--set", "sliding_window=1024", "--json")
    assert json.loads(out)["window_elements"] == 21 * 1024 * 4096
    _, out, _ = run("gpt2", "--set", "model_type=other", "--json")
    assert json.loads(out)["growth_elements_per_token"] == 18432


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("vocab_size=4", "no rule reads it"),
        ("vision.num_heads=4", "vision is not an object"),
        ("n_head", "need KEY=VALUE"),
        ("n_head=many", "n_head is the text 'many'"),
        ("n_head=[[[", "n_head is the text '[[['"),
    ],
)
def test_a_change_without_effect_or_sense_is_refused(change, told, run):
    code, out, err = run("gpt2", "--set", change)
    assert (code, out) == (2, "")
    assert told in err


def test_fit_gives_context_or_batch(run):
    fit = json.loads(run("llama-3.1-8b", "--fit", "80GiB", "--weights", "16GB", "--json")[1])["fit"]
    assert (fit["what"], fit["value"]) == ("tokens", (80 * 2**30 - 16 * 10**9) // 131072)
    assert (fit["budget_bytes"], fit["weights_bytes"]) == (80 * 2**30 - 16 * 10**9, 16 * 10**9)
    fit = json.loads(run("llama-3.1-8b", "--fit", "80GiB", "--tokens", "131072", "--json")[1])["fit"]
    assert (fit["what"], fit["value"]) == ("batch", 5)
    fit = json.loads(run("llama-3.1-8b", "--fit", "1GiB", "--batch", "4", "--page", "16", "--json")[1])["fit"]
    assert (fit["what"], fit["value"]) == ("tokens", 2048)
    assert run("llama-3.1-8b", "--fit", "1kB")[0] == 1
    code, out, _ = run("falcon-mamba-7b", "--fit", "1GB")
    assert code == 0
    assert "any number of tokens" in out


def test_a_refusal_in_json_keeps_the_other_answers(run, tmp_path):
    file = tmp_path / "odd.json"
    file.write_text('{"n_layer": 1, "n_head": 2, "n_embd": 8, "layer_types": ["jet"]}')
    code, out, err = run("gpt2", str(file), "kimi-k3", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 3
    assert [bool(line["refused"]) for line in lines] == [False, True, False]
    assert "layer_types[0]: no layer type 'jet'" in err


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ((), 2, "give a config file"),
        (("kimi-k4",), 2, "did you mean kimi-k3?"),
        (("no/such/file.json",), 2, "cannot be read"),
        (("gpt2", "--tokens", "0"), 2, "tokens is 0"),
        (("gpt2", "--tp", "0"), 2, "tp is 0"),
        (("gpt2", "--page", "-4"), 2, "page is -4"),
        (("gpt2", "--batch", "0"), 2, "batch is 0"),
        (("gpt2", "--batch", "1/2"), 2, "need a whole number"),
        (("gpt2", "--tokens", "many"), 2, "cannot take 'many'"),
        (("gpt2", "--weights", "1GB"), 2, "--fit is not given"),
        (("gpt2", "--kv-format", "fp9"), 3, "did you mean fp8"),
        (("gpt2", "--kv-format", "fp8_ds_mla"), 3, "packs latent or shared keys and values"),
        (("gpt2", "--engine", "magic"), 2, "known: payload, uniform, unpacked"),
        (("gpt2", "--bandwidth", "4.8TB"), 2, "need an amount per second"),
        (("gpt2", "--bandwidth", "0B/s"), 2, "at least one byte"),
        (("gpt2", "--fit", "80"), 2, "'80' has no unit"),
        (("gpt2", "--explain", "--csv"), 2, "has no columns"),
        (("gpt2", "--fit", "lots"), 2, "not an amount of memory"),
        (("gpt2", "--fit", "1GB", "--weights", "2GB"), 2, "leave nothing"),
        (("gpt2", "--fit", "0GB"), 2, "a device of 0 B holds nothing"),
        (("gpt2", "--fit", "1GB", "--tokens", "4", "--batch", "2"), 2, "both are given"),
        (("--layers", "3 jet(4)"), 3, "no layer 'jet'"),
    ],
)
def test_exit_codes_and_messages(words, code, told, run):
    found, out, err = run(*words)
    assert (found, out) == (code, "")
    assert told in err
    assert len(err.splitlines()) == 1


OPTIONS = (
    "tokens",
    "batch",
    "tp",
    "page",
    "bandwidth",
    "kv-format",
    "index-format",
    "state-format",
    "engine",
)
OPTIONS += ("explain", "bound", "delta", "fit", "weights", "set", "layers", "csv", "json", "list")


def test_every_option_is_in_the_help(capsys):
    with pytest.raises(SystemExit) as caught:
        main(["ledger", "--help"])
    assert caught.value.code == 0
    text = capsys.readouterr().out
    assert [option for option in OPTIONS if f"--{option}" not in text] == []


def test_the_list_names_the_bundled_models(run):
    assert run("--list")[1].split() == list(NAMES)


def test_the_bundled_table_tells_where_each_file_was_read():
    table = (bundled.FOLDER / "SOURCES.tsv").read_text().splitlines()
    assert sorted(line.split("\t")[0] for line in table[1:]) == sorted(f"{name}.json" for name in NAMES)
    assert all(line.split("\t")[3] for line in table[1:])
    assert Path(bundled.FOLDER / "README.md").read_text().startswith("# Bundled")


def test_one_token_is_not_one_tokens(run):
    assert "fits: 1 token at batch 1" in run("llama-3.1-8b", "--fit", "200kB")[1]
    assert "One token at batch 1 already takes" in run("llama-3.1-8b", "--fit", "80B")[1]
