"""Figures of HBM and the link: limits hold, the table's grades turn, panels count, solved dots repeat."""

from itertools import pairwise

import numpy as np
import pytest

from attnmem import evaluate
from attnmem.figures import sample
from attnmem.figures.measured import LARGEST, rows
from attnmem.figures.records.residency_panels import BLOCKS, IN_HBM, NOT_READ, OVER_LINK, masses
from attnmem.figures.records.residency_panels import RESIDENCY_PANELS_FIGURE as PANELS
from attnmem.figures.records.residency_sets import RESIDENCY_SETS_FIGURE as SETS
from attnmem.figures.records.residency_table import CONSTRAINTS, COUNTS
from attnmem.figures.records.residency_table import RESIDENCY_TABLE_FIGURE as TABLE
from attnmem.figures.records.residency_timeline import RESIDENCY_TIMELINE_FIGURE as TIMELINE
from attnmem.figures.records.residency_tradeoff import (
    BLOCKS as ALL_BLOCKS,
)
from attnmem.figures.records.residency_tradeoff import (
    BUDGETS,
    HEADS,
    MOVED,
    NEEDED,
    ROOMS,
    WAITED,
    least,
    scenario,
    solved,
)
from attnmem.residency.models import block, held
from attnmem.theory.residency_letters import B, K

SLACK, BINDING, BROKEN = 0, 1, 2
NAMES = {
    "link_bytes_per_s": "B",
    "kv_bytes": "K",
    "compute_s": "T",
    "resident_share": "r",
    "read_share": "s",
    "epsilon": "epsilon",
}


def grades(state: dict) -> dict[str, list[int]]:
    """The grade of each constraint at each size of the decode set."""
    columns = sample(TABLE, state).columns
    return {label: [int(g) for g in columns[f"{label}.grade"].ravel()] for _, label, _ in CONSTRAINTS}


def test_constraints_turn_from_slack_to_broken_as_sequences_come_and_never_back():
    found = grades({})
    for label in ("capacity", "link", "sustainability", "hiding", "token time"):
        assert found[label] == sorted(found[label])
        assert {SLACK, BROKEN} <= set(found[label])
    assert set(found["correctness"]) == {BINDING}


def test_few_places_break_the_first_token_and_many_break_every_token():
    """Waiting for a place falls with their number, the time of a token rises; in between both are kept."""
    first, token = grades({})["first token"], grades({})["token time"]
    assert first[0] == token[-1] == BROKEN
    assert any(a < BROKEN and b < BROKEN for a, b in zip(first, token, strict=True))
    assert max(grades({"D": 20.0, "L": 16.0})["first token"]) < BROKEN


def test_the_first_token_follows_its_own_sliders():
    table = sample(TABLE, {"F": 1.0, "L": 64.0, "D": 2.0})
    at = {TABLE.alias(s): v for s, v in table.state.items()}
    told = evaluate(
        "residency-first-token-load",
        **{name: at[letter] for name, letter in NAMES.items()},
        sequences=16,
        prefill_s=1,
        answer_tokens=64,
        first_token_s=2,
    )
    assert table.columns["first token.value"][COUNTS.index(16), 0] == pytest.approx(told, rel=1e-12)


def test_the_link_and_the_long_run_are_one_row():
    found = grades({"r": 0.5})
    assert found["link"] == found["sustainability"]


def test_a_budget_never_makes_a_constraint_worse():
    without, within = grades({"epsilon": 0.0}), grades({"epsilon": 1.0})
    assert all(b <= a for label in without for a, b in zip(without[label], within[label], strict=True))


def test_a_faster_link_mends_the_link_and_not_hbm():
    slow, fast = grades({}), grades({B: 2.0**40})
    assert fast["link"] != slow["link"]
    assert fast["capacity"] == slow["capacity"]


def test_the_plan_at_the_start_fits_and_more_sequences_do_not():
    assert "Capacity holds." in sample(SETS).sentence
    assert "Capacity is broken" in sample(SETS, {"N": float(COUNTS[-1])}).sentence


@pytest.mark.parametrize("budget", [0.0, 0.01, 0.1, 1.0])
def test_panels_leave_out_what_the_budget_allows_and_dense_leaves_out_nothing(budget: float):
    columns = sample(PANELS, {"epsilon": budget}).columns
    dense, sparse = columns["dense.value"], columns["sparse.value"]
    assert not (dense == NOT_READ).any()
    assert (np.sum(np.where(sparse == NOT_READ, masses(), 0), axis=1) <= 1 - np.exp(-budget)).all()
    assert ((sparse == NOT_READ).sum() > 0) == (budget > 0)
    assert ((dense == IN_HBM).sum(axis=1) == BLOCKS / 2).all()
    assert set(np.unique(sparse)) <= {NOT_READ, OVER_LINK, IN_HBM}


