"""``attnmem topk``: what a user sees, and that nothing a user gives ends in a traceback."""

import contextlib
import csv
import io
import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from attnmem import topk
from attnmem.cli import main, parser
from attnmem.cli import topk as command
from attnmem.errors import BadInput
from attnmem.recording import load
from attnmem.witnesses.looseness import recorded_looseness
from attnmem.witnesses.topk import COLUMNS

Answer = tuple[int, str, str]
Ask = Callable[..., Answer]


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    """(exit code, standard output, standard error) of a command line, with bytes on its standard input."""

    def answer(*words: object, given: bytes = b"") -> Answer:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        code = main(["topk", *map(str, words)])
        out, err = capsys.readouterr()
        return code, out, err

    return answer


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "scores.npy"
    np.save(path, np.random.default_rng(0).standard_normal((2, 3, 200)).astype(np.float32) * 3)
    return path


def test_all_rows_as_csv_are_those_of_the_function(ask, file):
    code, out, err = ask(file, "--csv", "--kl", "0.05", "--bucket-width", "0.2")
    assert (code, err) == (0, "")
    rows = list(csv.reader(io.StringIO(out)))
    assert tuple(rows[0]) == COLUMNS
    expected = topk(np.load(file), kl=0.05, bucket_width=0.2)
    for at, name in enumerate(COLUMNS):
        assert [float(row[at]) for row in rows[1:]] == getattr(expected, name).tolist()


def test_json_carries_its_schema_and_the_same_rows(ask, file):
    records = [json.loads(line) for line in ask(file, "--json")[1].splitlines()]
    expected = topk(np.load(file))
    assert [list(record) for record in records] == [["schema", *COLUMNS]] * 6
    assert {record["schema"] for record in records} == {"attnmem.topk/1"}
    assert [record["k_exact"] for record in records] == expected.k_exact.tolist()
    assert [record["looseness"] for record in records] == expected.looseness.tolist()


@pytest.mark.parametrize("lost", [0.0, 0.3])
def test_weights_of_a_batch_with_padding_or_without_its_sink_are_noticed(lost):
    weights = np.random.default_rng(1).dirichlet(np.ones(50), 6) * (1 - lost)
    weights[2] = 0
    with pytest.warns(UserWarning, match="softmax"):
        topk(weights)


def test_weights_given_for_logits_are_noticed(ask, tmp_path):
    weights = np.random.default_rng(0).dirichlet(np.ones(50), (3, 4)).astype(np.float16)
    np.save(tmp_path / "weights.npy", weights)
    code, out, err = ask(tmp_path / "weights.npy")
    assert (code, err.count("\n")) == (0, 1)
    assert "take scores for logits" in err
    assert out.startswith("rows")
    with pytest.warns(UserWarning, match="take scores for logits") as caught:
        topk(weights)
    assert [Path(one.filename).name for one in caught] == ["test_topk.py"]
    np.save(tmp_path / "logits.npy", np.log(weights.astype(float) + 1e-9))
    assert ask(tmp_path / "logits.npy")[2] == ""


def test_where_nothing_is_dropped_the_bound_is_empty(ask, tmp_path):
    np.save(tmp_path / "ties.npy", np.zeros((1, 3)))
    assert ask(tmp_path / "ties.npy", "--csv")[1].splitlines()[1] == "0,3,3,3,0.0,0.0,,,"
    record = json.loads(ask(tmp_path / "ties.npy", "--json")[1])
    assert record["gap"] is record["kl_bound"] is record["looseness"] is None
    summary = ask(tmp_path / "ties.npy")[1]
    assert "gap bound     no row drops a key\n" in summary
    assert "certified" not in summary


def test_each_term_of_the_summary_has_a_key_where_it_is_used(ask, file, tmp_path):
    np.save(tmp_path / "ties.npy", np.zeros((1, 3)))
    for path, terms in (
        (file, ["bucket rule", "gap bound", "certified"]),
        (tmp_path / "ties.npy", ["bucket rule"]),
    ):
        told = ask(path)[1].partition("words")[2]
        assert [line.partition(":")[0].strip() for line in told.splitlines()] == terms


