"""Points of a domain keep every condition, also where two bound one member of a family."""

import pytest
from sympy import IndexedBase, Integer, Sum, Symbol
from tests.proof.planted import GE, LE, Claimed, claim, finding

from attnmem.proof.claim import Claim
from attnmem.proof.domain import Domain
from attnmem.proof.points import Points
from attnmem.proof.record import Condition, Relation, Verdict

s = IndexedBase("s", real=True)
i = Symbol("i", integer=True)
k = Symbol("k", integer=True, positive=True)
OVER = (i, Integer(1), k)


def _bounds(*pairs, strict=False):  # type: ignore[no-untyped-def]
    return tuple(Condition(a, strict, b, OVER) for a, b in pairs)


LOOSE, TIGHT = (s[i], Integer(5)), (s[i], Integer(2))
LOW, HIGH = (Integer(-9), s[i]), (Integer(1), s[i])


@pytest.mark.parametrize(
    "pairs", [(LOOSE, TIGHT, LOW, HIGH), (TIGHT, LOOSE, HIGH, LOW)], ids=["last", "first"]
)
@pytest.mark.parametrize("strict", [False, True])
def test_both_bounds_of_a_member_hold(pairs, strict):
    conditions = _bounds(*pairs, strict=strict)
    total = Sum(s[i], OVER)
    points = Points(Claim(left=total, relation=Relation.GE, right=k, domain=Domain(conditions)))
    met = [(point(total), *point.drawn.values()) for _, point in points.some(30)]
    drawn = [value for _, *members in met for value in members]
    assert len(drawn) >= 30
    assert all(1 < value < 2 if strict else 1 <= value <= 2 for value in drawn)


def test_a_true_claim_under_two_bounds_is_not_refuted():
    for pairs in ((TIGHT, LOOSE), (LOOSE, TIGHT)):
        found = finding(Claimed("", claim(Sum(s[i], OVER), LE, 2 * k), _bounds(*pairs)))
        assert found.verdict is Verdict.PROVED


def test_bounds_that_cross_leave_no_point():
    found = finding(Claimed("", claim(Sum(s[i], OVER), GE, 0), _bounds((Integer(3), s[i]), TIGHT)))
    assert found.verdict is Verdict.UNDECIDED
