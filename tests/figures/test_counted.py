"""Figures whose numbers are counted: complete on their grid, equal to the ledger, refused when wrong."""

from dataclasses import replace

import pytest

from attnmem.errors import BadInput
from attnmem.figures import sample
from attnmem.figures.counted import Counted, counts
from attnmem.figures.records.cache_counts import (
    BESIDE,
    CHOICES,
    HELD,
    MODELS,
    SCALE,
    found_at,
    model,
    per_layer,
)
from attnmem.figures.records.cache_lines import CACHE_LINES_FIGURE
from attnmem.figures.records.cache_scale import CACHE_SCALE_FIGURE, family
from attnmem.figures.records.cache_shares import CACHE_SHARES_FIGURE
from attnmem.ledger import account, load
from attnmem.ledger.bound import bounds

STACK = tuple(part.key for part in CACHE_SHARES_FIGURE.marks[0].parts)
KINDS = ("full", "latent", "pooled", "index", "windows", "fixed")


def reading(table, key):
    return next(each.value for each in table.readings if each.key == key)


@pytest.mark.parametrize("name", MODELS)
def test_the_formula_says_what_the_ledger_counts_entry_by_entry(name):
    state = {"model": MODELS.index(name), "n": 2**17, "B": 4, "format": 1, "tp": 8}
    table = sample(CACHE_SHARES_FIGURE, state)
    found = account(load(name), 2**17, batch=4, tp=8, kv_format="fp8", index_format="fp8")
    assert reading(table, "held") == found.bytes_allocated(devices=8)
    assert sum(reading(table, kind) for kind in KINDS) == reading(table, "held")
    assert sum(table.columns[f"{key}.part"] for key in STACK) == pytest.approx(100)


@pytest.mark.parametrize("name", ["deepseek-v4-pro", "gemma-3-4b", "llama-3.1-70b"])
def test_reserved_is_what_an_engine_without_windows_allocates(name):
    """At whole pages the bound is above by less than a page of tokens; at one token a page it is exact."""
    state = {"model": MODELS.index(name), "n": 2**17, "p": 1}
    found = account(load(name), 2**17, engine="uniform")
    assert reading(sample(CACHE_LINES_FIGURE, state), "pages") == found.bytes_held()
    paged = account(load(name), 2**17 + 1, engine="uniform", page=256).bytes_allocated()
    above = reading(sample(CACHE_LINES_FIGURE, {**state, "p": 256}), "pages")
    assert found.bytes_held() < paged <= above + float(found.uniform) * 2


@pytest.mark.parametrize("name", ["deepseek-v4-pro", "kimi-k3", "gemma-3-4b", "gpt2"])
def test_the_lower_bound_is_that_of_the_command(name):
    table = sample(CACHE_LINES_FIGURE, {"model": MODELS.index(name), "n": 2**17})
    rows = bounds(account(load(name), 2**17), 0.1)
    needed = sum(row.numbers.row.count * row.needed for row in rows if row.needed is not None)
    assert reading(table, "bound") == pytest.approx(needed / 8, rel=1e-12)


def test_a_model_below_the_bound_is_said_to_be_below_it():
    above, below = (sample(CACHE_LINES_FIGURE, {"model": MODELS.index(n)}) for n in ("gpt2", "kimi-k3"))
    assert "lies above" in above.sentence
    assert "lies below" in below.sentence


def test_every_bundled_model_is_a_dot_of_the_scale():
    table = sample(CACHE_SCALE_FIGURE)
    dots = [key for key in table.columns if key.endswith(".middle")]
    assert sum(len(table.columns[key]) for key in dots) == len(MODELS)
    assert {family(load(name)) for name in MODELS} == {
        mark.label for mark in CACHE_SCALE_FIGURE.marks if hasattr(mark, "table")
    }


def test_the_chosen_model_lies_on_its_dot():
    for name in ("kimi-k3", "mamba2-2.7b", "gemma-3-4b"):
        table = sample(CACHE_SCALE_FIGURE, {"model": MODELS.index(name), "n": 1024})
        units, kept = per_layer(account(load(name), 1024))
        assert (reading(table, "mean_units"), reading(table, "mean_kept")) == (units, kept)


def test_tables_are_complete():
    for table in (HELD, BESIDE, SCALE):
        width = len(table.symbols)
        assert all(len(row) == width for row in counts(table).values())
    assert {at[0] for at in counts(HELD)} == set(CHOICES)


def test_a_table_off_the_sliders_grid_is_refused():
    off = Counted(key="off", grid={model: (0.0, 1.0)}, symbols=HELD.symbols, count=HELD.count)
    with pytest.raises(BadInput, match="must have the grid of 'off'"):
        replace(CACHE_SHARES_FIGURE, counted=(off,))


def test_a_symbol_counted_and_set_is_refused():
    (first, *_) = HELD.symbols
    with pytest.raises(BadInput, match="counted and set besides"):
        replace(CACHE_SHARES_FIGURE, fixed={first: 1})


def test_names_must_match_values():
    short = replace(CACHE_SHARES_FIGURE.sliders[0], names=MODELS[:-1])
    with pytest.raises(BadInput, match="51 names for 52 values"):
        replace(CACHE_SHARES_FIGURE, sliders=(short, *CACHE_SHARES_FIGURE.sliders[1:]))


def test_a_table_that_weighs_too_much_is_refused():
    heavy = Counted(key="heavy", grid=HELD.grid, symbols=HELD.symbols, count=lambda at: (1 / 3,) * 40)
    with pytest.raises(BadInput, match="at most 60000"):
        counts(heavy)


def test_the_account_behind_a_state_is_the_named_models():
    assert found_at({model: MODELS.index("kimi-k3")}).model.name == "kimi-k3"
