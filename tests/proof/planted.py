"""Planted claims: a step, the conditions it is claimed under, and what the checker says of it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import pytest
import sympy
from tests.proof.samples import derivation

from attnmem.proof.check import check_step
from attnmem.proof.record import Assumption, Condition, Finding, Relation, Step

EQ, LE, GE, TO = Relation.EQ, Relation.LE, Relation.GE, Relation.TO


class Claimed(NamedTuple):
    """A step and the conditions it is claimed under."""

    name: str
    step: Step
    under: tuple[Condition, ...] = ()
    defines: Mapping[sympy.Symbol, sympy.Expr] = {}


def claim(left, relation, right, **more) -> Step:  # type: ignore[no-untyped-def]
    """A step with numbers made exact and a reason that names no operation."""
    left = left if hasattr(left, "run") else sympy.sympify(left)
    return Step(left, relation, sympy.sympify(right), because="so it is said", **more)


def finding(claimed: Claimed) -> Finding:
    """What the checker says of the step."""
    assumes = tuple(Assumption(str(c), c) for c in claimed.under)
    around = derivation(states=claimed.step, assumes=assumes, defines=claimed.defines)
    return check_step(replace(claimed.step, because="so it is said"), around)


def named(*groups: tuple[Claimed, ...]):  # type: ignore[no-untyped-def]
    """Parameters for a test, each under the name of its claim."""
    return pytest.mark.parametrize("claimed", [pytest.param(c, id=c.name) for g in groups for c in g])
