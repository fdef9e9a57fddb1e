"""The page for everybody: no script, narrow screens, dark mode, assistive software, print."""

import io
from itertools import pairwise

import pytest

from attnmem.figures import sample
from attnmem.figures.numerals import numeral
from attnmem.figures.records.residency_table import COUNTS, RESIDENCY_TABLE_FIGURE
from attnmem.figures.records.topk_gap import TOPK_GAP_FIGURE
from attnmem.theory.residency_letters import r

from .conftest import open_page, served
from .reading import FIGURE, drawn, looked_at, settled, shown_size

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("width", "theme"), [(390, "dark"), (1280, "light")])
def test_no_accessibility_violation(driver, address, width, theme):
    opened = open_page(driver, address, width=width)
    page = opened.page
    page.wait_for_selector(".attnmem-figure[data-live]")
    page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
    page.locator(f"{FIGURE} [data-action=table]").click()
    page.mouse.move(width / 2, 300)
    settled(page)
    found = looked_at(page, FIGURE)
    assert found.violations_count == 0, found.generate_report()
    page.context.close()


def test_the_check_can_fail(driver, address):
    """Negative control: a slider without a name is found."""
    opened = open_page(driver, address)
    opened.page.evaluate(f"document.querySelectorAll('{FIGURE} label').forEach((label) => label.remove())")
    assert looked_at(opened.page, FIGURE).violations_count > 0
    opened.page.context.close()


