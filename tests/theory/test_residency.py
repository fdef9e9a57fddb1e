"""The residency chapter: numbers worked by hand, plans counted block by block, twins, planted faults."""

import math
import random
from itertools import pairwise

import pytest

from attnmem import evaluate
from attnmem.errors import BadInput
from attnmem.proof.twins import Fate, twins
from attnmem.theory import derivation

GB = 10**9
LINK = {"link_bytes_per_s": 64 * GB}
SEQUENCE = {"kv_bytes": 4 * GB, "resident_share": "9/10"}

# Divided and added by hand from round numbers.
VALUES = [
    ("residency-decode-set", {**LINK, **SEQUENCE, "step_s": "1/20"}, 8),
    ("residency-traffic", {**SEQUENCE, "sequences": 8, "step_s": "1/20"}, 64 * GB),
    ("residency-served", {**LINK, "hbm_bytes": 28 * GB, "step_s": "1/20", "kv_bytes": 4 * GB}, 7.8),
    ("residency-hbm-used", {**SEQUENCE, "sequences": 10, "chunks": 20}, 36.4 * GB),
    ("residency-lead-time", {**LINK, "block_bytes": 10**7, "traffic_bytes_per_s": 44 * GB}, 5e-4),
    ("residency-stand-in-variation", {"delta": "1/10"}, math.tanh(0.05)),
    ("residency-stand-in-moved", {"delta": math.log(2), "tau": "1/4"}, 0.2),
    ("residency-stand-in-price", {"delta": math.log(3), "epsilon": math.log(2)}, 1.0),
    ("residency-stand-in-weight", {"delta": math.log(3), "tau": "1/3"}, 0.6),
    ("residency-hbm-saved", {"kv_bytes": 4 * GB, "epsilon": 1}, 4 * GB * (1 - math.exp(-1))),
]


@pytest.mark.parametrize(("key", "at", "known"), VALUES, ids=[key for key, _, _ in VALUES])
def test_known_numbers(key: str, at: dict, known: float):
    assert math.isclose(evaluate(key, **at), known, rel_tol=1e-13)


def test_a_sequence_that_stays_whole_needs_no_link():
    with pytest.raises(BadInput, match="resident_share"):
        evaluate("residency-decode-set", link_bytes_per_s=1, kv_bytes=1, step_s=1, resident_share=1)


@pytest.mark.parametrize("key", ["residency-link", "residency-budget"])
def test_what_is_wrong_in_print_is_refuted_first(key: str):
    first = next(iter(twins(derivation(key))))
    assert (first.step, first.fate) == (0, Fate.REFUTED)


def test_no_choice_of_blocks_moves_less_than_filling_from_the_front():
    """Plans of random sets, counted block by block: the gain is a lower bound, and the front attains it."""
    chance, blocks = random.Random(4), range(14)
    for _ in range(200):
        now, later = ({b for b in blocks if chance.random() < 0.5} for _ in range(2))
        gain = max(0, len(later) - len(now))
        assert len(later - now) >= gain
        assert len(set(range(len(later))) - set(range(len(now)))) == gain


def test_no_errors_of_the_logits_move_the_weights_further():
    """The bound against softmax rows, and the row of two blocks that reaches it."""
    chance, error = random.Random(5), 0.7
    bound = evaluate("residency-stand-in-variation", delta=error)
    for _ in range(300):
        scores = [chance.gauss(0, 2) for _ in range(chance.randint(2, 9))]
        moved = [s + chance.choice((-error, error)) for s in scores]
        assert variation(scores, moved) <= bound * (1 + 1e-12)
    reached = variation([0.0, error], [error, 0.0])
    assert math.isclose(reached, bound, rel_tol=1e-12)


def test_half_the_error_is_not_enough():
    """The planted fault: a bound with a quarter of the error in the tangent is beaten by two blocks."""
    assert variation([0.0, 0.7], [0.7, 0.0]) > math.tanh(0.7 / 4)


