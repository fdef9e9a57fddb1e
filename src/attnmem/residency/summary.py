"""An answer in lines of text, for a terminal."""

import math
from collections import Counter

from attnmem.residency.answer import INFEASIBLE, UNKNOWN, Answer
from attnmem.residency.plan import DEMAND, EVICT, PREFETCH, WRITEBACK, Move
from attnmem.residency.repair import Repair
from attnmem.residency.report import TIGHT, binding, loss_of
from attnmem.residency.solve import Solution
from attnmem.residency.tradeoff import Point
from attnmem.units import counted

IN_ORDER = (EVICT, WRITEBACK, DEMAND, PREFETCH)
REPAIRS = {
    "hbm": "more HBM",
    "link": "a faster link",
    "slack": "more slack",
    "latency": "later targets",
    "sequences": "fewer sequences",
}


def as_lines(answer: Answer) -> list[str]:
    """The verdict first, then the plan and its bounds, or why there is none."""
    lines = [answer.verdict + (f" (epsilon = {answer.epsilon:g} nats)" if answer.epsilon else "")]
    if answer.chosen:
        chosen = answer.chosen
        lines.append(f"  decode set  {chosen.tokens} tokens (at most {chosen.tokens_bound} are possible)")
    lines += _plan(answer)
    if answer.verdict == INFEASIBLE:
        lines += _why(answer)
    if answer.verdict == UNKNOWN:
        lines.append("  no plan was found, and none excluded, before the search ended")
        if answer.solution.stall_bound_s is not None:
            lines.append(f"  no plan waits less than {answer.solution.stall_bound_s:.6g} s")
    return lines


def _plan(answer: Answer) -> list[str]:
    played, solution = answer.solution.played, answer.solution
    if played is None or solution.plan is None:
        return []
    actions = Counter(move.action for move in solution.plan.moves)
    tight = Counter(row["constraint"] for row in binding(answer))
    known = "nothing is known of other plans yet"
    if solution.stall_bound_s is not None:
        known = f"no plan waits less than {solution.stall_bound_s:.6g} s, and none that waits"
        known += f" as little moves fewer than {solution.bytes_bound} bytes: a gap of {solution.gap:.3%}"
    lines = [
        f"  waiting  {played.stall_s:.6g} s",
        f"  moved    {played.bytes_moved} bytes",
        f"  bound    {known}",
        "  replay   carried out step by step, the plan keeps its constraints",
        f"  whole    blocks, not parts, cost {_rounding(solution)} of these bytes",
        f"  moves    {_counted(actions)}",
        f"  binding  {_counted(tight)}",
    ]
    if played.missing:
        lines.append(f"  missed   {counted(len(played.missing), 'reads')}, each row within its budget")
    if answer.left_out:
        lines.append(
            f"  missed   {counted(len(answer.left_out), 'reads')}, chosen before, each row within its budget"
        )
    if found := loss_of(answer):
        lines.append(f"  loss     at most {found['variation']:.3g} of a row's mass goes elsewhere")
    return lines


def _rounding(solution: Solution) -> int:
    """What the plan moves more than the relaxation, which may cut blocks (and wait less)."""
    assert solution.played is not None
    return max(0, solution.played.bytes_moved - round(solution.relaxed_bytes))


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items())) or "none"


def _why(answer: Answer) -> list[str]:
    lines = []
    if answer.conflict:
        sure = "" if answer.conflict.is_irreducible else " (perhaps not the smallest set)"
        lines.append(f"  in conflict: {', '.join(answer.conflict.families)}{sure}")
    lines += [f"  {sentence}" for sentence in answer.reasons]
    return lines + [f"  repair: {_repair(repair)}" for repair in answer.repairs]


def _repair(repair: Repair) -> str:
    name = REPAIRS[repair.kind]
    if repair.after is None:
        return f"{name} alone: {'no amount is enough' if repair.least == math.inf else 'none found'}"
    needed = ""
    if repair.kind != "sequences" and repair.least is not None and repair.least < repair.after * (1 - TIGHT):
        needed = f"; no less than {repair.least:.6g} is enough"
    change = {
        "hbm": f"{repair.before:.0f} to {repair.after:.0f} bytes",
        "link": f"{repair.after:.6g} times as fast",
        "slack": f"{repair.before:g} to {repair.after:.6g} s",
        "latency": f"{repair.after:.6g} s later",
        "sequences": f"without {', '.join(repair.left_out)}",
    }[repair.kind]
    return f"{name}, {change} (replayed{needed})"


def explained(answer: Answer) -> list[str]:
    """Step by step: how long it waits, what moves, and what is used up."""
    played, plan, tight = answer.solution.played, answer.solution.plan, binding(answer)
    if played is None or plan is None:
        return []
    lines = []
    for step, decoding in enumerate(answer.scenario.decode):
        who = ", ".join(decoding) or "nothing"
        lines.append(f"step {step}: waits {played.stalls_s[step]:.6g} s, decodes {who}")
        moves = sorted(
            (move for move in plan.moves if move.step == step), key=lambda m: IN_ORDER.index(m.action)
        )
        for move in moves:
            lines.append(f"    {move.action:9} {move.block}, {move.bytes} bytes{_whose(answer, move)}")
        lines += [f"    missed    {name}" for at, name in played.missing if at == step]
        rows = [row for row in tight if row["step"] == step]
        lines += [
            f"    binding   {r['constraint']}: {r['what']}, {r['used']:g} of {r['limit']:g}" for r in rows
        ]
    return lines


def _whose(answer: Answer, move: Move) -> str:
    """At whose expense room is made."""
    owner = answer.scenario.block_of_id[move.block].sequence
    return f" (of sequence {owner})" if move.action == EVICT else ""


def curve_lines(points: tuple[Point, ...]) -> list[str]:
    """A trade-off curve as a table."""
    lines = ["   epsilon      tail   waiting s         moved  missed  least HBM"]
    for point in points:
        needed = "none" if point.hbm_bytes is None else str(point.hbm_bytes)
        if point.stall_s is None:
            what = "no plan" if point.is_feasible is False else "not known"
            lines.append(f"{point.epsilon:10g}{point.tail_budget:10.5f}  {what:>10}{'':22}{needed:>11}")
        else:
            cost = f"{point.stall_s:10.6g}{point.bytes_moved:14d}{point.missed_reads:8d}"
            lines.append(f"{point.epsilon:10g}{point.tail_budget:10.5f}  {cost}{needed:>11}")
    return lines
