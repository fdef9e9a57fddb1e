"""``attnmem verify`` from outside: verdicts, exit codes, reports, twins, and its time."""

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from attnmem import theory
from attnmem.cli import main
from attnmem.cli.twins import legend
from attnmem.proof.record import Verdict
from attnmem.proof.twins import Fate
from attnmem.theory import DERIVATIONS
from attnmem.theory.topk_gap import TOPK_GAP
from attnmem.verification import verify

FIELDS = {"schema", "key", "step", "verdict", "method", "scope", "evidence", "because", "seconds"}


def test_the_whole_book_is_proved(verified):
    """Run as JSON, with exit code 0; the tests of the registry read each step's verdict."""
    assert list(verified) == [d.key for d in DERIVATIONS]


def test_each_step_of_a_picked_derivation_is_shown(capsys: pytest.CaptureFixture[str]):
    assert main(["verify", "topk-gap"]) == 0
    out = capsys.readouterr().out
    for step in TOPK_GAP.all_steps:
        assert step.because in out
    assert "topk-tail:" not in out
    assert "scope all" in out
    assert "50 digits" in out
    assert "tightness: attained at tail_odds = 0" in out
    assert "tightness: attained at s[i] = c - Delta" in out
    assert "states    -log(1 - tau) <= log(1 + (-k + n)*exp(-Delta)/k)" in out
    assert f"stops at  {TOPK_GAP.limits}" in out


def test_a_step_asked_for_by_key_stands_above_its_reason(capsys: pytest.CaptureFixture[str]):
    assert main(["verify", "topk-gap"]) == 0
    lines = capsys.readouterr().out.splitlines()
    own = lines[lines.index("topk-gap: Two scores bound the divergence") :]
    above = {line.strip(): own[at - 1].strip() for at, line in enumerate(own)}
    shown = [above[step.because] for step in TOPK_GAP.all_steps]
    assert shown[-1] == "-log(1 - tau) <= log(1 + (-k + n)*exp(-Delta)/k)"
    assert "summation(exp(c), (i, 1, k)) = k*exp(c)" in shown
    assert all(
        f" {step.relation.value} " in text for step, text in zip(TOPK_GAP.all_steps, shown, strict=True)
    )


def test_a_long_step_is_cut_in_its_line(capsys: pytest.CaptureFixture[str]):
    assert main(["verify", "topk-output"]) == 0
    cut = [line for line in capsys.readouterr().out.splitlines() if line.endswith("…")]
    assert {len(line) for line in cut} == {100}


def test_without_a_key_no_step_is_spelled_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(theory, "DERIVATIONS", (theory.derivation("topk-gap"),))
    assert main(["verify"]) == 0
    out = capsys.readouterr().out
    assert all(step.because in out for step in TOPK_GAP.all_steps)
    assert "summation(" not in out


