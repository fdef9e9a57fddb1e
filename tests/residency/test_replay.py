"""The checker: each constraint broken in turn is caught under its own name, and a plan solved by hand is
accepted.
"""

import ast
from pathlib import Path

import pytest

from attnmem.residency import clock, replay
from attnmem.residency.load import from_mapping
from attnmem.residency.plan import DEMAND, EVICT, PREFETCH, WRITEBACK, Move, Plan
from attnmem.residency.replay import CONSTRAINTS

GOOD = (Move(0, "x", DEMAND, 10), Move(1, "y", PREFETCH, 10))


def _play(values, *moves, **how):
    return replay.replay(from_mapping(values), Plan(moves), **how)


def test_a_plan_solved_by_hand_is_accepted(two_blocks):
    """x is waited for (1 s); y needs 1 s behind a compute of 0.5 s, so step 2 waits for the other half."""
    played = _play(two_blocks, *GOOD)
    assert played.breaches == ()
    assert played.stalls_s == (1.0, 0.0, 0.5)
    assert played.bytes_moved == 20


def test_no_plan_breaks_correctness(two_blocks):
    assert {breach.constraint for breach in _play(two_blocks).breaches} == {"correctness"}


def _planted():
    """A change of the scenario or of the plan that breaks exactly the named constraint."""
    early = Move(0, "y", PREFETCH, 10)
    return {
        "correctness": ({}, (GOOD[0], Move(2, "y", PREFETCH, 10))),
        "capacity": ({"hbm": {"bytes": 19}}, GOOD),
        "link": ({}, (GOOD[0], early)),
        "sustainability": (
            {"tier": [{"name": "dram", "bytes_per_s": 10, "sustained_bytes_per_s": 6.5}]},
            GOOD,
        ),
        "hiding": ({"compute": {"s_per_step": 0.5, "slack_s": 0.9}}, GOOD),
        "qos": ({"tenant": [{"name": "all", "ttft_s": 1.4}]}, GOOD),
    }


@pytest.mark.parametrize("constraint", CONSTRAINTS)
def test_each_constraint_broken_in_turn_is_caught_and_named(two_blocks, constraint):
    changes, moves = _planted()[constraint]
    broken = {breach.constraint for breach in _play({**two_blocks, **changes}, *moves).breaches}
    assert broken == {constraint}


def test_a_prefetch_counts_in_hbm_from_the_step_it_starts(two_blocks):
    """x is still read in step 1 when y is on its way: both count, and HBM holds one and a half."""
    two_blocks["read"].append({"step": 1, "blocks": ["x"]})
    two_blocks["hbm"]["bytes"] = 15
    fault = _play(two_blocks, *GOOD, Move(2, "x", EVICT, 10)).breaches
    assert [(breach.step, breach.constraint) for breach in fault] == [(1, "capacity")]
    played = _play(two_blocks, GOOD[0], Move(2, "x", EVICT, 10), Move(2, "y", DEMAND, 10))
    assert played.breaches == ()
    assert played.stalls_s == (1.0, 0.0, 1.0)  # nothing hides a demand fetch


def test_a_prefetch_is_not_readable_in_the_step_it_starts(two_blocks):
    fault = _play(two_blocks, Move(0, "x", PREFETCH, 10), GOOD[1]).breaches
    assert [(breach.step, breach.constraint) for breach in fault] == [(0, "correctness")]


def test_inter_token_latency_spans_the_steps_between_two_decodes(two_blocks):
    two_blocks["decode"] = [{"step": 0, "sequences": ["s"]}, {"step": 2, "sequences": ["s"]}]
    rows = [row for row in _play(two_blocks, *GOOD).rows if row.constraint == "qos"]
    assert [(row.step, row.used) for row in rows] == [(0, 1.5), (2, 1.5)]  # 0.5 + (0.5 + 0.5)


def _state(two_blocks):
    two_blocks["block"] = [
        {"id": "x", "sequence": "s", "bytes": 10, "starts": "dram", "written_every_step": True},
        {"id": "y", "sequence": "r", "bytes": 10, "starts": "dram"},
    ]
    two_blocks["sequence"].append({"id": "r", "tenant": "all"})
    two_blocks["hbm"]["bytes"] = 10
    two_blocks["tier"][0]["bytes_per_s"] = 20
    two_blocks["decode"] = [{"step": s, "sequences": [q]} for s, q in ((0, "s"), (1, "r"), (2, "s"))]
    two_blocks["read"] = [{"step": 1, "blocks": ["y"]}]
    return two_blocks


def test_a_state_that_leaves_without_write_back_is_outdated(two_blocks):
    moves = (
        Move(0, "x", DEMAND, 10),
        Move(1, "x", EVICT, 10),
        Move(1, "y", DEMAND, 10),
        Move(2, "y", EVICT, 10),
        Move(2, "x", DEMAND, 10),
    )
    fault = _play(_state(two_blocks), *moves).breaches
    assert [(breach.step, breach.constraint) for breach in fault] == [(2, "correctness")]
    assert "present content" in fault[0].why
    played = _play(two_blocks, *moves, Move(1, "x", WRITEBACK, 10))
    assert played.breaches == ()
    assert played.stalls_s == (0.5, 1.0, 0.5)  # the write-back of a block that has left is waited for
    two_blocks["tier"][0]["bytes_per_s"] = 30
    early = _play(two_blocks, *moves, Move(0, "x", WRITEBACK, 10))  # before the step has rewritten it
    assert [(breach.step, breach.constraint) for breach in early.breaches] == [(2, "correctness")]


@pytest.mark.parametrize(
    "move",
    [
        Move(0, "z", DEMAND, 10),
        Move(3, "x", DEMAND, 10),
        Move(0, "y", "teleport", 10),
        Move(1, "y", PREFETCH, 11),
        Move(1, "x", EVICT, 20),
        Move(1, "x", PREFETCH, 10),
        Move(0, "y", WRITEBACK, 10),
    ],
)
def test_impossible_moves_are_caught(two_blocks, move):
    assert "plan" in {breach.constraint for breach in _play(two_blocks, *GOOD, move).breaches}


def test_a_budget_is_kept_row_by_row_not_on_average(two_blocks):
    """Three heads miss nothing, one misses 0.3: the mean keeps a budget that the fourth row breaks."""
    two_blocks["read"] = []
    two_blocks["mass"] = [
        {"step": 0, "sequence": "s", "layer": 0, "head": head, "block": block, "value": value}
        for head, (in_x, in_y) in enumerate([(0.0, 1.0), (0.0, 1.0), (0.0, 1.0), (0.3, 0.7)])
        for block, value in (("x", in_x), ("y", in_y))
    ]
    moves = (Move(0, "y", DEMAND, 10),)
    broken = [breach.constraint for breach in _play(two_blocks, *moves, budget=0.076).breaches]
    assert broken == ["correctness"]
    assert _play(two_blocks, *moves, budget=0.3).breaches == ()
    assert _play(two_blocks, *moves, budget=0.3).missing == ((0, "x"),)


def test_the_checker_shares_no_code_with_the_solver():
    """Only the scenario, the plan's record and its own clock; a planted import is seen."""

    def imported(source):
        nodes = ast.walk(ast.parse(source))
        return {
            node.module
            for node in nodes
            if isinstance(node, ast.ImportFrom) and "attnmem" in (node.module or "")
        }

    allowed = {"attnmem.residency.clock", "attnmem.residency.plan", "attnmem.residency.scenario"}
    for module in (replay, clock):
        assert imported(Path(module.__file__).read_text(encoding="utf-8")) <= allowed
    assert not imported("from attnmem.residency.program import build") <= allowed
