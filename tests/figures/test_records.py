"""A figure refuses what it could not draw rightly; one planted fault for each rule."""

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest
from sympy import Integer, Rational

import attnmem.figures.records as folder
from attnmem.errors import BadInput
from attnmem.figures.controls import Control, Preset, stops
from attnmem.figures.figure import Figure, Sentence
from attnmem.figures.marks import Line, Rule
from attnmem.figures.measured import Measured, Seen, rows
from attnmem.figures.records import FIGURES, figure
from attnmem.figures.records.topk_gap import TOPK_GAP_FIGURE
from attnmem.symbols import Scale, Slider
from attnmem.theory.topk_gap import KL_GAP
from attnmem.theory.topk_letters import budget, gap, k, n, tail

from .plates import SHARES, UNNAMED


def faulty(**changes):
    return replace(TOPK_GAP_FIGURE, **changes)


def test_a_symbol_that_nothing_sets():
    with pytest.raises(BadInput, match=r"kl\.y needs an axis, a slider or a value for kept_count"):
        faulty(
            marks=(Line(key="kl", label="", y=KL_GAP),),
            sliders=(Control(symbol=n),),
            readouts=(),
            says=(),
            presets=(),
        )


def test_a_symbol_that_only_a_condition_names():
    hidden = replace(KL_GAP, expression=gap)
    with pytest.raises(BadInput, match="kept_count, key_count"):
        faulty(marks=(Line(key="kl", label="", y=hidden),), sliders=(), readouts=(), says=(), presets=())


def test_a_symbol_set_twice():
    with pytest.raises(BadInput, match="both a slider and fixed"):
        faulty(fixed={k: Integer(4)})


def test_an_expression_without_a_name():
    with pytest.raises(BadInput, match="has no name"):
        faulty(marks=(Line(key="kl", label="", y=UNNAMED),))


@pytest.mark.parametrize(
    "axis",
    [
        replace(TOPK_GAP_FIGURE.y, low=Integer(0)),
        replace(TOPK_GAP_FIGURE.y, low=Integer(30)),
    ],
)
def test_axis_limits_that_cannot_be(axis):
    with pytest.raises(BadInput, match="cannot run from"):
        faulty(y=axis)


def test_an_axis_that_leaves_the_domain():
    with pytest.raises(BadInput, match="score_gap = -1 is outside its domain"):
        faulty(x=replace(TOPK_GAP_FIGURE.x, low=Integer(-1)))


def test_a_slider_that_leaves_the_domain():
    wild = Control(symbol=budget, range=Slider(low=Integer(-1), high=Integer(1), start=Integer(0)))
    with pytest.raises(BadInput, match="kl_budget = -1"):
        faulty(sliders=(Control(symbol=n), Control(symbol=k), Control(symbol=gap), wild))


def test_a_stop_between_whole_numbers():
    """Neither the least nor the greatest."""
    halved = Control(symbol=k, grid=(8.0, 16.5, 1024.0))
    with pytest.raises(BadInput, match=r"kept_count = 16\.5 is outside its domain"):
        faulty(sliders=(Control(symbol=n), halved, Control(symbol=gap), Control(symbol=budget)), presets=())


def test_two_parts_of_one_name():
    with pytest.raises(BadInput, match="two parts are called 'kl'"):
        faulty(marks=(*TOPK_GAP_FIGURE.marks, Rule(key="kl", label="", at=gap)))


def test_a_sentence_with_an_unknown_name():
    with pytest.raises(BadInput, match="the sentence names 'loss'"):
        faulty(says=(Sentence("It costs {loss}."),))


def test_a_preset_of_no_slider():
    with pytest.raises(BadInput, match="sets tail_mass, which is no slider"):
        faulty(presets=(Preset("odd", {tail: Rational(1, 2)}, "nobody"),))


def test_a_preset_beyond_its_slider():
    with pytest.raises(BadInput, match="lies outside its slider"):
        faulty(presets=(Preset("vast", {n: Integer(2**30)}, "nobody"),))


def test_a_measured_table_needs_its_own_grid():
    with pytest.raises(BadInput, match="must have the grid of 'seen'"):
        replace(SHARES, sliders=(Control(symbol=n), *SHARES.sliders[1:]))


def test_a_slider_without_a_range():
    with pytest.raises(BadInput, match="tail_mass has no slider range"):
        stops(Control(symbol=tail))


def test_a_measured_table_that_weighs_too_much():
    heavy = Measured(
        key="heavy",
        title="",
        grid={n: (1.0,)},
        run=lambda state: tuple(Seen(i / 7, i / 3, i / 3, i / 3) for i in range(2000)),
        how="",
        source="",
    )
    with pytest.raises(BadInput, match="at most 60000 allowed"):
        rows(heavy)


def test_stops_hold_the_start_the_presets_and_the_ends():
    assert {2048.0, 1024.0, 512.0, 16.0, 16384.0} <= set(TOPK_GAP_FIGURE.stops(TOPK_GAP_FIGURE.sliders[1]))
    odd = Control(
        symbol=budget,
        range=Slider(low=Rational(1, 1000), high=Integer(1), start=Rational(1, 7), scale=Scale.LOG10),
    )
    assert float(Rational(1, 7)) in stops(odd)
    assert all(value == round(value) for value in TOPK_GAP_FIGURE.stops(TOPK_GAP_FIGURE.sliders[0]))


def test_keys_are_unique_and_a_miss_names_the_nearest():
    keys = [each.key for each in FIGURES]
    assert len(set(keys)) == len(keys)
    with pytest.raises(BadInput, match="did you mean topk-gap"):
        figure("topkgap")


def test_every_module_of_the_folder_is_listed():
    found = [
        import_module(f"{folder.__name__}.{m.name}")
        for m in iter_modules([str(Path(folder.__file__).parent)])
    ]
    held = [value for module in found for value in vars(module).values() if isinstance(value, Figure)]
    assert {each.key for each in held} == {each.key for each in FIGURES}
