"""Wrong twins of a derivation, each judged by the engine that judges the original.

A twin of a bound may still be true: then it is proved, and listed as saying the same or less. Missed is
what the engine can neither refute nor prove, and there must be none.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

import sympy

from attnmem.proof.claim import Claim, claim_of
from attnmem.proof.ladder import prove
from attnmem.proof.monotone import limit
from attnmem.proof.mutate import Slip, slips
from attnmem.proof.normal import plainly_not_zero
from attnmem.proof.operations import OperationFailed
from attnmem.proof.record import Derivation, Relation, Step
from attnmem.proof.witness import look

FEW, POINTS = 8, 240  # of nine symbols, few points lie where a largest value is not zero


class Fate(Enum):
    """What became of a twin."""

    REFUTED = "refuted"
    EQUIVALENT = "equivalent"
    WEAKER = "weaker"
    SHARPER = "sharper"
    MISSED = "missed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Twin:
    """One wrong twin and its fate: the witness that refutes it, or one clause why it is true."""

    key: str
    step: int
    kind: Slip
    change: str
    claim: str
    fate: Fate
    why: str
    witness: Mapping[str, str] | None = None


def twins(d: Derivation) -> Iterator[Twin]:
    """The statements found wrong in print first, then the slips of every step that is proved here."""
    for wrong in d.wrong:
        yield _judge(d, 0, Slip.PRINTED, f"{wrong.text} ({wrong.source})", claim_of(wrong.step, d), None)
    for number, step in enumerate(d.all_steps, start=1):
        if not step.source:
            yield from judge_step(step, d, number)


def judge_step(step: Step, d: Derivation, number: int) -> Iterator[Twin]:
    """The slips of one step and what becomes of them."""
    try:
        original = claim_of(step, d)
    except OperationFailed:
        return
    for kind, changed, text in variations(original):
        yield _judge(d, number, kind, text, changed, (step, original))


def variations(claim: Claim) -> Iterator[tuple[Slip, Claim, str]]:
    """Every slip of the right side, and the side turned."""
    for kind, right, text in slips(claim.right):
        yield kind, replace(claim, right=right), text
    if claim.relation in (Relation.LE, Relation.GE):
        yield Slip.TURNED, replace(claim, relation=claim.relation.turned), "the side turned"


def _judge(
    d: Derivation, number: int, kind: Slip, change: str, claim: Claim, origin: tuple[Step, Claim] | None
) -> Twin:
    fate, why, witness = _fate(claim, origin)
    return Twin(
        key=d.key,
        step=number,
        kind=kind,
        change=change,
        claim=f"{claim.left} {claim.relation.value} {claim.right}",
        fate=fate,
        why=why,
        witness=witness,
    )


def _fate(claim: Claim, origin: tuple[Step, Claim] | None) -> tuple[Fate, str, Mapping[str, str] | None]:
    """A few points first, then proofs, and many points only for what is still open."""
    differs = _exactly_differs(claim)
    if differs:
        return Fate.REFUTED, differs, None
    seen = look(claim, FEW)
    if seen.witness:
        return Fate.REFUTED, "fails at a point", seen.witness
    if origin and claim.relation is origin[1].relation and claim.relation in (Relation.LE, Relation.GE):
        fate = _beside(claim, *origin)
        if fate:
            return (*fate, None)
    seen = look(claim, POINTS)
    if seen.witness:
        return Fate.REFUTED, "fails at a point", seen.witness
    proof = prove(claim)
    if proof is None:
        return Fate.MISSED, "neither refuted nor proved", None
    if origin is None:
        return Fate.MISSED, f"holds, by {proof.method}: it was no wrong statement", None
    if claim.relation is Relation.TO:
        return Fate.EQUIVALENT, "it goes with the same side in the limit", None
    if claim.relation is Relation.EQ:
        return Fate.EQUIVALENT, "the right side is the same where the step is claimed", None
    beyond = replace(origin[1], left=origin[1].right, relation=origin[1].relation.turned, right=claim.right)
    if prove(beyond):
        return Fate.SHARPER, "a sharper bound that also holds: the step does not claim to be the best", None
    return Fate.WEAKER, "true, but it crosses the bound proved: better in places, worse in others", None


def _exactly_differs(claim: Claim) -> str:
    """Why an equation or a limit fails without a point: infinite sides differ, or a ratio goes elsewhere."""
    infinite = [side.has(sympy.oo, -sympy.oo) for side in (claim.left, claim.right)]
    if claim.relation is Relation.EQ and any(infinite):
        return f"{claim.left} is not {claim.right}" if claim.left != claim.right else ""
    if claim.relation is Relation.TO and claim.tends is not None:
        ratio = limit(sympy.together(claim.left / claim.right), *claim.tends)
        elsewhere = ratio.is_infinite or (ratio is not sympy.nan and plainly_not_zero(ratio - 1))
        return f"the ratio goes to {ratio}" if elsewhere else ""
    return ""


def _beside(claim: Claim, step: Step, original: Claim) -> tuple[Fate, str] | None:
    """A twin of a bound that lies where the bound lies, or beyond it, is true because the bound is."""
    between = replace(original, left=original.right, right=claim.right)
    if prove(replace(between, relation=Relation.EQ)):
        return Fate.EQUIVALENT, "the right side is the same in normal form"
    if prove(between):
        reached = "; equality is lost" if step.attained else ""
        return Fate.WEAKER, f"a looser bound: it lies beyond the one proved{reached}"
    return None