@pytest.mark.parametrize("table", [NEEDED, MOVED, WAITED], ids=lambda table: table.key)
def test_solved_tables_are_small_and_repeat(table):
    assert sum(len(str(s.numbers)) for row in rows(table).values() for s in row) < LARGEST / 10
    first = solved(1, 8)
    solved.cache_clear()
    assert solved(1, 8) == first


def test_more_budget_never_needs_more_hbm_and_more_heads_never_less():
    needs = [list(least(int(heads))) for heads in HEADS]
    assert all(row[0] == ALL_BLOCKS for row in needs)  # lossless, everything is needed
    for row in needs:
        assert row == sorted(row, reverse=True)
    for fewer, more in pairwise(needs):
        assert all(a <= b for a, b in zip(fewer, more, strict=True))


MOMENTS = [
    {},
    {"N": 12.0},
    {"C": 2.0**38},
    {"C": 2.0**33, "B": 2.0**38},
    {"B": 2.0**38, "T": 0.0631},
    {"C": 2.0**33, "N": 64.0},
    {"s": 0.265, "N": 64.0},
    {"epsilon": 0.5, "N": 27.0},
]


@pytest.mark.parametrize("state", MOMENTS, ids=str)
def test_the_timeline_draws_what_the_formulas_say(state: dict):
    """Every lane against the command line's values: where bars begin, end, and how far apart they are."""
    table = sample(TIMELINE, state)
    at = {TIMELINE.alias(symbol): value for symbol, value in table.state.items()}
    all_of_it = {"kv_bytes": at["K"], "sequences": at["N"], "read_share": at["s"], "epsilon": at["epsilon"]}
    stays = evaluate("residency-filled-share", hbm_bytes=at["C"], chunks=32, **all_of_it)
    of_link = {"link_bytes_per_s": at["B"], "resident_share": stays, **all_of_it}
    carried = evaluate("residency-link-time", **of_link)
    waiting, token, hidden = (
        evaluate(f"residency-{key}", compute_s=at["T"], **of_link)
        for key in ("waiting", "token-time", "hidden-time")
    )
    read = {reading.key: reading.value for reading in table.readings}
    assert read["stays"] == pytest.approx(stays, rel=1e-14)
    for name, value in {
        "carried": carried,
        "waiting": waiting,
        "token": token,
        "hidden-part": hidden,
    }.items():
        assert read[name] == pytest.approx(value, rel=1e-9, abs=1e-15)
    begins = token * np.arange(5)
    for lane, start, stop in (("computes", 0, at["T"]), ("hidden", 0, hidden), ("waits", at["T"], token)):
        for end, offset in (("from", start), ("to", stop)):
            drawn = table.columns[f"{lane}.{end}"][:5]
            if stop > start:
                assert drawn == pytest.approx(begins + offset, rel=1e-9)
            else:
                assert np.isnan(drawn).all()
    load = evaluate("residency-hiding-load", slack_s=0, compute_s=at["T"], **of_link)
    assert (load <= 1) == ("all of it hides" in table.sentence) == (waiting == 0)
    assert (token <= at["dt"]) == ("within the promise" in table.sentence)


def test_moments_cover_hidden_and_waited_for_on_time_and_late():
    told = [sample(TIMELINE, state).sentence for state in MOMENTS]
    for words in ("all of it hides", "do not.", "within the promise", "longer than promised", "no room even"):
        assert any(words in sentence for sentence in told), words


def test_what_leaves_the_timeline_is_said():
    late = sample(TIMELINE, {"N": 64.0})
    assert late.columns["waits.to"][0] > TIMELINE.x.limits[1]
    assert "carries on, step waits goes beyond the picture, until" in " ".join(late.notes)
    assert sample(TIMELINE).notes == ()


@pytest.mark.parametrize("heads", HEADS)
def test_more_budget_and_more_hbm_never_wait_longer(heads: float):
    """From lossless on; a budget whose least HBM is not there has no plan, and every other has one."""
    waits = {room: [wait for wait, _ in solved(int(heads), int(room))] for room in ROOMS}
    for room, row in waits.items():
        assert [np.isfinite(wait) for wait in row] == [need <= room for need in least(int(heads))]
        finite = [wait for wait in row if np.isfinite(wait)]
        assert finite == sorted(finite, reverse=True)
    for less, more in pairwise(ROOMS):
        both = zip(waits[less], waits[more], strict=True)
        assert all(b <= a + 1e-9 for a, b in both if np.isfinite(a))


def test_lossless_the_cold_sequence_waits_for_everything_it_reads():
    assert solved(9, ALL_BLOCKS)[BUDGETS.index(0.0)] == (float(ALL_BLOCKS), float(ALL_BLOCKS))
    assert all(block.starts != "hbm" for block in scenario(9).blocks)


def test_presets_are_what_the_ledger_counts():
    at_128k = {p.label: int(p.values[K]) for p in TABLE.presets}
    assert at_128k["Llama-3.1-70B"] == held("llama-3.1-70b", 2**17) == 80 * 2 * 8 * 128 * 2 * 2**17
    assert block("kimi-k3") == 24 * 512 * 1152
