"""Each method proves what it is for, and none proves a slip of it."""

from dataclasses import replace

import pytest
from sympy import Integer, Rational, Symbol, exp, log, sin
from tests.proof.claims import CLAIMS, Known
from tests.proof.samples import SOUND

from attnmem.proof import ladder
from attnmem.proof.check import check_step
from attnmem.proof.intervals import enclosed
from attnmem.proof.record import Derivation, Relation, Step, Verdict
from attnmem.proof.twins import Fate, judge_step

everyone = pytest.mark.parametrize("known", CLAIMS, ids=lambda known: known.name)


def around(known: Known) -> Derivation:
    """A derivation that grants what the claim assumes."""
    return replace(SOUND, assumes=known.assumes)


@everyone
def test_a_true_claim_is_proved_by_the_method_it_needs(known: Known):
    found = check_step(known.step, around(known))
    assert (found.verdict, found.method.split(", then ")[-1]) == (Verdict.PROVED, known.method)
    assert found.certificate


@everyone
def test_its_slips_are_refuted_or_true_and_none_is_missed(known: Known):
    fates = [twin.fate for twin in judge_step(known.step, around(known), 1)]
    assert Fate.MISSED not in fates
    assert Fate.REFUTED in fates


def test_every_method_of_the_ladder_is_among_them():
    methods = {known.method for known in CLAIMS}
    assert methods == {
        ladder.EXACT,
        ladder.SHIFTED,
        ladder.TERMWISE,
        ladder.MONOTONE,
        ladder.COUNTED,
        ladder.LIMIT,
        ladder.INTERVAL,
    }


y = Symbol("y", real=True)


def test_a_true_claim_beyond_the_ladder_stays_undecided_however_often_it_is_sampled():
    found = check_step(Step(sin(y), Relation.LE, Integer(1), because="true"), SOUND)
    assert found.verdict is Verdict.UNDECIDED
    assert "60 points" in found.evidence


def test_a_limit_is_never_sampled():
    step = Step(log(1 + y), Relation.TO, 2 * y, because="false", tends=(y, Integer(0)))
    found = check_step(step, SOUND)
    assert found.verdict is not Verdict.PROVED
    assert "not sampled" in found.evidence


def test_an_interval_needs_a_margin_and_an_honest_box():
    box = {y: (Integer(-1), Integer(1))}
    assert enclosed(exp(y) - y, box)
    assert not enclosed(exp(y) - 1 - y, box), "touches zero inside the box"
    assert not enclosed(exp(y) - Rational(3, 2) - y, box), "fails inside the box"