def test_in_brief_each_derivation_is_a_line_and_the_worst_verdict_leads(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    assert main(["verify", "--brief", "topk-gap", "index-bits"]) == 0
    *lines, totals = capsys.readouterr().out.splitlines()
    assert "proved     topk-gap: Two scores bound the divergence (8 steps)" in lines
    assert any(line.startswith("recorded   index-bits: ") for line in lines)
    assert totals.startswith(f"{len(lines)} derivations, ")


def test_json_has_one_finding_a_line(capsys: pytest.CaptureFixture[str]):
    assert main(["verify", "--json", "topk-tail", "topk-gap"]) == 0
    captured = capsys.readouterr()
    found = [json.loads(line) for line in captured.out.splitlines()]
    assert all(row.keys() >= FIELDS for row in found)
    assert [row["key"] for row in found] == ["topk-tail"] * 8 + ["topk-gap"] * 8
    assert "proved" in captured.err


def test_an_option_may_stand_between_two_keys(capsys: pytest.CaptureFixture[str]):
    assert main(["verify", "topk-budget", "--json", "topk-output"]) == 0
    rows = map(json.loads, capsys.readouterr().out.splitlines())
    assert {row["key"] for row in rows} >= {"topk-budget", "topk-output"}  # and what they rest on


def test_an_unknown_option_is_refused_by_its_name(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        main(["verify", "topk-budget", "--wrong", "topk-output"])
    assert ended.value.code == 2
    assert capsys.readouterr().err == "attnmem verify: unrecognized arguments: --wrong topk-output\n"


def test_a_word_too_many_is_refused_by_the_command_that_got_it(capsys: pytest.CaptureFixture[str]):
    for words, says in (
        (["topk", "a.npy", "b.npy"], "attnmem topk: unrecognized arguments: b.npy\n"),
        (["--wrong", "topk", "--sample"], "attnmem: unrecognized arguments: --wrong\n"),
    ):
        with pytest.raises(SystemExit) as ended:
            main(words)
        assert (ended.value.code, capsys.readouterr().err) == (2, says)


def test_an_unknown_key_names_the_nearest(capsys: pytest.CaptureFixture[str]):
    assert main(["verify", "topk-gip"]) == 2
    assert "did you mean topk-gap" in capsys.readouterr().err


def test_one_false_step_fails_the_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    false = replace(TOPK_GAP, states=replace(TOPK_GAP.states, right=TOPK_GAP.states.right - 1, attained=None))
    monkeypatch.setattr(theory, "DERIVATIONS", (false,))
    report = tmp_path / "report.xml"
    assert main(["verify", "--junit", str(report)]) == 1
    out = capsys.readouterr().out
    assert "refuted" in out
    assert "witness: " in out
    suite = ElementTree.parse(report).getroot()[0]
    assert (suite.get("name"), suite.get("failures"), suite.get("errors")) == ("topk-gap", "2", "0")


def test_junit_counts_every_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    report = tmp_path / "report.xml"
    assert main(["verify", "--junit", str(report), "topk-budget"]) == 0
    suites = {suite.get("name"): suite for suite in ElementTree.parse(report).getroot()}
    assert list(suites) == ["topk-tail", "topk-gap", "topk-budget"]
    assert (suites["topk-budget"].get("tests"), suites["topk-budget"].get("failures")) == ("8", "0")


def test_a_false_foundation_fails_what_rests_on_it(monkeypatch: pytest.MonkeyPatch):
    false = replace(TOPK_GAP, states=replace(TOPK_GAP.states, right=TOPK_GAP.states.right - 1, attained=None))
    above = replace(theory.derivation("topk-budget"), rests_on=(false,))
    monkeypatch.setattr(theory, "DERIVATIONS", (above,))
    assert main(["verify", "topk-budget"]) == 1
    assert any(f.key == "topk-gap" and f.verdict is Verdict.REFUTED for f in verify(["topk-budget"]))


def test_a_report_that_cannot_be_written_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["verify", "--junit", str(tmp_path / "no" / "report.xml"), "topk-budget"]) == 2
    assert "cannot write" in capsys.readouterr().err


def test_twins_follow_what_a_derivation_rests_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    judged = []
    monkeypatch.setattr("attnmem.cli.twins.shared_out", lambda _, picked: judged.extend(picked) or ())
    assert main(["verify", "--twins", "topk-budget"]) == 0
    assert [d.key for d in judged] == ["topk-tail", "topk-gap", "topk-budget"]


def test_twins_end_in_a_score(capsys: pytest.CaptureFixture[str]):
    assert main(["verify", "--twins", "topk-tail"]) == 0
    told, score = capsys.readouterr().out.splitlines()
    assert told.startswith("a twin is a changed step, or a wrong statement from print: refuted if shown")
    assert "sharper" not in told
    assert score.startswith("refuted ")
    assert score.endswith("missed 0")


def test_a_sharper_twin_is_explained_where_there_is_one():
    assert "sharper: a tighter bound" in legend(Counter({Fate.SHARPER: 1}))


def test_each_twin_is_a_line_of_json(capsys: pytest.CaptureFixture[str]):
    assert main(["verify", "--twins", "--json", "topk-tail"]) == 0
    captured = capsys.readouterr()
    found = [json.loads(line) for line in captured.out.splitlines()]
    assert {row["fate"] for row in found} <= {"refuted", "equivalent", "weaker"}
    assert all(row["witness"] or row["why"] for row in found)
    assert captured.err.startswith("refuted ")
    assert len(captured.err.splitlines()) == 1


def test_a_twin_that_is_missed_fails_the_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    from attnmem.proof import twins

    monkeypatch.setattr(twins, "prove", lambda claim: None)
    assert main(["verify", "--twins", "topk-tail"]) == 1
    assert "missed: " in capsys.readouterr().out


def test_from_python():
    found = verify(["topk-gap"])
    assert {f.verdict for f in found} == {Verdict.PROVED}


def test_findings_do_not_depend_on_the_hash_seed():
    """Certificates and evidence, which readers see, come out the same."""
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PRINTED],
            env={"PYTHONHASHSEED": seed, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


PRINTED = """
from attnmem.verification import verify
for f in verify(("topk-gap", "topk-output")):
    print(f.step, f.method, f.certificate, f.evidence)
"""