@pytest.mark.parametrize("error", [0.01, 0.3, 1.0, 3.0])
def test_no_errors_of_stand_ins_move_the_weights_further(error: float):
    """Every split of a stood-in mass into rising and falling parts, on a grid, against softmax sums."""
    for tau in (0.001, 0.05, 0.2, 0.4, 0.7, 0.95, 0.999):
        told = evaluate("residency-stand-in-moved", delta=error, tau=tau)
        held = evaluate("residency-stand-in-weight", delta=error, tau=tau)
        for tenths in range(101):
            rising = tau * tenths / 100
            masses = [rising, tau - rising, 1 - tau]
            weights = [m * math.exp(e) for m, e in zip(masses, (error, -error, 0), strict=True)]
            moved = [w / sum(weights) for w in weights]
            assert sum(abs(a - b) for a, b in zip(masses, moved, strict=True)) / 2 <= told * (1 + 1e-12)
            assert moved[0] + moved[1] <= held * (1 + 1e-12)
        assert math.isclose(tau * math.exp(error) / (1 + tau * math.expm1(error)), held)


def test_a_line_of_smaller_slope_would_be_broken():
    """The planted fault: a price of 0.99 (e^d - 1) for every mass is beaten by a light block that rises."""
    tau, error = 1e-3, 0.3
    raised = tau * math.exp(error) / (1 + tau * math.expm1(error)) - tau
    assert 0.99 * tau * math.expm1(error) < raised <= tau * math.expm1(error)


def variation(scores: list[float], moved: list[float]) -> float:
    """Half of what two softmax rows differ by."""
    rows = []
    for row in (scores, moved):
        weights = [math.exp(s) for s in row]
        rows.append([w / sum(weights) for w in weights])
    return sum(abs(a - b) for a, b in zip(*rows, strict=True)) / 2


def test_a_budget_kept_on_average_is_not_kept():
    """The masses 0, 0, 0 and 0.3: the mean mass is within the budget, the mean divergence is not."""
    masses = (0, 0, 0, 0.3)
    of_the_mean = evaluate("topk-kl-tail", tau=sum(masses) / 4)
    mean = sum(evaluate("topk-kl-tail", tau=mass) for mass in masses) / 4
    assert round(of_the_mean, 3) == 0.078
    assert round(mean, 3) == 0.089


def waits_for(compute: float, link: float, steps: int = 50) -> list[float]:
    """Two clocks: a step starts once the last has computed and its reads are there; then the next come."""
    free, there, starts = 0.0, 0.0, []
    for _ in range(steps):
        starts.append(max(free, there))
        free, there = starts[-1] + compute, starts[-1] + link
    return starts


@pytest.mark.parametrize("resident", ["9/10", "19/20", "39/40", "1"])
@pytest.mark.parametrize("epsilon", [0, "1/50"])
def test_two_clocks_take_the_time_of_the_longer_bar(resident: str, epsilon: object):
    at = {**LINK, "kv_bytes": 4 * GB, "resident_share": resident, "sequences": 8, "read_share": "3/4"}
    link = evaluate("residency-link-time", **at, epsilon=epsilon)
    token = evaluate("residency-token-time", **at, epsilon=epsilon, compute_s="1/50")
    starts = waits_for(0.02, link)
    assert all(math.isclose(b - a, token) for a, b in pairwise(starts))
    waiting = evaluate("residency-waiting", **at, epsilon=epsilon, compute_s="1/50")
    hidden = evaluate("residency-hidden-time", **at, epsilon=epsilon, compute_s="1/50")
    assert math.isclose(waiting + hidden, link, abs_tol=1e-15)
    assert waiting == pytest.approx(token - 0.02, abs=1e-15)


def test_a_step_that_does_not_wait_would_be_seen():
    """The planted fault: a token that takes the compute alone is not what the two clocks show."""
    starts = waits_for(0.02, 0.05)
    assert not math.isclose(starts[1] - starts[0], 0.02)


def first_tokens(
    places: int, answer: int, token: float, prefill: float, arrivals: list[float]
) -> list[float]:
    """Places whose answers end one after the other, evenly; who comes takes the next one that is free."""
    length = answer * token
    frees = [(i + 1) * length / places for i in range(places)]
    times = []
    for arrives in arrivals:
        at = min(range(places), key=lambda i: frees[i])
        start = max(arrives, frees[at])
        frees[at] = start + length
        times.append(start + prefill + token - arrives)
    return times


