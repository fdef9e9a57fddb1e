"""The checker: every step is run again, proved or refuted, and looked at to 50 digits. Nothing is cached."""

from collections.abc import Iterable, Iterator, Mapping
from time import perf_counter

import sympy

from attnmem.proof.attained import differing, unreached
from attnmem.proof.claim import Claim, claim_of
from attnmem.proof.defined import valueless
from attnmem.proof.granted import ungranted
from attnmem.proof.ladder import prove
from attnmem.proof.limits import against
from attnmem.proof.operation import OperationFailed, ran, run_once
from attnmem.proof.record import Derivation, Finding, Relation, Step, Verdict
from attnmem.proof.sight import Sight
from attnmem.proof.structure import faults, misnamed
from attnmem.proof.tightness import of_step
from attnmem.proof.witness import look
from attnmem.proof.work import purse

EVIDENCE_POINTS = 5
NOWHERE = "proved, but no point was found where it says anything: its conditions may contradict each other"
NO_METHOD = "no method of the ladder decides it"
REFUTING_POINTS = 60


def check(derivation: Derivation) -> tuple[Finding, ...]:
    """One finding per step, the statement last; first those for faults of the derivation as a whole."""
    try:
        wrong = tuple(_fault(derivation, text) for text in faults(derivation))
    except Exception as error:  # as in a step
        wrong = (_fault(derivation, f"its form could not be looked at: {_named(error)}"),)
    return wrong + tuple(
        check_step(step, derivation, number) for number, step in enumerate(derivation.all_steps, start=1)
    )


def check_all(derivations: Iterable[Derivation]) -> tuple[Finding, ...]:
    """The findings of several derivations, in order."""
    return tuple(finding for derivation in derivations for finding in check(derivation))


def _fault(derivation: Derivation, text: str) -> Finding:
    return Finding(
        key=derivation.key,
        step=0,
        verdict=Verdict.REFUTED,
        method="structure",
        scope=derivation.scope,
        because=text,
        evidence="",
        seconds=0.0,
    )


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"


def check_step(step: Step, of: Derivation, number: int = 0) -> Finding:
    """The finding for one step."""
    start = perf_counter()
    try:
        with run_once(), purse():
            verdict, method, certificate, evidence, witness = _decide(step, of)
    except Exception as error:  # whatever SymPy or mpmath stumbles over decides nothing, and hides no step
        verdict, method, certificate = Verdict.UNDECIDED, "none", f"the checker met {_named(error)}"
        evidence, witness = "", None
    return Finding(
        key=of.key,
        step=number,
        verdict=verdict,
        method=method,
        scope=step.scope or of.scope,
        because=step.because,
        evidence=evidence,
        seconds=perf_counter() - start,
        certificate=certificate,
        witness=witness,
        tightness=of_step(step),
    )


def _decide(step: Step, of: Derivation) -> tuple[Verdict, str, str, str, Mapping[str, str] | None]:
    if step.source:
        return Verdict.RECORDED, "published theorem", step.source, "", None
    try:
        claim = claim_of(step, of)
    except OperationFailed as error:
        return Verdict.UNDECIDED, "none", str(error), "", None
    run = " of ".join(op.name for op in ran(step.left))
    if named := misnamed(step):
        return Verdict.REFUTED, "structure", f"the reason names {named}, which was not run", "", None
    proof = prove(claim)
    if proof is None:
        seen = look(claim, REFUTING_POINTS)
        if seen.witness:
            return Verdict.REFUTED, "witness point", "", seen.text, seen.witness
        return Verdict.UNDECIDED, "none", NO_METHOD, seen.text, None
    seen = look(claim, EVIDENCE_POINTS)
    witness = seen.witness or against(claim, step.left)
    if witness:
        certificate = f"against {proof.method}: {proof.certificate}"
        return Verdict.REFUTED, "witness point", certificate, seen.text, witness
    if not seen.count and _has_points(claim):
        return Verdict.UNDECIDED, "none", f"{NOWHERE} ({proof.method})", seen.text, None
    sight = Sight(claim)
    if unseen := valueless(sight):
        certificate = f"{unseen}, so a side may have no value ({proof.method})"
        return Verdict.UNDECIDED, "none", certificate, seen.text, None
    if missing := ungranted(sight, step.left):
        return Verdict.UNDECIDED, "none", f"{missing} ({proof.method})", seen.text, None
    method = f"{run}, then {proof.method}" if run else proof.method
    quoted = sorted({used.source for used in leaned_on(step) if used.source})
    if quoted:
        method += f", given {'; '.join(quoted)}"
    if still := differing(claim):
        return Verdict.REFUTED, "equality case", still, seen.text, None
    if nowhere := unreached(claim, seen.met):
        return Verdict.UNDECIDED, "none", f"{nowhere} ({proof.method})", seen.text, None
    return Verdict.PROVED, method, proof.certificate, seen.text, None


def _has_points(claim: Claim) -> bool:
    """Whether a claim speaks of points, and not of a limit or of infinity."""
    return claim.relation is not Relation.TO and not any(
        side.has(sympy.oo, -sympy.oo) for side in (claim.left, claim.right)
    )


def leaned_on(step: Step) -> Iterator[Step]:
    """Every step that this one uses, directly or through others."""
    for used in step.using:
        yield used
        yield from leaned_on(used)
