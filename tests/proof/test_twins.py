"""Wrong twins: refuted or true, none missed, and an engine gone blind is found out.

Those of the whole book are judged on the page of its status, which the tests of the site read.
"""

from collections import Counter, defaultdict

import pytest
from sympy import Integer, Symbol, exp
from tests.proof.samples import ABOVE, RISES, SOUND, derivation, x

from attnmem.cli.twins import score
from attnmem.proof import twins as engine
from attnmem.proof.ladder import Proof
from attnmem.proof.mutate import Slip, slips
from attnmem.proof.record import Derivation, Relation, Step, Wrong
from attnmem.proof.twins import Fate, Twin, twins
from attnmem.proof.witness import Seen
from attnmem.theory import DERIVATIONS
from attnmem.theory.topk_budget import TOPK_BUDGET
from attnmem.theory.topk_gap import TOPK_GAP

some = pytest.mark.parametrize("of", DERIVATIONS[::6], ids=lambda d: d.key)


def assert_no_kind_survives(found: list[Twin]) -> None:
    """Every kind of slip that applies has at least one refuted twin, and no twin is missed."""
    fates: dict[Slip, Counter[Fate]] = defaultdict(Counter)
    for twin in found:
        fates[twin.kind][twin.fate] += 1
    missed = [twin.claim for twin in found if twin.fate is Fate.MISSED]
    assert not missed
    assert all(count[Fate.REFUTED] for count in fates.values()), dict(fates)


@some
def test_no_twin_is_missed_and_every_kind_is_refuted(of: Derivation):
    found = list(twins(of))
    assert_no_kind_survives(found)
    assert all(twin.witness or twin.why for twin in found)


def test_statements_found_wrong_in_print_come_first_and_are_refuted():
    first = next(iter(twins(TOPK_GAP)))
    assert (first.kind, first.fate) == (Slip.PRINTED, Fate.REFUTED)
    assert {"key_count", "kept_count"} <= set(first.witness or {})


def test_a_right_statement_planted_as_wrong_is_reported():
    planted = derivation(RISES, states=ABOVE, wrong=(Wrong(ABOVE, "never wrong", "nowhere"),))
    assert next(iter(twins(planted))).fate is Fate.MISSED


def test_an_engine_that_proves_everything_is_found_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(engine, "prove", lambda claim: Proof("wishful", "surely"))
    monkeypatch.setattr(engine, "look", lambda claim, count: Seen(count, "fine", None))
    with pytest.raises(AssertionError):
        assert_no_kind_survives(list(twins(TOPK_BUDGET)))


def test_an_engine_that_proves_nothing_is_found_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(engine, "prove", lambda claim: None)
    with pytest.raises(AssertionError):
        assert_no_kind_survives(list(twins(TOPK_BUDGET)))


def test_a_true_twin_says_why():
    weaker = [twin for twin in twins(SOUND) if twin.fate is Fate.WEAKER]
    assert weaker
    assert all("looser" in twin.why for twin in weaker)


def test_every_kind_of_slip_is_made():
    n, m = (Symbol(name, integer=True, positive=True) for name in "nm")
    made = {kind for kind, _, _ in slips((n - 2 * m) * exp(-x) / m**2)}
    assert made == set(Slip) - {Slip.PRINTED, Slip.TURNED}
    bound = Step(exp(x), Relation.GE, Integer(1), because="it starts at one")
    assert Slip.TURNED in {twin.kind for twin in twins(derivation(RISES, states=bound))}


def test_no_slip_equals_the_original():
    e = (1 + x) * exp(-x)
    assert all(twin != e for _, twin, _ in slips(e))


def test_the_score_line():
    count = Counter({Fate.REFUTED: 5, Fate.EQUIVALENT: 1, Fate.WEAKER: 2})
    assert score(count) == "refuted 5, true 3 (equivalent 1, weaker 2), missed 0"
    assert score(count + Counter({Fate.SHARPER: 1})).startswith(
        "refuted 5, true 4 (equivalent 1, weaker 2, sharper 1)"
    )
