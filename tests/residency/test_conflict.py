"""A conflict is irreducible, in words, and every repair that is offered repairs."""

import math
import tomllib
from dataclasses import replace

import pytest

import attnmem.residency.nearest as nearing
import attnmem.residency.repair as repairing
from attnmem.residency.answer import answer
from attnmem.residency.arrivals import SparseReads, sparse_reads
from attnmem.residency.build import build
from attnmem.residency.conflict import _reduce, _Seek, all_but, find_conflict
from attnmem.residency.examples import example
from attnmem.residency.load import from_mapping, parse
from attnmem.residency.repair import Repair, repairs, without_sequences
from attnmem.residency.replay import replay
from attnmem.residency.scenario import Tier
from attnmem.residency.solve import solve
from attnmem.residency.summary import _repair
from attnmem.residency.words import conflict_in_words

from .tiny import best_by_trying_all, tiny, varied

FEASIBLE = {1, 5, 7, 11, 18, 19, 24, 29, 34, 37}
INFEASIBLE = sorted(set(range(40)) - FEASIBLE)


def test_these_tiny_scenarios_have_no_plan_and_the_others_have_one():
    assert [seed for seed in range(40) if solve(tiny(seed)).is_infeasible] == INFEASIBLE


@pytest.mark.parametrize("seed", INFEASIBLE)
def test_dropping_any_one_row_of_a_conflict_lets_a_plan_through(seed):
    scenario = tiny(seed)
    conflict = find_conflict(scenario)
    assert conflict.is_irreducible
    assert solve(scenario, without=all_but(scenario, conflict.rows)).is_infeasible
    for row in conflict.rows:
        rest = set(conflict.rows) - {row}
        plan = solve(scenario, without=all_but(scenario, rest)).plan
        broken = {(b.constraint, b.step) for b in replay(scenario, plan).breaches}
        assert not broken & rest


@pytest.mark.parametrize("seed", [10, 13, 27, 29, 49, 52, 53, 64, 71, 107])
def test_trying_every_plan_finds_none_within_a_conflict_and_one_without_any_of_its_rows(seed):
    """The rows named are enough, and each is needed, by the replay's word alone."""
    scenario = varied(seed)
    rows = frozenset(find_conflict(scenario).rows)
    assert best_by_trying_all(scenario, rows) is None
    for row in rows:
        assert best_by_trying_all(scenario, rows - {row}) is not None


def test_a_family_that_is_not_needed_is_left_out_of_the_conflict(two_blocks):
    two_blocks["read"] = [{"step": 0, "blocks": ["x", "y"]}]
    two_blocks["hbm"]["bytes"] = 19
    two_blocks["tier"][0]["bytes_per_s"] = 1000.0
    conflict = find_conflict(from_mapping(two_blocks))
    assert conflict.families == ("correctness", "capacity")
    assert conflict.rows == (("correctness", 0), ("capacity", 0))


def test_halving_keeps_exactly_the_rows_that_collide():
    """Planted: 3, 11 and 17 collide together and nothing else does."""
    asked = []

    def collides(rows):
        asked.append(rows)
        return {("link", 3), ("link", 11), ("link", 17)} <= set(rows)

    rows = [("link", step) for step in range(64)]
    assert sorted(_reduce(collides, [], rows, is_new=False)) == [("link", 3), ("link", 11), ("link", 17)]
    assert len(asked) < 64


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({}, "At step 2 the link can bring 3 of 5 blocks that attention reads."),
        (
            {"hbm": {"bytes": 4_000_000}, "tier": [{"name": "nvme", "bytes_per_s": 1e9}]},
            "At step 2 HBM has room for 4 of 5 blocks that attention reads.",
        ),
    ],
)
def test_a_conflict_is_told_in_numbers(change, sentence):
    scenario = from_mapping({**tomllib.loads(example("narrow-link")), **change})
    assert conflict_in_words(scenario, find_conflict(scenario))[0] == sentence


