"""The solver against trying every plan, against Belady's rule, and against cases solved by hand."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import attnmem.residency.solve as solving
from attnmem.residency.arrays import minimise
from attnmem.residency.arrivals import DenseRotation, SparseReads, dense_rotation, sparse_reads
from attnmem.residency.build import Allowance, build
from attnmem.residency.examples import example
from attnmem.residency.load import from_mapping, parse
from attnmem.residency.relax import is_even, raised
from attnmem.residency.replay import replay
from attnmem.residency.scenario import Tier
from attnmem.residency.solve import Solution, solve
from attnmem.residency.watch import Watch

from .tiny import best_by_trying_all, tiny, varied, worth


@pytest.mark.parametrize("seed", range(60))
def test_the_solver_is_as_good_as_trying_every_plan(seed):
    scenario = tiny(seed)
    solved, best = solve(scenario), best_by_trying_all(scenario)
    assert solved.is_infeasible == (best is None)
    if best is not None:
        assert solved.played.stall_s == pytest.approx(best.stall_s, abs=1e-9)
        assert solved.played.bytes_moved == best.bytes_moved
        assert solved.gap == 0


@pytest.mark.parametrize("seed", range(200))
def test_no_plan_of_any_kind_is_better_than_the_solver_s(seed):
    """Late arrivals, pairs, states, several tiers, limits: whatever the replay accepts was within reach."""
    scenario = varied(seed)
    solved, best = solve(scenario), best_by_trying_all(scenario)
    if best is None:
        assert solved.is_infeasible
    else:
        assert worth(solved.played) == worth(best)
        assert solved.gap == 0


def _early(**changes):
    """h sits in HBM, b0, b1 and b2 come by step 1, whose slack and compute are for two of them."""
    values = {
        "step_s": 10.0,
        "steps": 2,
        "hbm": {"bytes": 100},
        "tier": [{"name": "dram", "bytes_per_s": 1.0}],
        "compute": {"s_per_step": 1.0, "slack_s": 1.0},
        "tenant": [{"name": "all"}],
        "sequence": [{"id": "s", "tenant": "all"}],
        "block": [{"id": "h", "sequence": "s", "bytes": 1, "starts": "hbm"}]
        + [{"id": f"b{at}", "sequence": "s", "bytes": 1, "starts": "dram"} for at in range(3)],
        "read": [{"step": 0, "blocks": ["h"]}, {"step": 1, "blocks": ["h", "b0", "b1", "b2"]}],
    }
    return from_mapping({**values, **changes})


def test_a_step_with_slack_to_spare_waits_for_what_a_later_one_reads():
    solved = solve(_early())
    assert solved.played.stalls_s == (1.0, 1.0)  # one byte each; the third came behind the first compute
    assert solved.played.bytes_moved == 3
    narrow = _early(compute={"s_per_step": 1.0, "slack_s": 0.9})
    assert solve(narrow).is_infeasible  # a wait for a whole block is a second


def test_a_step_that_waits_for_one_link_uses_the_other_for_nothing():
    """x must be waited for; y comes over its own link meanwhile, and z behind the compute."""
    scenario = _early(
        tier=[{"name": "dram", "bytes_per_s": 1.0}, {"name": "nvme", "bytes_per_s": 1.0}],
        compute={"s_per_step": 1.0},
        block=[
            {"id": "x", "sequence": "s", "bytes": 1, "starts": "dram"},
            {"id": "y", "sequence": "s", "bytes": 1, "starts": "nvme"},
            {"id": "z", "sequence": "s", "bytes": 1, "starts": "nvme"},
        ],
        read=[{"step": 0, "blocks": ["x"]}, {"step": 1, "blocks": ["y", "z"]}],
    )
    assert solve(scenario).played.stalls_s == (1.0, 0.0)


def test_over_one_link_without_limits_nothing_is_offered_twice():
    """Early waits are columns of the program only where they can be of use."""
    free = _early(compute={"s_per_step": 1.0})
    assert build(_early()).program.arrays().low.size == build(free).program.arrays().low.size + 3


def test_tiny_scenarios_meet_both_answers():
    """The comparison above would be empty if all tiny scenarios had the same answer."""
    answers = [solve(tiny(seed)).is_infeasible for seed in range(60)]
    assert 10 <= sum(answers) <= 50


def _belady(reads, room):
    """Fetches of the rule that throws out what is read again last."""
    held, fetched = set(), 0
    for step, name in enumerate(reads):
        if name not in held:
            fetched += 1
            if len(held) == room:
                later = reads[step:]
                held.remove(max(held, key=lambda b: later.index(b) if b in later else len(later)))
            held.add(name)
    return fetched


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("only_flows", [False, True])
def test_with_free_transfers_of_equal_blocks_the_fewest_bytes_are_beladys(seed, only_flows, two_blocks):
    draw = np.random.default_rng(seed)
    reads = [f"b{at}" for at in draw.integers(0, 6, 14)]
    two_blocks |= {"steps": 14, "hbm": {"bytes": 3}, "tier": [{"name": "dram", "bytes_per_s": 1e9}]}
    two_blocks["block"] = [{"id": f"b{at}", "sequence": "s", "bytes": 1, "starts": "dram"} for at in range(6)]
    two_blocks["read"] = [{"step": step, "blocks": [name]} for step, name in enumerate(reads)]
    arrays = build(from_mapping(two_blocks), only_flows=only_flows).program.arrays()
    least = minimise(arrays, arrays.bytes, whole=True, seconds=60)
    assert round(least.value(arrays.bytes)) == _belady(reads, 3)


@pytest.mark.parametrize(
    ("name", "stall_s", "bytes_moved"),
    [
        # a, b, c in turn, 14 MB each: four times one comes back, behind computes that hide 16 MB: no wait
        ("rotation", 0.0, 56_000_000),
        # b0 is waited for (0.025 s); so is b3 in step 3, for b0, b1, b2 fill HBM in step 2: 0.025 s more
        ("sparse", 0.05, 5_000_000),
        # state a is written back and b fetched before step 1 (0.02 s each), a fetched before step 3 (0.02 s)
        ("states", 0.06, 6_000_000),
    ],
)
def test_examples_solved_by_hand(name, stall_s, bytes_moved):
    solved = solve(parse(example(name)))
    assert solved.played.stall_s == pytest.approx(stall_s)
    assert solved.played.bytes_moved == bytes_moved
    assert solved.gap == 0


def test_what_comes_back_is_a_plan_that_the_checker_accepts():
    scenario = sparse_reads(SparseReads(seed=3, sequences=6, blocks=16, steps=10, share=0.25, largest=8))
    solved = solve(scenario)
    assert replay(scenario, solved.plan).breaches == ()
    assert solved.gap <= 0.01
    assert solved.bytes_bound <= solved.played.bytes_moved


def test_the_two_ways_to_write_the_program_have_the_same_relaxation():
    scenario = sparse_reads(SparseReads(seed=4, sequences=4, blocks=16, steps=8, share=0.25, largest=8))
    values = []
    for only_flows in (False, True):
        arrays = build(scenario, only_flows=only_flows).program.arrays()
        cost = 100 * arrays.stall + arrays.bytes
        values.append(minimise(arrays, cost, whole=False, seconds=60).bound)
    assert values[0] == pytest.approx(values[1], rel=1e-7)


@settings(max_examples=25, deadline=None)
@given(st.integers(1000, 10_000))
def test_relaxing_a_constraint_never_makes_it_worse(seed):
    scenario = tiny(seed)
    before = _value(scenario)
    tier = scenario.tiers[0]
    faster = replace(
        tier,
        bytes_per_s=tuple(2 * rate for rate in tier.bytes_per_s),
        sustained_bytes_per_s=2 * tier.sustained_bytes_per_s,
    )
    for relaxed in (
        replace(scenario, hbm_bytes=scenario.hbm_bytes + 2),
        replace(scenario, tiers=(faster, *scenario.tiers[1:])),
        replace(scenario, slack_s=scenario.slack_s * 2),
        replace(scenario, tenants=tuple(replace(t, ttft_s=9.0, itl_s=9.0) for t in scenario.tenants)),
        replace(scenario, reads=(*scenario.reads[:-1], ())),
    ):
        assert _value(relaxed) <= before


def _value(scenario):
    solved = solve(scenario)
    if solved.is_infeasible:
        return (float("inf"), 0)
    return (round(solved.played.stall_s, 9), solved.played.bytes_moved)


def test_a_million_equal_blocks_are_a_program_of_sequences_and_steps():
    scenario = dense_rotation(DenseRotation(seed=1, median_tokens=8e6))
    assert sum(block.count for block in scenario.blocks) > 10**6
    assert build(scenario).program.arrays().low.size < 64 * 32
    solved = solve(scenario)
    most = scenario.blocks[0].bytes * len(scenario.sequences) * scenario.steps
    assert solved.played.bytes_moved - solved.relaxed_bytes <= most
    assert solved.gap <= 1e-3


@pytest.mark.parametrize("name", ["rotation", "narrow-link"])
def test_which_block_of_an_entry_moves_is_never_a_decision(name):
    """Blocks that are read together give the same answer one by one as they do as an amount."""
    as_amounts = parse(example(name))
    few = tuple(replace(block, count=min(block.count, 5)) for block in as_amounts.blocks)
    as_amounts = replace(as_amounts, blocks=few, hbm_bytes=11_000_000)
    parts = {block.id: [f"{block.id}/{at}" for at in range(block.count)] for block in few}
    one_by_one = replace(
        as_amounts,
        blocks=tuple(replace(block, id=part, count=1) for block in few for part in parts[block.id]),
        reads=tuple(tuple(part for name in names for part in parts[name]) for names in as_amounts.reads),
    )
    together, apart = solve(as_amounts), solve(one_by_one)
    assert together.is_infeasible == apart.is_infeasible
    if not together.is_infeasible:
        assert together.played.stall_s == pytest.approx(apart.played.stall_s)
        assert together.played.bytes_moved == apart.played.bytes_moved


def _arrays(**changes):
    """The program of a few equal blocks; two of them take the time of one step's compute."""
    bare = sparse_reads(SparseReads(seed=3, sequences=2, blocks=6, steps=5, share=0.5, largest=1))
    rate = bare.blocks[0].bytes / 0.0125
    even = replace(
        bare,
        tiers=(Tier("dram", (rate,) * bare.steps, rate),),
        compute_s=(0.025,) * bare.steps,
    )
    return build(replace(even, **changes)).program.arrays()


