"""What a read may miss: a budget row by row, lossless at 0, cheaper with every nat, priced by stand-ins."""

import math
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

import attnmem.residency.build as building
from attnmem.errors import BadInput
from attnmem.residency.answer import INFEASIBLE, answer
from attnmem.residency.budget import allowance, loss, price
from attnmem.residency.build import Allowance
from attnmem.residency.entries import missable
from attnmem.residency.examples import example
from attnmem.residency.load import from_mapping, parse
from attnmem.residency.lossy import solve_within
from attnmem.residency.replay import replay
from attnmem.residency.scenario import StandIn, Tier
from attnmem.residency.selection import select
from attnmem.residency.solve import solve
from attnmem.residency.tradeoff import trade_off

from .tiny import best_by_trying_all, tiny, worth


def _heads(seed, blocks=5, steps=4, heads=2, hbm=3):
    """One sequence whose heads spread a softmax over its blocks; some masses are exactly 0."""
    draw = np.random.default_rng(seed)
    names = [f"b{at}" for at in range(blocks)]
    masses = []
    for step in range(steps):
        for head in range(heads):
            weight = np.exp(2.0 * draw.normal(size=blocks)) * (draw.random(blocks) < 0.8)
            weight = weight / weight.sum() if weight.sum() else weight
            masses += [
                {"step": step, "sequence": "s", "layer": 0, "head": head, "block": name, "value": float(v)}
                for name, v in zip(names, weight, strict=True)
            ]
    return from_mapping(
        {
            "step_s": 1.0,
            "steps": steps,
            "hbm": {"bytes": hbm},
            "tier": [{"name": "dram", "bytes_per_s": 4.0}],
            "compute": {"s_per_step": 0.5},
            "tenant": [{"name": "all"}],
            "sequence": [{"id": "s", "tenant": "all"}],
            "block": [{"id": name, "sequence": "s", "bytes": 1, "starts": "dram"} for name in names],
            "mass": masses,
        }
    )


def _value(solution):
    if solution.played is None:
        return (math.inf, 0)
    return (round(solution.played.stall_s, 9), solution.played.bytes_moved)


def test_the_budget_keeps_its_digits_for_tiny_divergences():
    scenario = _heads(0)
    assert allowance(scenario, 1e-17).budget == 1e-17  # 1 - exp(-1e-17) would be 0
    assert allowance(scenario, 0.01).budget == pytest.approx(0.00995016625083195, rel=1e-15)


@pytest.mark.parametrize("seed", range(10))
def test_nothing_to_miss_is_lossless(seed):
    scenario = _heads(seed, hbm=5)
    assert allowance(scenario, 0.0) is None
    barely = allowance(scenario, 1e-12)  # below every mass that is not 0
    assert _value(solve(scenario, allowance=barely)) == _value(solve(scenario))


@pytest.mark.parametrize("seed", range(10))
def test_more_budget_is_never_worse_and_every_row_keeps_its_own(seed):
    scenario, before = _heads(seed), (math.inf, 0)
    for epsilon in (0.0, 0.01, 0.1, 0.3, 1.0):
        allowed = allowance(scenario, epsilon)
        solved = solve(scenario, allowance=allowed)
        assert _value(solved) <= before
        before = _value(solved)
        if solved.plan is not None and allowed is not None:
            assert replay(scenario, solved.plan, budget=allowed.budget).is_kept
            missing = set(solved.played.missing)
            lost = {}
            for mass in scenario.masses:
                row = (mass.step, mass.head)
                lost[row] = lost.get(row, 0.0) + mass.value * ((mass.step, mass.block) in missing)
            assert all(-math.log1p(-tau) <= epsilon * (1 + 1e-9) for tau in lost.values())
    assert before < (math.inf, 0)


def test_a_block_heavier_than_the_budget_in_any_row_is_never_missed():
    scenario = _heads(4)
    limit = allowance(scenario, 0.1).budget
    light = missable(scenario, limit)
    for mass in scenario.masses:
        if mass.value > limit:
            assert mass.step not in light.get(mass.block, set())
    assert any(light.values())
    assert missable(scenario, math.inf) == missable(scenario, 1.0)


@pytest.mark.parametrize("seed", range(6))
def test_leaving_out_what_no_row_allows_changes_no_answer(seed, monkeypatch):
    """The same plans are best when every block with mass may be missed as far as the program's bounds go."""
    scenario = _heads(seed)
    for epsilon in (0.05, 0.3):
        allowed = allowance(scenario, epsilon)
        tight = _value(solve(scenario, allowance=allowed))
        with monkeypatch.context() as patched:
            patched.setattr(building, "missable", lambda of, _most: missable(of, math.inf))
            assert _value(solve(scenario, allowance=allowed)) == tight


