"""``attnmem eval``: what it prints, what it refuses, and with which words."""

import json

import pytest

from attnmem import evaluate
from attnmem.cli import main
from attnmem.theory import FORMULAS

SET = ["residency-decode-set", "step_s=1/20", "resident_share=1/2"]
GAP = ["eval", "topk-kl-gap", "n=2**18", "k=1024", "Delta=10"]


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    out = capsys.readouterr()
    assert out.err == ""
    return out.out


def test_standard_output_is_the_number_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, *GAP) == "0.011510481590220386\n"


def test_the_unit_is_appended_when_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, *GAP, "--unit") == "0.011510481590220386 nats\n"


def test_the_list_can_be_narrowed_to_what_holds_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "eval", "--list", "stagnation").splitlines()
    keys = [line.split()[0] for line in lines if line[0] != " "]
    assert keys == [f.key for f in FORMULAS if "stagnation" in f.key]
    assert len(keys) > 2
    assert printed(capsys, "eval", "pool-snr", "--list").count("  [") == 1
    assert main(["eval", "--list", "zork"]) == 2
    said = f"attnmem eval: no formula 'zork'; none of the {len(FORMULAS)} is near it\n"
    assert capsys.readouterr().err == said


def test_the_list_speaks_in_the_letters_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    said = printed(capsys, "eval", "--list", "topk-tail-gap")
    assert "= k*exp(c)" in said
    assert "kept_count" not in said


def test_bytes_may_be_given_with_their_unit(capsys: pytest.CaptureFixture[str]) -> None:
    plain = printed(capsys, "eval", *SET, "link_bytes_per_s=64e9", "kv_bytes=28*2**20")
    assert printed(capsys, "eval", *SET, "link_bytes_per_s=64GB/s", "kv_bytes=28MiB") == plain


def test_one_of_a_unit_is_said_in_the_singular(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "topk-odds-gap", "n=2", "k=1", "Delta=0", "--unit"]) == 0
    assert main(["eval", "decay-lifetime", "alpha=1/2", "theta=1/2", "--unit"]) == 0
    assert capsys.readouterr().out.splitlines() == ["1.0", "1.0 token"]


def test_without_a_command_the_commands_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([])
    assert "COMMAND (verify, eval, ledger, topk, residency)" in capsys.readouterr().err


def test_options_may_stand_between_the_key_and_its_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, GAP[0], GAP[1], "--unit", *GAP[2:]) == "0.011510481590220386 nats\n"


def test_fifty_digits_are_fifty_right_digits(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        printed(capsys, *GAP, "--digits", "50") == "0.011510481590220385133372684731600851186039875277108\n"
    )


def test_json_carries_the_value_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(printed(capsys, *GAP[:-1], "Delta=0.003", "--json", "--digits", "5")) == {
        "schema": "attnmem.eval/1",
        "key": "topk-kl-gap",
        "value": "5.5422",
        "unit": "nats",
        "inputs": {"n": "262144", "k": "1024", "Delta": "3/1000"},
        "digits": 5,
    }


def test_the_command_and_the_function_agree(capsys: pytest.CaptureFixture[str]) -> None:
    assert float(printed(capsys, *GAP)) == evaluate("topk-kl-gap", n=2**18, kept_count=1024, Delta="10")


def test_the_list_names_every_formula(capsys: pytest.CaptureFixture[str]) -> None:
    listed = [json.loads(line) for line in printed(capsys, "eval", "--list", "--json").splitlines()]
    assert [row["key"] for row in listed] == [f.key for f in FORMULAS]
    by_key = {row["key"]: row["tightness"] for row in listed}
    assert by_key["topk-kl-tail"] == ""
    assert by_key["pool-recall"] == "tightness unknown"
    assert "    tightness: attained at " in printed(capsys, "eval", "--list", "topk-kl-gap")
    assert "n        a whole number in [1, oo), keys" in printed(capsys, "eval", "--list", "topk-kl-gap")


def test_the_formula_itself_as_latex(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "eval", "topk-tail-budget", "--latex") == "1 - e^{- \\varepsilon}\n"


def test_values_beyond_float64_are_printed_and_not_an_infinity(capsys: pytest.CaptureFixture[str]) -> None:
    small = ["eval", "topk-kl-gap", "n=10", "k=3", "Delta=1000"]
    assert printed(capsys, *small) == "1.1843904094282066e-434\n"


REFUSED = {
    "missing Delta: Delta is a real number in [0, oo), with k < n": ["topk-kl-gap", "n=10", "k=3"],
    "no argument 'Dleta'; did you mean Delta?": ["topk-kl-gap", "n=10", "k=3", "Dleta=1"],
    "no formula 'topk-kl-gapp'; did you mean topk-kl-gap": ["topk-kl-gapp", "n=10"],
    "needs k < n; got n = 10, k = 10, Delta = 1": ["topk-kl-gap", "n=10", "k=10", "Delta=1"],
    "k must be a whole number in [1, oo), with k < n; got 1.5": ["topk-kl-gap", "n=10", "k=1.5", "Delta=1"],
    "needs 0 < epsilon; got n = 10, k = 3, epsilon = 0": ["topk-gap-needed", "n=10", "k=3", "epsilon=0"],
    "tau must be a real number in [0, 1); got 1": ["topk-kl-tail", "tau=1"],
    "k is given twice": ["topk-kl-gap", "n=10", "k=3", "k=4", "Delta=1"],
    "kept_count and k are one": ["topk-kl-gap", "n=10", "k=3", "kept_count=4", "Delta=1"],
    "a power of it needs more than": ["topk-kl-tail", "tau=9**9**9"],
    "unexpected 'i'": ["topk-kl-tail", "tau=inf"],
    "wanted NAME=VALUE, not '0.5'": ["topk-kl-tail", "0.5"],
    "--digits must be a whole number from 1 to 10000, not '0x1'": [
        "topk-kl-tail",
        "tau=0",
        "--digits",
        "0x1",
    ],
    "digits must be a whole number from 1 to 10000, not 10001": [
        "topk-kl-tail",
        "tau=0",
        "--digits",
        "10001",
    ],
    "one formula at a time": ["topk-kl-tail", "topk-kl-gap"],
    "which formula?": [],
}


@pytest.mark.parametrize("message", REFUSED)
def test_a_refusal_is_one_line_and_exit_two(message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", *REFUSED[message]]) == 2
    out = capsys.readouterr()
    assert out.out == ""
    assert out.err.count("\n") == 1
    assert message in out.err
