"""Every control, by keyboard, in a real browser: curve, read-outs, sentence and address follow."""

import numpy as np
import pytest

from attnmem.evaluation import evaluate
from attnmem.figures import sample
from attnmem.figures.numerals import numeral
from attnmem.figures.records.topk_gap import TOPK_GAP_FIGURE
from attnmem.figures.records.topk_recorded import TOPK_RECORDED_FIGURE

from .conftest import open_page
from .reading import FIGURE, drawn, number, settled, state

pytestmark = pytest.mark.browser
NAMES = [TOPK_GAP_FIGURE.alias(control.symbol) for control in TOPK_GAP_FIGURE.sliders]
STOPS = {TOPK_GAP_FIGURE.alias(c.symbol): TOPK_GAP_FIGURE.stops(c) for c in TOPK_GAP_FIGURE.sliders}


def focused(page):
    return page.evaluate("document.activeElement.dataset.slider ?? document.activeElement.textContent")


def tab_to(page, name, most=80):
    """Press Tab until the control called ``name`` has the focus."""
    page.evaluate(f"document.activeElement.blur(); document.querySelector('{FIGURE}').scrollIntoView()")
    for _ in range(most):
        page.keyboard.press("Tab")
        if focused(page) == name:
            return
    raise AssertionError(f"{name} was not reached by {most} presses of Tab")


def assert_curves_are_right(page, at):
    """Drawn vertices against ``evaluate``; a hundredth of a pixel is 0.06 % of a value on this axis."""
    counts = {"n": at["n"], "k": at["k"]}
    for piece, key in (("kl", "topk-kl-gap"), ("tail", "topk-tail-gap")):
        curve = drawn(page, piece)
        assert len(curve) == TOPK_GAP_FIGURE.x.points
        for x, y in curve[::20]:
            assert y == pytest.approx(evaluate(key, Delta=float(np.round(x, 2)), **counts), rel=2e-3)
    needed = evaluate("topk-gap-needed", epsilon=at["epsilon"], **counts)
    assert drawn(page, "guaranteed-edge")[0, 0] == pytest.approx(min(needed, 20), abs=2e-3)
    assert drawn(page, "budget")[0, 1] == pytest.approx(at["epsilon"], rel=2e-3)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("key", ["ArrowRight", "PageDown"])
def test_a_slider_moved_by_keyboard(visit, name, key):
    page = visit.page
    before, said = state(page), page.locator(f"{FIGURE} .fig-says").inner_text()
    tab_to(page, name)
    for _ in range(3):
        page.keyboard.press(key)
    settled(page)
    after = state(page)
    assert {other for other in NAMES if after[other] != before[other]} == {name}
    if key != "PageDown":
        place = list(STOPS[name]).index(pytest.approx(before[name]))
        assert after[name] == pytest.approx(STOPS[name][place + (3 if key == "ArrowRight" else -3)], rel=5e-3)
    exact = page.evaluate("window.attnmemFigures['topk-gap'].state")
    assert_curves_are_right(page, exact)
    table = sample(TOPK_GAP_FIGURE, exact)
    for reading in table.readings:
        text = page.locator(f'{FIGURE} [data-reading="{reading.key}"]').inner_text()
        assert text == reading.text
        toward = next(r.toward for r in TOPK_GAP_FIGURE.readouts if r.key == reading.key)
        if toward:  # a bound is off by less than one step of its third digit, and to its own side
            assert -1e-11 * reading.value <= toward * (number(text) - reading.value) < 1e-2 * reading.value
        else:
            assert number(text) == pytest.approx(reading.value, rel=6e-3)
    assert page.locator(f"{FIGURE} .fig-says").inner_text() == table.sentence != said
    assert f"topk-gap.{name}={exact[name]:.15g}" in page.url.replace("e-05", "e-5")


@pytest.mark.parametrize(
    ("asked", "named", "n"),
    [
        ("topk-gap.n=many", "topk-gap.n=many", 262144),
        ("topk-gap.n=%E0%A4%A", "topk-gap.n=%E0%A4%A", 262144),
        ("topk-gap.zork=3", "topk-gap.zork=3", 262144),
        ("topk-gap.n=1e30", "topk-gap.n=1e30", None),
    ],
)
def test_what_an_address_asks_for_in_vain_is_named(driver, address, asked, named, n):
    opened = open_page(driver, f"{address}#{asked}&topk-gap.k=2048&topk-pool.zork=1")
    settled(opened.page)
    figure = opened.page.locator(FIGURE)
    assert f"The address asks for {named}, which" in figure.locator(".fig-notes").inner_text()
    exact = opened.page.evaluate("window.attnmemFigures['topk-gap'].state")
    assert exact["k"] == 2048
    assert exact["n"] == (n or max(STOPS["n"]))
    figure.locator("[data-slider=k]").press("ArrowRight")
    settled(opened.page)
    assert "The address asks" not in figure.locator(".fig-notes").inner_text()


def test_an_address_restores_its_state(driver, address):
    opened = open_page(driver, f"{address}#topk-gap.n=131072&topk-gap.k=2048&topk-gap.epsilon=0.1")
    settled(opened.page)
    exact = opened.page.evaluate("window.attnmemFigures['topk-gap'].state")
    assert exact == {"n": 131072, "k": 2048, "Delta": 10, "epsilon": 0.1}
    assert_curves_are_right(opened.page, exact)
    opened.page.evaluate("location.hash = '#topk-gap.Delta=4'")
    settled(opened.page)
    assert state(opened.page)["Delta"] == 4
    assert state(opened.page)["n"] == 262144
    opened.page.context.close()