def test_the_averaged_budget_is_refuted():
    """Three rows miss nothing, one misses 0.3: the mean mass keeps 0.08 nats, the mean divergence not."""
    missing = [0.0, 0.0, 0.0, 0.3]
    by_mean_mass = -math.log1p(-np.mean(missing))
    mean_divergence = np.mean([-math.log1p(-tau) for tau in missing])
    assert by_mean_mass == pytest.approx(0.078, abs=5e-4)
    assert mean_divergence == pytest.approx(0.089, abs=5e-4)
    assert by_mean_mass <= 0.08 < mean_divergence


@pytest.mark.parametrize("seed", range(10))
def test_selecting_first_is_never_better_than_choosing_both_at_once(seed):
    scenario = _heads(seed)
    for epsilon in (0.1, 0.5):
        allowed = allowance(scenario, epsilon)
        apart = solve(select(scenario, epsilon))
        assert _value(solve(scenario, allowance=allowed)) <= _value(apart)
        if apart.plan is not None:
            assert replay(scenario, apart.plan, budget=allowed.budget).is_kept


def test_selection_without_budget_keeps_every_read():
    scenario = _heads(1)
    assert select(scenario, 0.0).reads == scenario.reads


def test_a_state_is_never_missed():
    scenario = replace(tiny(3), masses=())
    assert _value(solve(scenario, allowance=Allowance(0.99))) == _value(solve(scenario))


def test_a_budget_without_masses_is_refused():
    with pytest.raises(BadInput, match="no masses that a budget"):
        allowance(replace(tiny(3), masses=()), 0.1)


@pytest.mark.parametrize("epsilon", [-1.0, math.inf, math.nan])
def test_a_budget_that_is_none_is_refused(epsilon):
    with pytest.raises(BadInput, match="need a finite number of nats, at least 0"):
        allowance(_heads(0), epsilon)


def test_a_budget_too_small_for_a_float_is_refused_by_its_size():
    with pytest.raises(BadInput, match=r"^epsilon: came 1e-320, need 0 or at least 2.2e-308, below which"):
        allowance(_heads(0), 1e-320)
    assert allowance(_heads(0), 2.3e-308).budget == 2.3e-308


def _shifted(draw, count, error):
    """A softmax, and the same with some logits off by at most ``error``; the mass of those, and the TV."""
    logits = 3 * draw.normal(size=count)
    off = draw.random(count) < draw.random()
    sign = draw.choice([-1.0, 1.0], count) if draw.random() < 0.5 else draw.choice([-1.0, 1.0])
    p = np.exp(logits) / np.exp(logits).sum()
    q = p * np.exp(off * sign * error)
    return p[off].sum(), np.abs(q / q.sum() - p).sum() / 2


def _summary(error):
    return StandIn(kind="summary", logit_error=error)


def test_a_row_that_is_kept_moves_no_more_than_its_budget():
    """Softmax rows whose logits are off: whatever mass keeps the row, its variation keeps the budget."""
    draw, kept, closest = np.random.default_rng(0), 0, 0.0
    for error, epsilon in product([0.001, 0.05, 0.3, 0.69], [1e-3, 0.02, 0.3, 2]):
        limit, cost = allowance(_heads(0), epsilon).budget, price(_summary(error), epsilon)
        for _ in range(375):
            mass, variation = _shifted(draw, int(draw.integers(2, 12)), error)
            assert variation <= math.tanh(error / 2) + 1e-12
            assert variation <= loss(replace(_summary(error), value_error=1.0), 0.0, mass)[0] + 1e-12
            if mass * cost <= limit:
                kept += 1
                assert variation <= limit + 1e-12
                closest = max(closest, variation / limit)
    assert kept > 500
    assert closest > 0.8  # the row is not far from what is needed


def test_a_cheaper_price_would_be_wrong():
    """Planted: at nine tenths of the price, a row that is kept to the last holds a block that breaks it."""
    error, epsilon = 0.3, 0.01
    limit = -math.expm1(-epsilon)
    mass = limit / (0.9 * price(_summary(error), epsilon))
    p = np.array([mass, 1 - mass])
    q = p * np.array([math.exp(error), 1.0])
    assert np.abs(q / q.sum() - p).sum() / 2 > limit


