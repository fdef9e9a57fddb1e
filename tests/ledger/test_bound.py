"""The lower bound beside what is kept: widths, windows, and what happens while the formula is not there."""

import sys
from math import log2
from types import ModuleType

import pytest

from attnmem import ledger
from attnmem.cli import main
from attnmem.errors import BadInput, NotUnderstood
from attnmem.ledger.bound import bounds


def entropy_gap(delta):
    return 1 + delta * log2(delta) + (1 - delta) * log2(1 - delta)


@pytest.fixture
def formula(monkeypatch):
    """A stand-in for the evaluator, with the formula written out: Fano's inequality on INDEX."""
    module = ModuleType("attnmem.evaluation")
    module.evaluate = lambda key, n, d, delta: {"index-bits": entropy_gap(float(delta)) * n * d}[key]
    module.formula = lambda key: {"index-bits": key}[key]
    monkeypatch.setitem(sys.modules, "attnmem.evaluation", module)
    monkeypatch.setitem(sys.modules, "attnmem.theory", module)


def rows(name, tokens, delta=0.1, **terms):
    found = bounds(ledger.account(ledger.load(name), tokens, **terms), delta)
    return {str(one.numbers.row.layer.kind): one for one in found}


def per_token(one):
    return one.needed / one.tokens


@pytest.mark.usefixtures("formula")
def test_widths_are_those_of_the_values():
    million = 2**20
    v4, k3 = rows("deepseek-v4-pro", million), rows("kimi-k3", million)
    assert (v4["csa"].width, v4["hca"].width) == (512, 512)
    assert (k3["mla"].width, k3["recurrent"].width) == (96 * 128, 96 * 128)
    assert rows("llama-3.1-8b", million)["full"].width == 8 * 128
    assert rows("mimo-v2-flash", million)["full"].width == 4 * 128
    assert rows("qwen3-next-80b-a3b", million)["recurrent"].width == 32 * 128


@pytest.mark.usefixtures("formula")
def test_published_bits_a_token():
    """At error rate 0.1: 271.9 for a 512-wide vector, 6,525 for 96 heads of 128."""
    million = 2**20
    v4 = rows("deepseek-v4-pro", million, kv_format="fp8_ds_mla", index_format="fp4")
    assert f"{per_token(v4['hca']):.1f}" == "271.9"
    assert f"{per_token(rows('kimi-k3', million)['mla']):.0f}" == "6525"
    assert float(v4["hca"].kept) < v4["hca"].needed
    assert float(v4["csa"].kept) > v4["csa"].needed
    k3 = rows("kimi-k3", million)
    assert float(k3["recurrent"].kept) < k3["recurrent"].needed
    assert float(k3["mla"].kept) > k3["mla"].needed


@pytest.mark.usefixtures("formula")
def test_a_window_is_asked_for_its_window_only():
    near = rows("gpt-oss-120b", 2**17)["window"]
    assert (near.tokens, near.width) == (128, 8 * 64)


@pytest.mark.usefixtures("formula")
def test_a_value_width_that_the_file_leaves_out_is_not_guessed(capsys):
    assert rows("kimi-linear-48b-a3b", 4096)["mla"].needed is None
    assert main(["ledger", "kimi-linear-48b-a3b", "--bound"]) == 0
    assert "not given" in capsys.readouterr().out


@pytest.mark.usefixtures("formula")
def test_the_table_states_what_it_means(capsys):
    assert main(["ledger", "kimi-k3", "deepseek-v4-pro", "--bound", "--delta", "0.25"]) == 0
    out = capsys.readouterr().out
    assert "necessary, not sufficient" in " ".join(out.split())
    assert "error rate 0.25" in out
    assert max(map(len, out.splitlines())) <= 100


@pytest.mark.parametrize("delta", [0.0, 0.5, 1.0, -1.0, float("nan")])
def test_an_error_rate_outside_its_domain_is_refused(delta):
    with pytest.raises(BadInput, match="between 0 and 1/2"):
        bounds(ledger.account(ledger.load("gpt2")), delta)


def test_without_the_formula_the_ledger_still_answers(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "attnmem.evaluation", None)
    assert main(["ledger", "gpt2", "--bound"]) == NotUnderstood.exit_code
    out, err = capsys.readouterr()
    assert "each further token adds" in out
    assert "index-bits" in err


def test_nothing_else_needs_algebra():
    """Only --bound may load sympy; numpy is not needed at all."""
    for name in ("numpy", "sympy", "mpmath"):
        assert name not in loaded_by("ledger kimi-k3 --explain --fit 80GiB")


def loaded_by(words):
    import subprocess

    code = (
        "import sys; from attnmem.cli import main; "
        f"main({words.split()!r}); print(' '.join(sys.modules), file=sys.stderr)"
    )
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stderr.split()
