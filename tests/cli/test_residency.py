"""The command: exit codes, the fields of its JSON, and what it says when it is stopped."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from attnmem.cli import main
from attnmem.residency.examples import EXAMPLES, example

FIELDS = {"schema", "verdict", "objective", "bound", "gap", "plan", "binding", "conflict", "repairs"}


@pytest.fixture
def scenario(tmp_path):
    """A function that writes an example and returns its path."""

    def write(name):
        path = tmp_path / f"{name}.toml"
        path.write_text(example(name))
        return str(path)

    return write


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_written_as_it_is(capsys, name):
    assert main(["residency", "--example", name]) == 0
    assert capsys.readouterr().out == example(name)


@pytest.mark.parametrize(
    ("name", "options", "code", "verdict"),
    [
        ("rotation", [], 0, "lossless"),
        ("narrow-link", [], 1, "infeasible"),
        ("lossy", [], 1, "infeasible"),
        ("lossy", ["--epsilon", "0.02"], 0, "lossy"),
        ("lossy", ["--epsilon", "0.02", "--select"], 0, "lossy"),
        ("admission", [], 0, "lossless"),
        ("rotation", ["--time-limit", "1e-9"], 4, "unknown"),
    ],
)
def test_the_exit_code_is_the_verdict(capsys, scenario, name, options, code, verdict):
    assert main(["residency", scenario(name), "--json", *options]) == code
    answer = json.loads(capsys.readouterr().out)
    assert answer["verdict"] == verdict
    assert answer["schema"] == "attnmem.residency/1"
    assert set(answer) >= FIELDS


def test_the_plan_and_what_binds_it_are_rows(capsys, scenario):
    main(["residency", scenario("states"), "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert answer["objective"] == {"stall_s": pytest.approx(0.06), "bytes_moved": 6_000_000}
    assert answer["bound"] == {"stall_s": pytest.approx(0.06), "bytes_moved": 6_000_000}
    assert answer["gap"] == 0
    assert {row["action"] for row in answer["plan"]} == {"demand", "evict", "writeback"}
    assert all(set(row) == {"step", "block", "action", "bytes"} for row in answer["plan"])
    main(["residency", scenario("rotation"), "--json"])
    row = json.loads(capsys.readouterr().out)["binding"][0]
    assert set(row) >= {"step", "constraint", "used", "limit"}


def test_a_conflict_is_spelled_out(capsys, scenario):
    assert main(["residency", scenario("narrow-link")]) == 1
    said = capsys.readouterr().out
    assert said.startswith("infeasible\n")
    assert "the link can bring 3 of 5 blocks" in said
    assert "repair: a faster link, 2.5 times as fast (replayed)" in said


def test_what_happens_is_told_step_by_step(capsys, scenario):
    assert main(["residency", scenario("states"), "--explain"]) == 0
    said = capsys.readouterr().out
    assert "step 1: waits 0.04 s, decodes b\n    evict     a/state" in said


def test_a_curve_is_a_table_of_budgets(capsys, scenario):
    assert main(["residency", scenario("lossy"), "--curve", "0,0.02", "--json"]) == 0
    points = json.loads(capsys.readouterr().out)["curve"]
    assert [point["is_feasible"] for point in points] == [False, True]
    assert main(["residency", scenario("lossy"), "--curve", "0"]) == 1
    assert "no plan" in capsys.readouterr().out


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_a_plan_can_be_drawn(capsys, scenario, tmp_path, ending):
    picture = tmp_path / f"plan.{ending}"
    assert main(["residency", scenario("states"), "--plot", str(picture)]) == 0
    assert picture.read_bytes()[:4] in (b"<?xm", b"\x89PNG")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ([], "give a scenario file, or --example NAME"),
        (["--example", "rotaton"], "no example 'rotaton'; did you mean rotation?"),
        (["none.toml"], "none.toml: cannot be read"),
        (["{}", "--epsilon", "-1"], "epsilon: came -1.0"),
        (["{}", "--epsilon", "much"], "invalid float value: 'much'"),
        (["{}", "--curve", "0;1"], "--curve: came '0;1'"),
        (["{}", "--time-limit", "0"], "--time-limit: came 0"),
        (["{}", "--plot", "plan.gif"], "--plot: came 'plan.gif'"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(capsys, scenario, options, says):
    words = [word.format(scenario("sparse")) for word in options]
    try:
        code = main(["residency", *words])
    except SystemExit as stopped:  # what argparse refuses itself
        code = stopped.code
    assert code == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1


SLOW = """
import sys, threading
from attnmem.cli import main, residency
from attnmem.residency.answer import answer as real

def slow(scenario, *, found, **how):
    found(real(scenario, **how))
    print("ready", file=sys.stderr, flush=True)
    threading.Event().wait()

residency.answer = slow
sys.exit(main(["residency", sys.argv[1], "--json"]))
"""


def test_ctrl_c_prints_the_best_plan_so_far(scenario):
    command = [sys.executable, "-c", SLOW, scenario("sparse")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | {"COLUMNS": "80"}
    ) as running:
        while "ready" not in running.stderr.readline():
            assert running.poll() is None
        time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        said, _ = running.communicate(timeout=20)
        assert running.returncode == 0
    answer = json.loads(said)
    assert answer["verdict"] == "lossless"
    assert answer["is_complete"] is False


def test_a_curve_is_not_drawn_for_a_selection(tmp_path, capsys):
    file = tmp_path / "lossy.toml"
    file.write_text(example("lossy"))
    assert main(["residency", str(file), "--curve", "0,0.1", "--select"]) == 2
    assert "does not go with --select" in capsys.readouterr().err


def test_stand_ins_that_do_not_fit_are_not_used_for_a_selection(tmp_path, capsys):
    file = tmp_path / "lossy.toml"
    file.write_text(example("lossy") + '\n[stand_in]\nkind = "summary"\nbytes = 9000000\nlogit_error = 0.1\n')
    assert main(["residency", str(file), "--epsilon", "0.1", "--select", "--json"]) == 0
    loss = json.loads(capsys.readouterr().out)["loss"]
    assert loss == {"largest_tail": 0.015, "stand_in": "none", "variation": 0.015, "value_error": 0.0}


def test_a_selection_says_what_it_loses_as_a_joint_plan_does(tmp_path, capsys):
    file = tmp_path / "lossy.toml"
    file.write_text(example("lossy"))
    said = []
    for more in ([], ["--select"]):
        assert main(["residency", str(file), "--epsilon", "0.1", "--json", *more]) == 0
        said.append(json.loads(capsys.readouterr().out))
    assert said[1]["left_out"] == 2
    assert said[0]["loss"] == said[1]["loss"]
    assert said[1]["loss"]["largest_tail"] == 0.015
