"""Limits taken again with numbers for all other quantities: what SymPy says of symbols may hide a case.

``x**a + x`` goes with ``x`` only for ``a < 1``, but the limit of their ratio comes out as one for a symbol a.
"""

from collections.abc import Iterator
from dataclasses import replace

import sympy
from sympy import Expr, Symbol

from attnmem.proof.claim import Claim
from attnmem.proof.monotone import limit, sides
from attnmem.proof.operations import Limit, Operation, ran, value
from attnmem.proof.points import points_of
from attnmem.proof.record import Relation

CASES = 4


def against(claim: Claim, said: "Expr | Operation") -> dict[str, str] | None:
    """Numbers at which a limit that the claim rests on comes out otherwise."""
    for of, by, to, side, expected in _limits(claim, said):
        if not (of.free_symbols | expected.free_symbols) - {by}:
            continue
        for _, point in points_of(replace(claim, left=of, right=expected)).some(CASES):
            at = {a: v for a, v in point.values.items() if a != by and getattr(v, "is_Rational", False)}
            here, wanted = _limit(of.xreplace(at), by, to, side), expected.xreplace(at)
            if _differ(here, wanted):
                return _shown(at, here, wanted)
    return None


def _differ(here: Expr, wanted: Expr) -> bool:
    """Whether two limits are seen to be two; what could not be worked out says nothing."""
    if here.is_finite and wanted.is_finite and here.is_comparable and wanted.is_comparable:
        return bool(abs(here - wanted) > sympy.Rational(1, 10**12))
    return bool(here.is_infinite and here != wanted) or bool(wanted.is_infinite and here.is_finite)


def _limits(claim: Claim, said: "Expr | Operation") -> Iterator[tuple[Expr, Symbol, Expr, str, Expr]]:
    if claim.relation is Relation.TO and claim.tends is not None:
        by, to = claim.tends
        for side in sides(by, to, claim.domain):
            yield claim.left / claim.right, by, to, side, sympy.Integer(1)
    for op in ran(said):
        if isinstance(op, Limit):
            yield value(op.of), op.by, op.to, op.side, value(op)


def _limit(e: Expr, by: Symbol, to: Expr, side: str) -> Expr:
    return limit(sympy.together(e), by, to, side)


def _shown(at: dict, here: Expr, wanted: Expr) -> dict[str, str]:
    return {str(a): str(v) for a, v in at.items()} | {"limit": str(here), "said": str(wanted)}