@pytest.mark.parametrize("places", [1, 3, 16])
def test_no_first_token_comes_later_than_promised_by_the_formula(places: int):
    """Newcomers one a gap, at any moment of it, while all places are taken; the worst comes just after."""
    at = {**LINK, **SEQUENCE, "sequences": places, "read_share": 1, "epsilon": 0, "compute_s": "1/50"}
    token, answer, prefill = evaluate("residency-token-time", **at), 50, 0.3
    told = evaluate("residency-first-token", **at, answer_tokens=answer, prefill_s="3/10")
    gap, chance = answer * token / places, random.Random(places)
    assert math.isclose(gap, evaluate("residency-place-time", **at, answer_tokens=answer))
    inside = [k * gap + gap * chance.random() for k in range(200)]
    assert max(first_tokens(places, answer, token, prefill, inside)) <= told * (1 + 1e-12)
    just_after = [k * gap for k in range(200)]
    assert math.isclose(max(first_tokens(places, answer, token, prefill, just_after)), told)
    assert evaluate(
        "residency-first-token-load", **at, answer_tokens=answer, prefill_s="3/10", first_token_s=2
    ) == (pytest.approx(told / 2, rel=1e-14))


def test_a_queue_is_beyond_the_formula():
    """The planted fault: two newcomers a gap instead of one, and the bound is passed."""
    told = 0.3 + 0.1 + 50 * 0.1 / 4
    rushed = first_tokens(4, 50, 0.1, 0.3, [k * 50 * 0.1 / 8 for k in range(40)])
    assert max(rushed) > told


def test_a_full_hbm_holds_what_stays_and_two_chunks():
    at = {"hbm_bytes": 64 * GB, "kv_bytes": 4 * GB, "sequences": 20, "chunks": 32, "read_share": "1/2"}
    stays = evaluate("residency-filled-share", epsilon="1/10", **at)
    load = evaluate("residency-capacity-load", resident_share=stays, epsilon="1/10", **at)
    assert math.isclose(load, 1)
    few = {**at, "sequences": 4, "epsilon": "1/10"}
    assert math.isclose(evaluate("residency-filled-share", **few), math.exp(-0.1))


def test_sparse_reads_drawn_anew_lack_their_part_in_the_mean():
    """Blocks drawn evenly, some of them resident: the mean of what is missing, against the formula."""
    chance, blocks, resident, read = random.Random(8), 40, 30, 12
    missed = [sum(b >= resident for b in chance.sample(range(blocks), read)) for _ in range(4000)]
    at = {"link_bytes_per_s": 1, "kv_bytes": blocks, "sequences": 1, "epsilon": 0, "read_share": "3/10"}
    told = evaluate("residency-link-time", resident_share="3/4", **at)
    assert told == pytest.approx(sum(missed) / len(missed), abs=4 * 1.5 / 4000**0.5)


def test_the_lightest_blocks_weigh_at_most_their_share():
    chance = random.Random(6)
    for _ in range(100):
        drawn = [chance.random() ** 4 for _ in range(20)]
        masses = sorted(m / sum(drawn) for m in drawn)
        allowed = evaluate("topk-tail-budget", epsilon=0.3)
        freed = evaluate("residency-hbm-saved", kv_bytes=20, epsilon=0.3)
        assert sum(masses[: math.floor(freed)]) <= allowed + 1e-12


def test_the_table_agrees_with_a_count_of_bytes_and_seconds():
    """One step of four sequences, added up by hand: 10 bytes each, 6 resident, 4 chunks, 8 bytes a second."""
    at = {"kv_bytes": 10, "resident_share": "6/10", "sequences": 4, "read_share": 1, "epsilon": 0}
    link = {"link_bytes_per_s": 8, **at}
    assert evaluate("residency-capacity-load", hbm_bytes=64, chunks=4, **at) == (24 + 2 * 16 / 4) / 64
    assert evaluate("residency-link-load", step_s=4, **link) == 16 / 32
    assert evaluate("residency-hiding-load", compute_s=1, slack_s=1, **link) == 1
    assert evaluate("residency-latency-load", step_s=4, compute_s=1, **link) == 0.5