def test_whole_blocks_in_whole_times_wait_whole_times():
    assert is_even(_arrays())


@pytest.mark.parametrize(
    "changes",
    [
        {"compute_s": (0.02,) * 5},
        {"tiers": (Tier("dram", (80 * 2.0**20, 70 * 2.0**20) + (80 * 2.0**20,) * 3, 1e9),)},
    ],
    ids=["compute", "rate"],
)
def test_a_part_of_a_block_s_time_anywhere_is_seen(changes):
    """The planted faults: then waiting between two whole numbers may be what is least."""
    assert not is_even(_arrays(**changes))


def test_a_bound_is_raised_to_the_next_whole_number_and_not_by_the_solver_s_error():
    assert [raised(bound) for bound in (0.0, 2.2588, 3.0000001, 2.9999999, 12.0)] == [
        0.0,
        3.0,
        3.0,
        3.0,
        12.0,
    ]


@pytest.mark.parametrize("seed", range(30))
def test_raised_bounds_are_bounds(seed):
    """Where everything is even, the best of all plans is no better than the bound that was raised."""
    scenario = replace(tiny(seed), compute_s=(1.5,) * 3)
    even = replace(
        scenario,
        tiers=tuple(replace(t, bytes_per_s=(4.0,) * 3, sustained_bytes_per_s=4.0) for t in scenario.tiers),
    )
    best = best_by_trying_all(even)
    solution = solve(even)
    assert is_even(build(even).program.arrays())
    if best is None:
        assert solution.is_infeasible
    else:
        assert solution.stall_bound_s <= best.stall_s + 1e-9
        assert solution.bytes_bound <= best.bytes_moved
        assert (solution.played.stall_s, solution.played.bytes_moved) == (
            pytest.approx(best.stall_s),
            best.bytes_moved,
        )


def test_no_plan_exists_only_if_no_way_has_one(monkeypatch, two_blocks):
    asked = [Solution(is_infeasible=False), Solution(is_infeasible=True)]
    monkeypatch.setattr(solving, "ways", lambda *_: (Allowance(0.1, 0.5), Allowance(0.1)))
    monkeypatch.setattr(solving, "solve", lambda *_, allowance, **__: asked[allowance.price == 1])
    assert not solving.any_plan(from_mapping(two_blocks), None, Watch()).is_infeasible
    asked[0] = asked[1]
    assert solving.any_plan(from_mapping(two_blocks), None, Watch()).is_infeasible
