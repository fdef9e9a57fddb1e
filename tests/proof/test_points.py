"""Points of a domain keep every condition, also where two bound one member of a family."""

import pytest
from mpmath import mpf
from sympy import IndexedBase, Integer, Sum, Symbol
from tests.proof.planted import GE, LE, Claimed, claim, finding

from attnmem.proof.claim import Claim
from attnmem.proof.domain import Domain
from attnmem.proof.point import Point
from attnmem.proof.points import points_of
from attnmem.proof.record import Condition, Relation, Verdict
from attnmem.proof.walk import Undefined

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
    points = points_of(Claim(left=total, relation=Relation.GE, right=k, domain=Domain(conditions)))
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


def test_what_one_copy_draws_another_does_not():
    points = points_of(Claim(left=s[k], relation=Relation.GE, right=k, domain=Domain(_bounds(LOOSE, HIGH))))
    one, other = points.at(3), points.at(3)
    assert one.values == other.values
    drawn = one(s[k])
    assert not other.drawn
    assert other(s[k]) == drawn


def test_slips_of_a_side_share_points_and_another_condition_has_its_own():
    def of(right, *pairs):
        return points_of(Claim(left=k, relation=Relation.GE, right=right, domain=Domain(_bounds(*pairs))))

    assert of(k + 1, LOOSE) is of(k - 1, LOOSE)
    assert of(k, LOOSE) is not of(k, TIGHT)


@pytest.mark.parametrize(("e", "kind"), [(1 / (k - 1), Undefined), (s[k], mpf)])
def test_a_side_is_worked_out_once_or_says_why_not(e, kind, monkeypatch):
    points = points_of(Claim(left=e, relation=Relation.GE, right=k, domain=Domain(_bounds(LOOSE, HIGH))))
    first, value = points.valued(0, e)
    assert isinstance(value, kind)
    monkeypatch.setattr(Point, "__call__", None)
    again, known = points.valued(0, e)
    assert known is value
    assert again.drawn == first.drawn