def test_a_stand_in_dearer_than_nothing_is_not_used():
    """An error of 2 nats: leaving the block out moves the weights less, so the row is that of no stand-in."""
    assert price(_summary(2.0), 0.1) == 1.0
    assert loss(replace(_summary(2.0), value_error=0.5), 0.1, 0.05) == (0.05, 0.0)


def test_values_add_their_error_times_the_weight_on_stand_ins():
    """Outputs of rows with both errors, along one direction, against the weights that were meant."""
    draw = np.random.default_rng(1)
    for _ in range(2000):
        count, error, off = int(draw.integers(2, 10)), float(draw.choice([0.0, 0.1, 0.4])), draw.random()
        p = draw.dirichlet(np.full(count, 0.4))
        is_stood = draw.random(count) < 0.5
        q = p * np.exp(is_stood * draw.choice([-error, error], count))
        q /= q.sum()
        values, wrong = draw.normal(size=count), off * draw.uniform(-1, 1, count) * is_stood
        added = abs(q @ (values + wrong) - q @ values)
        stand_in = StandIn(kind="summary", logit_error=error, value_error=float(off))
        assert added <= loss(stand_in, 1e-6, float(p[is_stood].sum()))[1] + 1e-12


def test_stand_ins_take_hbm_and_let_more_be_missed():
    scenario = _heads(2, hbm=3)
    good = StandIn(kind="quantised", bytes=0, logit_error=0.01)
    bare, helped = allowance(scenario, 0.05), allowance(replace(scenario, stand_in=good), 0.05)
    assert helped.price == 0.0  # tanh(0.005) is within the budget whatever is missing
    assert (
        0.0 < price(good, 1e-3) < math.expm1(0.01)
    )  # below a budget of tanh(0.005), a part of the mass counts
    assert bare.price == 1.0
    assert _value(solve(replace(scenario, stand_in=good), allowance=helped)) <= _value(
        solve(scenario, allowance=bare)
    )
    large = replace(scenario, hbm_bytes=8, stand_in=replace(good, bytes=1))
    played = solve(large, allowance=helped).played
    assert {row.used for row in played.rows if row.constraint == "capacity"} == {
        5
    }  # the stand-ins, and no block
    assert solve(replace(large, hbm_bytes=4), allowance=helped).is_infeasible


def _stood_in(seed, error, hbm, blocks=5, steps=4):
    """Blocks of four bytes, stand-ins of one."""
    bare = _heads(seed, blocks=blocks, steps=steps, hbm=hbm)
    return replace(
        bare,
        blocks=tuple(replace(block, bytes=4) for block in bare.blocks),
        tiers=(Tier("dram", (12.0,) * steps, 12.0),),
        stand_in=StandIn(kind="quantised", bytes=1, logit_error=error),
    )


@pytest.mark.parametrize("error", [0.01, 0.05, 0.3, 50.0])
@pytest.mark.parametrize("seed", range(6))
def test_more_budget_is_never_worse_whatever_room_stand_ins_take(seed, error):
    """Past the budget from which a stand-in is worth its price, its bytes never take a plan away."""
    scenario, before = _stood_in(seed, error, hbm=14), (math.inf, 0)
    for epsilon in (0.0, 1e-3, 0.01, 0.05, 0.2, 0.6):
        allowed = allowance(scenario, epsilon)
        solved = solve_within(scenario, allowed)
        assert _value(solved) <= before
        before = _value(solved)
        if solved.plan is not None and allowed is not None:
            price = allowed.price if solved.stands_in else 1.0
            assert replay(scenario, solved.plan, budget=allowed.budget, price=price).is_kept


def test_what_may_be_missed_may_leave_without_a_copy():
    """x is read heavily at first and lightly later; room is needed for y, and no link is wide enough to write
    x back."""
    scenario = from_mapping(
        {
            "step_s": 1.0,
            "steps": 2,
            "hbm": {"bytes": 2},
            "tier": [{"name": "dram", "bytes_per_s": 2.0}],
            "compute": {"s_per_step": 1.0, "slack_s": 1.0},
            "tenant": [{"name": "all"}],
            "sequence": [{"id": "s", "tenant": "all"}],
            "block": [
                {"id": "x", "sequence": "s", "bytes": 2, "starts": "hbm", "copied": False},
                {"id": "y", "sequence": "s", "bytes": 2, "starts": "dram"},
            ],
            "mass": [
                {"step": step, "sequence": "s", "layer": 0, "head": 0, "block": block, "value": value}
                for step, block, value in ((0, "x", 1.0), (1, "x", 0.05), (1, "y", 0.95))
            ],
        }
    )
    solved = solve(scenario, allowance=allowance(scenario, 0.1))
    assert solved.played.missing == ((1, "x"),)
    assert solved.played.bytes_moved == 2