def test_presets_and_reset(visit):
    page = visit.page
    for preset in TOPK_GAP_FIGURE.presets:
        tab_to(page, preset.label)
        page.keyboard.press("Enter")
        settled(page)
        exact = page.evaluate("window.attnmemFigures['topk-gap'].state")
        assert exact.items() >= {TOPK_GAP_FIGURE.alias(s): float(v) for s, v in preset.values.items()}.items()
        assert_curves_are_right(page, exact)
        pressed = page.locator(f'{FIGURE} [aria-pressed="true"]')
        assert pressed.all_inner_texts() == [preset.label]
    tab_to(page, "Reset")
    page.keyboard.press("Space")
    settled(page)
    assert "#" not in page.url
    assert state(page)["k"] == 1024


def test_where_the_domain_ends_nothing_is_drawn(driver, address):
    opened = open_page(driver, f"{address}#topk-gap.n=256&topk-gap.k=16384")
    settled(opened.page)
    page = opened.page
    assert page.locator('[id="topk-gap-wide-kl"] path').get_attribute("d") == ""
    assert len(drawn(page, "outside")) > 4
    assert page.locator(f'{FIGURE} [data-reading="divergence"]').inner_text() == "–"
    assert "needs k < n" in page.locator(f"{FIGURE} .fig-says").inner_text()
    assert page.locator('[id="topk-gap-wide-here"] use').get_attribute("visibility") == "hidden"
    page.locator(f"{FIGURE} [data-action=reset]").click()
    settled(page)
    assert_curves_are_right(page, {"n": 262144, "k": 1024, "epsilon": 0.01})
    assert page.locator('[id="topk-gap-wide-here"] use').get_attribute("visibility") == "visible"
    assert opened.errors == []
    page.context.close()


def test_pointer_reads_and_drags(visit):
    page = visit.page
    box = page.locator(f"{FIGURE} .fig-wide").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.6)
    tip = page.locator(f"{FIGURE} .fig-tip").inner_text().split("\n")
    delta = number(tip[0].removeprefix("Δ = "))
    right = evaluate("topk-kl-gap", n=262144, k=1024, Delta=delta)
    assert number(tip[1].split(": ")[1]) == pytest.approx(right, rel=6e-3)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] * 0.6, steps=4)
    page.mouse.up()
    settled(page)
    assert 13 < state(page)["Delta"] < 15
    page.mouse.move(0, 0)
    assert not page.locator(f"{FIGURE} .fig-tip").is_visible()


def test_downloads(visit, tmp_path):
    page = visit.page
    with page.expect_download() as held:
        page.locator(f"{FIGURE} [data-action=csv]").click()
    lines = held.value.path().read_text().splitlines()
    assert held.value.suggested_filename == "topk-gap.csv"
    assert lines[0].startswith("# topk-gap n=262144 k=1024")
    assert len(lines) == 2 + TOPK_GAP_FIGURE.x.points
    x, kl, _ = (float(word) for word in lines[102].split(","))
    assert kl == pytest.approx(evaluate("topk-kl-gap", n=262144, k=1024, Delta=x), rel=1e-12)
    with page.expect_download() as held:
        page.locator(f"{FIGURE} [data-action=png]").click()
    assert held.value.path().read_bytes().startswith(b"\x89PNG")


def test_the_table_unfolds_and_follows(visit):
    page = visit.page
    table = page.locator(f"{FIGURE} .fig-table")
    assert not table.is_visible()
    page.locator(f"{FIGURE} [data-action=table]").click()
    assert table.is_visible()
    first = page.locator(f'{FIGURE} td[data-column="kl.y"]').first
    before = first.inner_text()
    tab_to(page, "n")
    page.keyboard.press("End")
    settled(page)
    right = evaluate("topk-kl-gap", n=2**20, k=1024, Delta=0)
    assert number(first.inner_text()) == pytest.approx(right, rel=6e-3)
    assert first.inner_text() != before


def test_measured_values_are_read_by_keyboard(visit):
    """Sliders of a measured table stand on its grid only, and the cursor goes from point to point."""
    page, figure = visit.page, "#fig-topk-recorded"
    page.locator(f"{figure} [data-slider=layer]").focus()
    page.keyboard.press("ArrowRight")
    settled(page)
    assert "topk-recorded.layer=15" in page.url
    table = sample(TOPK_RECORDED_FIGURE, {"layer": 15})
    cursor = page.locator(f"{figure} [data-cursor]")
    cursor.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert page.locator(f"{figure} .fig-tip").inner_text().split("\n") == [
        "k = 8",
        f"bound from the gap: {numeral(table.columns['bound.middle'][1])}",
        f"true divergence: {numeral(table.columns['true.middle'][1])}",
    ]
    assert "k = 8" in cursor.get_attribute("aria-valuetext")
    assert page.locator(f"{figure} [data-read]").inner_text() == "8"
    page.keyboard.press("Shift+Tab")
    assert not page.locator(f"{figure} .fig-tip").is_visible()
    with page.expect_download() as held:
        page.locator(f"{figure} [data-action=csv]").click()
    lines = held.value.path().read_text().splitlines()
    assert lines[1] == "series,k,value,low,high"
    assert len(lines) == 2 + 2 * 9