def test_latency_alone_can_be_the_conflict(two_blocks):
    two_blocks["tenant"] = [{"name": "all", "itl_s": 0.4}]
    scenario = from_mapping(two_blocks)
    conflict = find_conflict(scenario)
    assert conflict.families == ("qos",)
    assert "latency targets" in conflict_in_words(scenario, conflict)[0]


@pytest.mark.parametrize("seed", INFEASIBLE)
def test_a_repair_repairs_and_a_smaller_one_does_not(seed):
    scenario = tiny(seed)
    for repair in repairs(scenario):
        if repair.after is None:
            continue
        assert best_by_trying_all(_changed(scenario, repair, repair.after)) is not None
        if repair.kind == "hbm":
            assert best_by_trying_all(_changed(scenario, repair, repair.after - 1)) is None
        elif repair.kind != "sequences":
            assert best_by_trying_all(_changed(scenario, repair, repair.after * 0.99)) is None


def _changed(scenario, repair, amount):
    if repair.kind == "hbm":
        return replace(scenario, hbm_bytes=int(amount))
    if repair.kind == "slack":
        return replace(scenario, slack_s=amount)
    if repair.kind == "latency":
        later = [replace(t, ttft_s=t.ttft_s + amount, itl_s=t.itl_s + amount) for t in scenario.tenants]
        return replace(scenario, tenants=tuple(later))
    if repair.kind == "sequences":
        return without_sequences(scenario, repair.left_out)
    tiers = [
        replace(
            t,
            bytes_per_s=tuple(rate * amount for rate in t.bytes_per_s),
            sustained_bytes_per_s=t.sustained_bytes_per_s * amount,
        )
        for t in scenario.tiers
    ]
    return replace(scenario, tiers=tuple(tiers))


def test_more_slack_is_offered_where_waiting_is_what_is_missing(two_blocks):
    two_blocks["compute"]["slack_s"] = 0.75
    offered = {repair.kind: repair.after for repair in repairs(from_mapping(two_blocks))}
    assert offered["slack"] == pytest.approx(1.0)  # x is waited for: 10 bytes at 10 bytes a second
    assert offered["link"] == pytest.approx(4 / 3)
    assert offered["hbm"] is None
    assert offered["latency"] is None


def test_the_nearest_amount_of_hbm_is_the_one_that_is_read(two_blocks):
    scenario = parse(example("lossy"))
    hbm = next(repair for repair in repairs(scenario) if repair.kind == "hbm")
    assert (hbm.after, hbm.least) == (3_000_000, pytest.approx(3_000_000))


def test_a_conflict_of_many_blocks_is_found_from_the_first_step_that_fails():
    scenario = sparse_reads(SparseReads(seed=2, sequences=8, blocks=16, steps=12, share=0.25, link=0.2))
    conflict = find_conflict(scenario)
    assert conflict.is_irreducible
    assert "link" in conflict.families
    assert math.isfinite(next(r for r in repairs(scenario) if r.kind == "link").after)


def test_what_collides_early_is_told_from_few_steps(monkeypatch):
    """Families are left out on the beginning that collides; only what it admits is asked of all steps."""
    scenario = sparse_reads(SparseReads(seed=2, sequences=8, blocks=16, steps=12, share=0.25, link=0.2))
    asked, admits = [], _Seek.admits
    monkeypatch.setattr(_Seek, "admits", lambda self, rows: asked.append(rows) or admits(self, rows))
    conflict = find_conflict(scenario)
    latest = [max(step for _, step in rows) for rows in asked if rows]
    assert sum(last == scenario.steps - 1 for last in latest) <= len(conflict.families)
    for family in conflict.families:  # dropping any one of the families makes all steps feasible
        rest = [other for other in conflict.families if other != family]
        rows = [row for row in all_but(scenario, []) if row[0] in rest]
        assert solve(scenario, without=all_but(scenario, rows), any_plan=True).plan is not None


