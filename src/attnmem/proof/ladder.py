"""The ladder of methods: a claim is given to the plainest first; the finding names the one that proved it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

import sympy
from sympy import Expr, Symbol

from attnmem.proof.claim import Claim
from attnmem.proof.domain import Cover, Domain
from attnmem.proof.intervals import enclosed
from attnmem.proof.monotone import limit, rising
from attnmem.proof.normal import how_zero
from attnmem.proof.record import Relation
from attnmem.proof.segments import segmented
from attnmem.proof.signs import nonnegative
from attnmem.proof.termwise import termwise

EXACT = "exact normal form"
SHIFTED = "sign by shifted variables"
TERMWISE = "term by term"
MONOTONE = "monotone by derivative sign"
COUNTED = "induction by difference of neighbours"
LIMIT = "limit of the ratio"
INTERVAL = "interval enclosure"


@dataclass(frozen=True, slots=True)
class Proof:
    """Which method proved a claim, and what a reader can check by eye."""

    method: str
    certificate: str


def prove(claim: Claim) -> Proof | None:
    """The first proof the ladder finds; ``None`` leaves the claim undecided."""
    if claim.relation is Relation.TO:
        return _limit(claim)
    if claim.rewrites:
        claim = claim.map(lambda e: e.xreplace(dict(claim.rewrites)))
    named = {side for f in claim.facts for side in (f.left, f.right)} & claim.defines.keys()
    version = claim if named else claim.spelled
    return _exact(version) or (_ordered(version) if claim.relation is not Relation.EQ else None)


def _limit(claim: Claim) -> Proof | None:
    if claim.tends is None:
        return None
    by, to = claim.tends
    ratio = limit(sympy.together(claim.left / claim.right), by, to)
    return Proof(LIMIT, f"left/right goes to {ratio} as {by} goes to {to}") if ratio == 1 else None


def _exact(claim: Claim) -> Proof | None:
    if any(side.has(sympy.oo, -sympy.oo) for side in (claim.left, claim.right)):
        return Proof(EXACT, f"both sides are {claim.right}") if claim.left == claim.right else None
    why = how_zero(claim.gap)
    if why:
        return Proof(EXACT, why)
    covers = claim.domain.cover(claim.gap) if claim.gap.is_commutative else []
    shifted = [(cover, how_zero(cover(claim.gap))) for cover in covers if cover.shifts]
    if shifted and all(why for _, why in shifted) and len(shifted) == len(covers):
        return Proof(EXACT, f"{shifted[0][1]}, with {shifted[0][0]}")
    return None


def _ordered(claim: Claim) -> Proof | None:
    """A proof of an inequality: shifts first, then sums, then derivatives, then boxes."""
    for method in (_shifted, _chained, _termwise, _cut, _monotone, _interval):
        proof = method(claim)
        if proof:
            return proof
    return None


def _covers(claim: Claim) -> list[Cover]:
    return Domain((*claim.domain.conditions, *claim.facts), claim.domain.boxes).cover(claim.gap)


def _by_cases(claim: Claim, method: str, why: Callable[[Expr], str]) -> Proof | None:
    reasons = []
    for gap in _branches(claim.gap):
        for cover in _covers(claim):
            reason = why(cover(gap))
            if not reason:
                return None
            shifts = str(cover)
            reasons.append(f"{reason}, with {shifts}" if shifts else reason)
    return Proof(method, "; ".join(dict.fromkeys(reasons)))


def _branches(gap: Expr) -> Iterator[Expr]:
    """A gap with a largest or smallest value holds if it holds with each of the values."""
    ends = sorted(gap.atoms(sympy.Max, sympy.Min), key=str)
    if not ends:
        yield gap
        return
    for value in ends[0].args:
        yield from _branches(gap.xreplace({ends[0]: value}))


def _shifted(claim: Claim) -> Proof | None:
    return _by_cases(claim, SHIFTED, nonnegative)


def _chained(claim: Claim) -> Proof | None:
    """What is left of the gap after the gaps of the facts it leans on."""
    if not claim.facts:
        return None
    left = claim.gap - sympy.Add(*(f.right - f.left for f in claim.facts))
    if how_zero(left):
        return Proof(EXACT, "the gap is the sum of the gaps of the steps it uses")
    bare = Claim(left=left, relation=Relation.GE, right=sympy.Integer(0), domain=claim.domain)
    proof = _shifted(bare)
    return proof and Proof(SHIFTED, f"after the gaps of the steps it uses: {proof.certificate}")


def _termwise(claim: Claim) -> Proof | None:
    if not claim.gap.has(sympy.Sum):
        return None
    why = termwise(claim.gap, claim.domain)
    return Proof(TERMWISE, why) if why else None


def _cut(claim: Claim) -> Proof | None:
    """Sums of one summand cut at each other's ends, and then compared again."""
    if len(claim.gap.atoms(sympy.Sum)) < 2:
        return None
    gap = segmented(claim.gap, claim.domain)
    if gap == claim.gap:
        return None
    finer = replace(claim, left=gap, relation=Relation.GE, right=sympy.Integer(0))
    return _shifted(finer) or _termwise(finer)


def _monotone(claim: Claim) -> Proof | None:
    for x in _candidates(claim):
        proof = _by_cases(claim, COUNTED if x.is_integer else MONOTONE, partial(_rising, x=x))
        if proof:
            return proof
    return None


def _rising(gap: Expr, x: Symbol) -> str:
    for shift in sorted(gap.free_symbols, key=str):
        if shift.name == x.name and (why := rising(gap, shift)):
            return why
    return ""


def _candidates(claim: Claim) -> list[Symbol]:
    """Shifts to go along: those of the symbol the step names, else every one, real ones first."""
    covers = _covers(claim)
    if claim.along is not None:
        forms = [cover.shifts.get(claim.along, claim.along) for cover in covers]
    else:
        forms = [cover(claim.gap) for cover in covers]
    found = {s.name: s for s in chain.from_iterable(f.free_symbols for f in forms) if s.is_nonnegative}
    return sorted(found.values(), key=lambda s: (bool(s.is_integer), s.name))


def _interval(claim: Claim) -> Proof | None:
    if not claim.domain.boxes or not claim.gap.free_symbols <= set(claim.domain.boxes):
        return None
    why = enclosed(claim.gap, claim.domain.boxes)
    return Proof(INTERVAL, why) if why else None
