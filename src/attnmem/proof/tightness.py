"""Where a bound is reached: at the equality case the checker tested, or nowhere that is known."""

from collections.abc import Callable, Mapping

from sympy.core.expr import Expr

from attnmem.proof.record import Derivation, Formula, Relation, Side, Step

UNKNOWN = "tightness unknown"
Write = Callable[[Mapping[Expr, Expr]], str]


def _plainly(case: Mapping[Expr, Expr]) -> str:
    return ", ".join(f"{a} = {b}" for a, b in case.items())


def of_step(step: Step, write: Write = _plainly) -> str:
    """Where a step with ``<=`` or ``>=`` holds with equality; empty for the others."""
    if step.relation not in (Relation.LE, Relation.GE):
        return ""
    return f"tightness: attained at {write(step.attained)}" if step.attained else UNKNOWN


def of_formula(formula: Formula, home: Derivation, write: Write = _plainly) -> str:
    """Where a bound is reached, as one of the steps that end in it says; empty for what is exact."""
    if formula.side is Side.EXACT:
        return ""
    ending = [step for step in home.all_steps if formula.expression in (step.left, step.right)]
    said = [text for step in ending if (text := of_step(step, write))]
    return next((text for text in said if text != UNKNOWN), UNKNOWN)
