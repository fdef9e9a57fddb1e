"""A derivation is drawn whole: every step, its verdict in words, and what is not proved looks different."""

from dataclasses import replace

import pytest

from attnmem.errors import BadInput
from attnmem.proof.check import check
from attnmem.proof.record import Finding, Verdict
from attnmem.show import derivations
from attnmem.theory import DERIVATIONS, derivation


@pytest.fixture
def drawn(monkeypatch):
    """Draw a record that is not in the book."""

    def draw(record):
        monkeypatch.setattr(derivations, "find", lambda key: record)
        return derivations.derivation(record.key)

    return draw


def as_finding(row):
    """A line of ``attnmem verify --json``, so that the book is not proved once more to be drawn."""
    return Finding(
        **{name: row[name] for name in row if name != "schema"} | {"verdict": Verdict(row["verdict"])}
    )


@pytest.mark.parametrize("record", DERIVATIONS, ids=lambda d: d.key)
def test_every_step_is_drawn_with_its_reason_and_its_verdict(record, verified, monkeypatch):
    findings = [as_finding(row) for row in verified[record.key]]
    monkeypatch.setattr(derivations, "check", lambda _: findings)
    shown = derivations.derivation(record.key)
    assert shown.html.count("<li data-kind=") == len(record.all_steps)
    assert shown.html.count('class="attnmem-because"') == len(record.all_steps)
    assert f'id="derivation-{record.key}"' in shown.html
    for found in findings:
        assert f"{found.because}; {found.verdict.value}, {found.method}" in shown.text


def test_a_recorded_step_makes_the_whole_recorded_and_looks_different(drawn):
    record = derivation("topk-budget")
    quoted = replace(record.states, source="a theorem of somebody else, theorem 3")
    shown = drawn(replace(record, states=quoted))
    assert '<li data-kind="recorded">' in shown.html
    assert "recorded, not proved here" in shown.html
    assert "a theorem of somebody else, theorem 3" in shown.html
    assert 'data-kind="recorded" aria-label' in shown.html


def test_a_wrong_statement_is_drawn_refuted_with_the_point_where_it_fails(drawn):
    record = derivation("topk-budget")
    wrong = replace(record.states, right=record.states.right + 1)
    shown = drawn(replace(record, states=wrong))
    assert '<li data-kind="refuted">' in shown.html
    assert "[refuted" in shown.text


def test_a_bound_is_drawn_with_its_tightness():
    shown = derivations.derivation("topk-gap")
    assert "upper bound; tightness: attained at " in shown.html
    assert "<dt>tightness</dt><dd>attained at " in shown.html
    assert "tightness: attained at tail_odds = 0" in shown.text
    assert "tightness unknown" in derivations.derivation("roundoff-growth").text


def test_the_weakest_step_decides():
    found = check(derivation("topk-budget"))
    assert derivations.worst(found) is Verdict.PROVED
    for verdict in (Verdict.RECORDED, Verdict.UNDECIDED, Verdict.REFUTED):
        assert derivations.worst((*found, replace(found[0], verdict=verdict))) is verdict


def test_an_unknown_key_names_the_nearest():
    with pytest.raises(BadInput, match="did you mean topk-gap"):
        derivations.derivation("topk-gapp")