@pytest.mark.parametrize("seed", range(60))
def test_no_lossy_plan_of_any_kind_is_better_than_the_solver_s(seed):
    """Whatever the replay accepts, with stand-ins or without, was within reach."""
    draw = np.random.default_rng(seed)
    error, epsilon = float(draw.choice([0.02, 0.1, 0.5])), float(draw.choice([0.01, 0.05, 0.3, 1.0]))
    scenario = _stood_in(seed, error, int(draw.integers(5, 13)), blocks=3, steps=3)
    blocks = [
        replace(
            block,
            bytes=int(draw.integers(1, 6)),
            starts=str(draw.choice(["hbm", "dram"])),
            copied=bool(draw.random() < 0.5),
        )
        for block in scenario.blocks
    ]
    scenario = replace(scenario, blocks=tuple(blocks))
    if draw.random() < 0.5:
        scenario = replace(scenario, slack_s=float(draw.choice([0.25, 0.5, 1.0])))
    allowed = allowance(scenario, epsilon)
    prices = {1.0, allowed.price}
    tried = [best_by_trying_all(scenario, budget=allowed.budget, price=price) for price in prices]
    best = min((worth(played) for played in tried if played), default=None)
    solved = solve_within(scenario, allowed)
    if best is None:
        assert solved.is_infeasible
    else:
        assert worth(solved.played) == best
        assert solved.gap == 0


def test_a_stand_in_that_is_not_used_takes_no_room():
    """An error of 50 nats: nothing is put in the place of a block, so HBM is all for blocks."""
    bare = _heads(2, hbm=4)
    useless = replace(bare, stand_in=StandIn(kind="summary", bytes=2, logit_error=50.0))
    allowed = allowance(useless, 0.3)
    assert _value(solve_within(useless, allowed)) == _value(solve_within(bare, allowed)) < (math.inf, 0)


def test_only_what_is_missed_has_a_stand_in():
    scenario = _stood_in(0, 0.1, hbm=18)
    solved = solve_within(scenario, allowance(scenario, 0.05))
    missed = {name for _, name in solved.played.missing}
    assert solved.stands_in
    assert 0 < len(missed) < len(scenario.blocks)
    blocks = replay(scenario, solved.plan, budget=1.0).rows
    with_stand_ins = [row.used for row in solved.played.rows if row.constraint == "capacity"]
    assert with_stand_ins == [row.used + len(missed) for row in blocks if row.constraint == "capacity"]


def test_a_plan_whose_stand_ins_have_no_room_is_refused_by_the_replay():
    """Planted: HBM one byte short of what the plan and its stand-ins take."""
    scenario = _stood_in(0, 0.1, hbm=18)
    allowed = allowance(scenario, 0.05)
    solved = solve_within(scenario, allowed)
    most = max(row.used for row in solved.played.rows if row.constraint == "capacity")
    short = replace(scenario, hbm_bytes=int(most) - 1)
    played = replay(short, solved.plan, budget=allowed.budget, price=allowed.price)
    assert {breach.constraint for breach in played.breaches} == {"capacity"}


def test_the_trade_off_runs_from_lossless_to_anything():
    scenario = parse(example("lossy"))
    points = trade_off(scenario, [0.0, 0.02, 1.0])
    assert [point.is_feasible for point in points] == [False, True, True]
    assert [point.hbm_bytes for point in points] == [3_000_000, 2_000_000, 1_000_000]
    assert points[0].tail_budget == 0.0


def test_a_budget_that_all_mass_would_fit_is_refused(two_blocks):
    del two_blocks["read"]
    mass = {"step": 0, "sequence": "s", "layer": 0, "head": 0, "block": "x", "value": 1.0}
    scenario = from_mapping({**two_blocks, "hbm": {"bytes": 0}, "mass": [mass]})
    for epsilon in (13.1, 20.8, 1e6):
        with pytest.raises(BadInput, match="need at most 13: beyond, the mass that may be missed"):
            answer(scenario, epsilon=epsilon)
    assert answer(scenario, epsilon=13.0).verdict == INFEASIBLE
