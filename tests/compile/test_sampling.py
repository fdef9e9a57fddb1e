"""The sampler reaches edges, magnitudes, joint borders and neighbours of zeros, and does so again."""

import numpy as np
import pytest
from sympy import Integer, Symbol, log

from attnmem.compile import to_numpy
from attnmem.compile.domain import Bound
from attnmem.compile.sampling import _each_once, near_zeros, sample
from attnmem.errors import BadInput
from attnmem.theory import FORMULAS, formula

from .measuring import size

GAP = formula("topk-kl-gap")
u = Symbol("u", positive=True)


@pytest.mark.parametrize("found", FORMULAS, ids=lambda f: f.key)
def test_points_are_in_the_domain_and_enough(found: object) -> None:
    points = sample(found.arguments, found.conditions, 2000)  # type: ignore[attr-defined]
    inside = to_numpy(found.arguments[0] * 0 + 1, found.arguments, found.conditions)(*points.T)  # type: ignore[attr-defined]
    assert len(points) >= min(2000, size(found))
    assert (inside == 1).all()


def test_the_same_seed_gives_the_same_points() -> None:
    first, again, other = (sample(GAP.arguments, GAP.conditions, 500, seed=s) for s in (3, 3, 4))
    assert (first == again).all()
    assert first.shape != other.shape or (first != other).any()


def test_edges_and_magnitudes_are_among_them() -> None:
    n, k, gap = sample(GAP.arguments, GAP.conditions, 5000).T
    assert (n == k + 1).any()
    assert (k == 1).any()
    assert (gap == 0).any()
    assert n.max() > 1e14
    assert 0 < gap[gap > 0].min() < 1e-200


def test_the_upper_end_is_approached_to_the_last_bit() -> None:
    tail = formula("topk-kl-tail").arguments
    (values,) = sample(tail, (), 3000).T
    assert values.max() == np.nextafter(1, 0)
    assert 0 < np.sort(1 - values)[10] < 1e-14


def test_zeros_are_met_from_both_sides() -> None:
    function = to_numpy(log(u), (u,))
    (near,) = near_zeros(function, sample((u,), (), 500), (u,)).T
    assert {np.nextafter(1, 0), 1.0, np.nextafter(1, 2)} <= set(near.tolist())


def test_conditions_that_nothing_meets_are_refused() -> None:
    with pytest.raises(BadInput, match="no point of u"):
        sample((u,), (Bound(u, True, Integer(-1)),), 10)


@pytest.mark.parametrize("width", [1, 2, 5])
def test_points_are_told_apart_as_numpy_does(width: int) -> None:
    points = np.random.default_rng(width).integers(0, 4, (400, width)) / 4.0
    assert len(_each_once(points)) < len(points)
    assert np.array_equal(_each_once(points), np.unique(points, axis=0))
    points[0, -1] = np.nextafter(0.25, 1)
    assert np.array_equal(_each_once(points), np.unique(points, axis=0))