def _large(**changes):
    """A scenario taken as one too large to be asked in whole blocks, with slack to be missed."""
    scenario = sparse_reads(SparseReads(seed=2, sequences=6, blocks=12, steps=12, share=0.25, link=0.3))
    return replace(scenario, slack_s=0.03, **changes)


def _late():
    """The link is narrow in step 10 alone: what the first steps need says nothing of it."""
    rate = 4 * _large().tiers[0].bytes_per_s[0]
    rates = tuple(rate / 100 if step == 10 else rate for step in range(12))
    return _large(tiers=(Tier("dram", rates, rate),))


@pytest.mark.parametrize(
    "scenario", [_large(), _late(), _large(hbm_bytes=15 << 20)], ids=["link", "late", "hbm"]
)
def test_what_the_first_steps_need_is_raised_until_all_steps_have_a_plan(scenario, monkeypatch):
    exact = {r.kind: r for r in repairs(scenario)}
    monkeypatch.setattr(repairing, "SMALL", 0)
    near = {r.kind: r for r in repairs(scenario)}
    assert any(repair.after for repair in near.values())
    for kind, repair in near.items():
        assert (repair.after is None) == (exact[kind].after is None)
        if repair.after is not None and kind != "sequences":
            assert repair.least <= exact[kind].least * (1 + 1e-6)
            assert exact[kind].least <= repair.after * (1 + 1e-6)
            assert repair.after <= 1.1001 * repair.least
            plan = solve(_changed(scenario, repair, repair.after), any_plan=True).plan
            assert replay(_changed(scenario, repair, repair.after), plan).is_kept


def test_a_large_program_is_asked_about_few_steps(monkeypatch):
    asked, least = [], nearing.least_amount
    monkeypatch.setattr(repairing, "SMALL", 0)
    monkeypatch.setattr(
        repairing,
        "least_amount",
        lambda built, *more, **how: asked.append(built) or least(built, *more, **how),
    )
    scenario = _large()
    link = next(repair for repair in repairs(scenario) if repair.kind == "link")
    whole = len(build(scenario).program.low)
    assert link.after is not None
    assert max(len(built.program.low) for built in asked) <= whole
    assert sum(len(built.program.low) < whole / 2 for built in asked) > len(asked) / 2


def test_an_amount_that_is_not_known_to_be_least_says_what_is():
    repair = Repair(kind="slack", unit="s", before=0.0, after=0.5, least=0.4)
    assert _repair(repair) == "more slack, 0 to 0.5 s (replayed; no less than 0.4 is enough)"
    assert _repair(replace(repair, least=0.5)) == "more slack, 0 to 0.5 s (replayed)"


def test_where_nothing_needs_the_link_no_faster_one_is_found():
    scenario = from_mapping(
        {
            "step_s": 1.0,
            "steps": 3,
            "hbm": {"bytes": 4},
            "tier": [{"name": "dram", "bytes_per_s": 1.0}],
            "compute": {"s_per_step": 1.0},
            "tenant": [{"name": "t", "ttft_s": 1.5, "itl_s": 1.0}],
            "sequence": [{"id": "s", "tenant": "t", "arrives_step": 0}],
            "block": [{"id": "b", "sequence": "s", "bytes": 3, "starts": "hbm"}],
            "attention": {"kind": "sparse"},
            "read": [{"step": 1, "blocks": ["b"]}, {"step": 2, "blocks": ["b"]}],
        }
    )
    found = {repair.kind: repair.after for repair in answer(scenario).repairs}
    assert found["link"] is None
    assert found["latency"] == pytest.approx(0.5)


def test_a_repair_tells_none_found_from_none_there_is():
    found = {r.kind: r for r in repairs(parse(example("narrow-link"))) if r.after is None}
    assert found["hbm"].least == found["slack"].least == found["latency"].least == math.inf
    assert _repair(found["hbm"]) == "more HBM alone: no amount is enough"
    assert _repair(found["sequences"]) == "fewer sequences alone: none found"
