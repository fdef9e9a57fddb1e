"""An answer as plain data, the form that JSON holds."""

import math
from typing import Any

from attnmem.residency.answer import Answer
from attnmem.residency.budget import loss
from attnmem.residency.repair import Repair
from attnmem.residency.scenario import StandIn
from attnmem.residency.tradeoff import Point

SCHEMA = "attnmem.residency/1"
TIGHT = 1e-6  # a row within this part of its limit is called binding


def as_data(answer: Answer) -> dict[str, Any]:
    """The answer as JSON holds it. What does not apply is null; an infinite number never appears."""
    solution, played = answer.solution, answer.solution.played
    has_plan = played is not None
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "verdict": answer.verdict,
        "epsilon": answer.epsilon,
        "objective": {"stall_s": played.stall_s, "bytes_moved": played.bytes_moved} if played else None,
        "bound": _bound(answer),
        "gap": solution.gap if math.isfinite(solution.gap) else None,
        "relaxed_bytes": solution.relaxed_bytes if has_plan else None,
        "plan": [
            {"step": move.step, "block": move.block, "action": move.action, "bytes": move.bytes}
            for move in (solution.plan.moves if solution.plan else ())
        ],
        "stall_s_per_step": list(played.stalls_s) if played else [],
        "missed": [{"step": step, "block": block} for step, block in (played.missing if played else ())],
        "left_out": len(answer.left_out),
        "binding": binding(answer),
        "conflict": _conflict(answer),
        "repairs": [_repair(repair) for repair in answer.repairs],
        "loss": loss_of(answer),
        "decode_set": _decode_set(answer),
    }
    return data


def _bound(answer: Answer) -> dict[str, Any] | None:
    solution = answer.solution
    if solution.stall_bound_s is None:
        return None
    return {"stall_s": solution.stall_bound_s, "bytes_moved": solution.bytes_bound}


def loss_of(answer: Answer) -> dict[str, Any] | None:
    """What the missed reads cost a row at most, those included that a selection took out before: mass, total
    variation, and what value errors add.
    """
    solution, scenario = answer.solution, answer.whole or answer.scenario
    if solution.played is None or not answer.epsilon:
        return None
    missing, rows = {*solution.played.missing, *answer.left_out}, dict[tuple[int, str, int, int], float]()
    for mass in scenario.masses:
        row = (mass.step, mass.sequence, mass.layer, mass.head)
        rows[row] = rows.get(row, 0.0) + mass.value * ((mass.step, mass.block) in missing)
    largest = min(1.0, max(rows.values(), default=0.0))
    stands_in = solution.stands_in or answer.selection_stands_in
    stand_in = scenario.stand_in if stands_in else StandIn()
    variation, added = loss(stand_in, answer.epsilon, largest)
    return {
        "largest_tail": largest,
        "stand_in": stand_in.kind,
        "variation": variation,
        "value_error": added,
    }


def binding(answer: Answer) -> list[dict[str, Any]]:
    """The rows that the plan uses up."""
    rows = answer.solution.played.rows if answer.solution.played else ()
    return [
        {
            "step": row.step,
            "constraint": row.constraint,
            "what": row.subject,
            "used": row.used,
            "limit": row.limit,
        }
        for row in rows
        if math.isfinite(row.limit) and row.used > 0 and row.used >= row.limit * (1 - TIGHT)
    ]


def _conflict(answer: Answer) -> dict[str, Any] | None:
    if answer.conflict is None:
        return None
    return {
        "families": list(answer.conflict.families),
        "rows": [{"step": step, "constraint": family} for family, step in answer.conflict.rows],
        "is_irreducible": answer.conflict.is_irreducible,
        "words": list(answer.reasons),
    }


def _repair(repair: Repair) -> dict[str, Any]:
    helps = repair.after is not None
    return {
        "kind": repair.kind,
        "unit": repair.unit,
        "before": repair.before if math.isfinite(repair.before) else None,
        "after": repair.after,
        "least": repair.least if repair.least is not None and math.isfinite(repair.least) else None,
        "none_is_enough": repair.least == math.inf,
        "left_out": list(repair.left_out),
        "is_replayed": helps,
        "stall_s": repair.stall_s if helps else None,
        "bytes_moved": repair.bytes_moved if helps else None,
    }


def _decode_set(answer: Answer) -> dict[str, Any] | None:
    if answer.chosen is None:
        return None
    return {
        "tokens": answer.chosen.tokens,
        "tokens_bound": answer.chosen.tokens_bound,
        "gap": answer.chosen.gap if math.isfinite(answer.chosen.gap) else None,
        "steps": [list(names) for names in answer.scenario.decode],
    }


def curve_data(points: tuple[Point, ...]) -> dict[str, Any]:
    """A trade-off curve as JSON holds it."""
    names = Point.__dataclass_fields__
    return {"schema": SCHEMA, "curve": [{name: getattr(point, name) for name in names} for point in points]}
