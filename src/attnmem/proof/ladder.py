"""The ladder of methods: a claim is given to the plainest first; the finding names the one that proved it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

import sympy
from sympy import Expr, Symbol

from attnmem.proof.cases import cases
from attnmem.proof.claim import Claim, spell
from attnmem.proof.domain import Cover, Domain
from attnmem.proof.intervals import enclosed
from attnmem.proof.matrices import is_matrix, is_nothing, misshapen, reduced
from attnmem.proof.monotone import limit, rising, sides
from attnmem.proof.normal import how_zero
from attnmem.proof.record import Condition, Relation
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
    if is_matrix(claim.left, claim.right):
        return _matrix(claim)
    claim = claim.rewritten
    named = {side for f in claim.facts for side in (f.left, f.right)} & claim.defines.keys()
    version = claim if named else claim.spelled
    infinite = any(side.has(sympy.oo, -sympy.oo) for side in (version.left, version.right))
    return _exact(version) if claim.relation is Relation.EQ or infinite else _ordered(version)


def _limit(claim: Claim) -> Proof | None:
    if claim.tends is None:
        return None
    by, to = claim.tends
    near = sides(by, to, claim.domain)
    ratio = sympy.together(claim.left / claim.right)
    if any(limit(ratio, by, to, side) != 1 for side in near):
        return None
    from_both = ", from both sides" if len(near) > 1 else ""
    return Proof(LIMIT, f"left/right goes to 1 as {by} goes to {to}{from_both}")


def _matrix(claim: Claim) -> Proof | None:
    if claim.relation is not Relation.EQ or misshapen(claim.left, claim.right):
        return None
    sides = [reduced(spell(side, claim.defines), claim.rewrites) for side in (claim.left, claim.right)]
    if sides[0] == sides[1] or is_nothing(reduced(sides[0] - sides[1], claim.rewrites)):
        return Proof(EXACT, f"both sides expand to {sides[1]}")
    return None


def _exact(claim: Claim) -> Proof | None:
    if any(side.has(sympy.oo, -sympy.oo) for side in (claim.left, claim.right)):
        return Proof(EXACT, f"both sides are {claim.right}") if claim.left == claim.right else None
    why = how_zero(claim.gap)
    if why:
        return Proof(EXACT, why)
    covers = claim.domain.cover(claim.gap)
    if not all(cover.shifts for cover in covers):
        return None
    reasons = []
    for cover in covers:
        if not (why := how_zero(cover(claim.gap))):
            return None
        reasons.append(f"{why}, with {cover}")
    return Proof(EXACT, reasons[0])


def _ordered(claim: Claim) -> Proof | None:
    """A proof of an inequality: shifts first, then sums, then derivatives, then boxes."""
    for method in (_shifted, _chained, _termwise, _cut, _interval, _squared, _split, _logged, _monotone):
        proof = method(claim)
        if proof:
            return proof
    return None


def _by_cases(claim: Claim, method: str, why: Callable[[Expr], str]) -> Proof | None:
    domain = Domain((*claim.domain.conditions, *claim.facts), claim.domain.boxes)
    reasons: list[str] = []
    for gap, ordered in cases(claim.gap, domain):
        found = next(filter(None, (_on_all(covers, gap, why) for covers in _covers(ordered, gap))), None)
        if found is None:
            return None
        reasons += found
    return Proof(method, "; ".join(dict.fromkeys(reasons)))


def _covers(domain: Domain, gap: Expr) -> Iterator[list[Cover]]:
    """The domain without its upper ends, where that leaves fewer cases to look at; then as it is."""
    both_signs = gap.has(sympy.Abs)
    whole = domain.cover(gap, both_signs=both_signs)
    if len(whole) > 1:
        wide = domain.cover(gap, both_signs=both_signs, wide=True)
        if len(wide) < len(whole):
            yield wide
    yield whole


def _on_all(covers: Iterable[Cover], gap: Expr, why: Callable[[Expr], str]) -> list[str]:
    """The reason in each case, with the shifts it is read from; none if one case has none."""
    reasons = []
    for cover in covers:
        reason = why(cover(gap))
        if not reason:
            return []
        shifts = str(cover)
        reasons.append(f"{reason}, with {shifts}" if shifts else reason)
    return reasons


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


def _logged(claim: Claim) -> Proof | None:
    """Two positive sides, one a power, compared by their logarithms."""
    if not any(not p.exp.is_number for p in claim.gap.atoms(sympy.Pow)):
        return None
    small, large = (claim.left, claim.right) if claim.relation is Relation.LE else (claim.right, claim.left)
    proofs = []
    for cover in Domain((*claim.domain.conditions, *claim.facts), claim.domain.boxes).cover(claim.gap):
        low, high = (_tidy_powers(cover(side)) for side in (small, large))
        if not (low.is_positive and high.is_positive):
            return None
        gap = sympy.expand_log(sympy.log(high) - sympy.log(low))
        logged = replace(
            claim, left=gap, relation=Relation.GE, right=sympy.Integer(0), domain=Domain(), facts=()
        )
        proofs.append(_shifted(logged) or _monotone(logged))
    if not all(proofs):
        return None
    reasons = "; ".join(proof.certificate for proof in proofs if proof)
    return Proof(proofs[0].method, f"logarithms of both sides: {reasons}") if proofs[0] else None


def _tidy_powers(e: Expr) -> Expr:
    """Bases of powers over one denominator, so that their signs can be seen."""
    return e.replace(
        lambda p: isinstance(p, sympy.Pow) and p.base is not sympy.E,
        lambda p: sympy.Pow(sympy.factor(sympy.together(p.base)), p.exp),
    )


def _squared(claim: Claim) -> Proof | None:
    """Two sides that are never negative, one with roots, compared by their squares."""
    roots = [p for p in claim.gap.atoms(sympy.Pow) if p.exp == sympy.S.Half]
    if not roots or not (claim.left.is_nonnegative and claim.right.is_nonnegative):
        return None
    proof = _shifted(claim.map(lambda side: sympy.expand(side**2)))
    return proof and Proof(proof.method, f"squares of both sides: {proof.certificate}")


def _split(claim: Claim) -> Proof | None:
    """Both sides of the equality case apart: from there the gap rises either way."""
    for symbol, value in claim.attained.items():
        if not symbol.is_Symbol or not claim.gap.has(symbol):
            continue
        proofs = []
        for condition in (Condition(value, False, symbol), Condition(symbol, False, value)):
            half = replace(claim, domain=Domain((*claim.domain.conditions, condition)), attained={})
            proofs.append(_shifted(half) or _monotone(half))
        found = [proof for proof in proofs if proof]
        if len(found) == len(proofs):
            method = next((proof.method for proof in found if proof.method != SHIFTED), SHIFTED)
            return Proof(method, "; ".join(proof.certificate for proof in found))
    return None


def _monotone(claim: Claim) -> Proof | None:
    for x in _candidates(claim):
        proof = _by_cases(claim, COUNTED if x.is_integer else MONOTONE, partial(_rising, x=x))
        if proof:
            return proof
    return None


def _rising(gap: Expr, x: Symbol) -> str:
    for shift in sorted(gap.free_symbols, key=lambda s: s.name):
        if shift.name == x.name and (why := rising(gap, shift)):
            return why
    return nonnegative(gap)


def _candidates(claim: Claim) -> list[Symbol]:
    """Shifts to go along: those of the symbol the step names, else every one, real ones first."""
    domain = Domain((*claim.domain.conditions, *claim.facts), claim.domain.boxes)
    covers = domain.cover(claim.gap)
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