def test_a_pipe_gives_what_the_file_gives(ask, file):
    assert ask("-", "--csv", given=file.read_bytes()) == ask(file, "--csv")


def test_the_sample_is_the_recording_and_the_summary_says_how_loose_the_bound_is(ask):
    code, out, err = ask("--sample", "--kl", "0.01")
    assert (code, err) == (0, "")
    spread = recorded_looseness(0.01)
    assert f"median {spread.median:.4g}, 90th percentile {spread.ninetieth:.4g} times the divergence" in out
    assert f"{spread.certified:.1%} of the rows" in out
    assert f"rows          {load().last_row.size // 2048}" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "give one .npy file"),
        (["--sample", "x.npy"], "give one .npy file"),
        (["no-such.npy"], "'no-such.npy' cannot be read: No such file"),
        (["."], "cannot be read: Is a directory"),
        (["a\0b"], "cannot be read"),
        (["-"], "standard input: not a .npy file"),
        (["--sample", "--kl", "-1"], "must be finite and at least 0 nats, not -1.0"),
        (["--sample", "--kl", "much"], "must be a number of nats, not 'much'"),
        (["--sample", "--bucket-width", "0"], "must be finite and above 0 nats, not 0.0"),
        (["--sample", "--bucket-width", "1e-9"], "buckets, 4194304 at most"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_exit_2(ask, words, says):
    code, out, err = ask(*words)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_a_score_without_softmax_is_named_with_its_position(ask, tmp_path):
    block = np.zeros((4, 5))
    block[3, 2] = np.nan
    np.save(tmp_path / "nan.npy", block)
    code, _, err = ask(tmp_path / "nan.npy")
    assert (code, err) == (2, "attnmem topk: row 3, key 2: the score is nan, which has no softmax\n")


def test_a_name_with_a_line_break_is_still_refused_in_one_line(ask, tmp_path):
    strange = tmp_path / "two\nlines.npy"
    strange.write_text("no array")
    status, out, said = ask(strange)
    assert (status, out, len(said.splitlines())) == (2, "", 1)


def test_a_closed_standard_input_is_one_line_and_exit_2(ask, monkeypatch):
    monkeypatch.setattr("attnmem.cli.topk.sys.stdin", None)
    with pytest.raises(BadInput, match="standard input is closed"):
        command.run(parser("topk").parse_args(["topk", "-"]))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [("topk", "--sample", "--json"), ("eval", "--list")])
def test_a_full_disk_is_one_line_and_exit_2(words):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "attnmem", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr


def test_slow_work_is_reported_on_standard_error(ask, file, monkeypatch):
    monkeypatch.setattr(command, "QUIET", 0.0)
    monkeypatch.setattr(command, "FILE", 0.0)
    monkeypatch.setattr(command, "rows_of", lambda stream, name: ROWS_OF(stream, name, 400))
    code, out, err = ask(file, "--csv")
    assert (code, len(out.splitlines())) == (0, 7)
    assert err.splitlines() == ["2 of 6 rows", "4 of 6 rows"]


ROWS_OF = command.rows_of


def test_the_peak_is_a_few_blocks_not_the_file(ask, tmp_path, monkeypatch):
    """16 MiB of scores through blocks of 32 Ki keys; all rows are printed, none is kept."""
    monkeypatch.setattr(command, "rows_of", lambda stream, name: ROWS_OF(stream, name, 1 << 15))
    np.save(tmp_path / "small.npy", np.zeros((64, 1024), np.float32))
    np.save(tmp_path / "large.npy", np.zeros((4096, 1024), np.float32))
    ask(tmp_path / "small.npy", "--csv")  # what is loaded once is loaded before the measurement
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        tracemalloc.start()
        assert main(["topk", str(tmp_path / "large.npy"), "--csv"]) == 0
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peak < 20 * (1 << 15) * 8