def test_a_request_to_another_host_is_refused_and_remembered(driver, tmp_path):
    """Negative control: a page without a policy that loads two pictures, one of them its own."""
    host = "http://attention.example/far.png"
    (tmp_path / "near.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    (tmp_path / "index.html").write_text(f'<img src="near.svg"><img src="{host}">')
    for home in served(tmp_path):
        opened = open_page(driver, f"{home}/index.html")
        opened.page.wait_for_load_state("networkidle")
        assert opened.foreign == [host]
        assert any("ERR_NAME_NOT_RESOLVED" in error for error in opened.errors)
        widths = opened.page.locator("img").evaluate_all("all => all.map(image => image.naturalWidth)")
        assert widths == [9, 0]
        opened.page.context.close()


def test_complete_without_a_script(driver, address):
    opened = open_page(driver, address, scripts=False)
    page = opened.page
    assert page.locator(f"{FIGURE} .fig-wide").is_visible()
    assert page.locator(f"{FIGURE} table").is_visible()
    assert page.locator(f"{FIGURE} .fig-says").inner_text() == sample(TOPK_GAP_FIGURE).sentence
    assert page.locator(f"{FIGURE} input:visible").count() == 0
    assert page.locator(f"{FIGURE} button:visible").count() == 0
    assert opened.foreign == []
    page.context.close()


@pytest.mark.parametrize("width", [360, 390, 768, 1280])
def test_fits_the_screen_and_can_be_read(driver, address, width):
    opened = open_page(driver, address, width=width)
    page = opened.page
    page.wait_for_selector(".attnmem-figure[data-live]")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    sizes = page.eval_on_selector_all(
        f"{FIGURE} .fig-{shown_size(page)} text",
        "all => all.map(e => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a)",
    )
    assert min(sizes) >= 11
    heights = page.eval_on_selector_all(
        f"{FIGURE} :is(input, button)", "all => all.map(e => e.getBoundingClientRect().height)"
    )
    assert min(heights) >= 36
    page.context.close()


def test_a_change_of_width_draws_the_other_picture(visit):
    page = visit.page
    page.locator(f"{FIGURE} [data-preset='2']").click()
    settled(page)
    wide = drawn(page, "kl")
    page.set_viewport_size({"width": 390, "height": 844})
    settled(page)
    assert shown_size(page) == "narrow"
    assert drawn(page, "kl") == pytest.approx(wide, rel=3e-3)


def test_colours_follow_the_theme_at_once(visit):
    page = visit.page
    stroke = "getComputedStyle(document.querySelector('[id=\"topk-gap-wide-kl\"] path')).stroke"
    light = page.evaluate(stroke)
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert page.evaluate(stroke) != light


def test_the_first_picture_is_the_moved_one(driver, address):
    """What Matplotlib drew and what the module draws for the same state differ by rounding only."""
    still = open_page(driver, address, scripts=False)
    d = still.page.locator('[id="topk-gap-wide-kl"] path').get_attribute("d")
    still.page.context.close()
    live = open_page(driver, address)
    live.page.wait_for_selector(".attnmem-figure[data-live]")
    moved = live.page.locator('[id="topk-gap-wide-kl"] path').get_attribute("d")
    live.page.context.close()
    before, after = (
        [float(w) for w in text.replace("M", " ").replace("L", " ").split()] for text in (d, moved)
    )
    assert after == pytest.approx(before, abs=0.0201)


def test_print_shows_the_table_and_no_control(visit):
    page = visit.page
    page.emulate_media(media="print")
    assert page.locator(f"{FIGURE} table").is_visible()
    assert page.locator(f"{FIGURE} input:visible").count() == 0
    assert page.locator(f"{FIGURE} .fig-says").is_visible()
    assert len(io.BytesIO(page.pdf()).getvalue()) > 10_000


TABLE = "#fig-residency-table"
WRITTEN = """size => [...document.querySelectorAll(`#fig-residency-table .fig-${size} text`)]
  .filter(text => text.closest('[id^="residency-table-"]')?.id.match(/-\\d+-0$/) && text.textContent)
  .map(text => [text.getBoundingClientRect(), text.textContent])
  .map(([box, words]) => [Math.round(box.top), box.left, box.right, words])"""


def test_a_table_of_cells_is_one_table_that_follows(driver, address):
    """Rows and columns as in the picture, with a heading each; whole without a script, alive with one."""
    still = open_page(driver, address, scripts=False)
    names = [mark.label for mark in RESIDENCY_TABLE_FIGURE.marks]
    assert still.page.locator(f"{TABLE} table").count() == 1
    assert still.page.locator(f"{TABLE} thead th").all_inner_texts() == ["sequences", *names]
    assert still.page.locator(f"{TABLE} tbody th").all_inner_texts() == [str(count) for count in COUNTS]
    still.page.context.close()
    opened = open_page(driver, f"{address}#residency-table.r=0.5")
    opened.page.wait_for_selector(f"{TABLE}[data-live]")
    settled(opened.page)
    table = sample(RESIDENCY_TABLE_FIGURE, {r: 0.5})
    for column, mark in enumerate(RESIDENCY_TABLE_FIGURE.marks, start=2):
        found = opened.page.locator(f"{TABLE} tbody tr > :nth-child({column})").all_inner_texts()
        assert found == [numeral(float(value)) for value in table.columns[f"{mark.key}.value"][:, 0]]
    opened.page.context.close()


@pytest.mark.parametrize("size", ["1", "1e15"])
def test_numbers_in_cells_leave_each_other_room(driver, address, size):
    """Whatever a sequence's size makes of them: on a phone they get shorter, or go."""
    opened = open_page(driver, f"{address}#residency-table.K={size}", width=390)
    opened.page.wait_for_selector(f"{TABLE}[data-live]")
    settled(opened.page)
    wide_digits = "body { font-family: 'DejaVu Sans', Verdana, sans-serif }"
    opened.page.add_style_tag(content=wide_digits)
    found = sorted(opened.page.evaluate(WRITTEN, "narrow"))
    assert len(found) >= len(COUNTS)
    for (row, _, right, words), (below, left, _, more) in pairwise(found):
        assert row != below or right + 1 <= left, (words, more)
    opened.page.context.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_the_ring_of_a_slider_runs_through_no_word(driver, address, width):
    opened = open_page(driver, address, width=width)
    page = opened.page
    page.wait_for_selector(f"{FIGURE}[data-live]")
    page.keyboard.press("Tab")
    slider = page.locator(f"{FIGURE} input[type=range]").first
    slider.focus()
    ring = slider.evaluate(
        """slider => {
          const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(slider);
          const out = parseFloat(outlineWidth) + parseFloat(outlineOffset);
          const words = slider.parentNode.querySelector("label").getBoundingClientRect();
          return [outlineStyle, slider.getBoundingClientRect().top - out, words.bottom];
        }"""
    )
    assert ring[0] == "solid"
    assert ring[1] >= ring[2] - 0.5
    page.context.close()


def test_on_paper_no_cell_of_a_table_is_cut(driver, address):
    opened = open_page(driver, address, width=718)
    opened.page.wait_for_selector(f"{TABLE}[data-live]")
    opened.page.emulate_media(media="print")
    beyond = "all => all.filter(cell => cell.getBoundingClientRect().right > innerWidth).length"
    assert opened.page.eval_on_selector_all(".attnmem-figure :is(th, td)", beyond) == 0
    cells = opened.page.locator(f"{TABLE} td:visible")
    assert cells.count() == len(COUNTS) * len(RESIDENCY_TABLE_FIGURE.marks)
    opened.page.context.close()
