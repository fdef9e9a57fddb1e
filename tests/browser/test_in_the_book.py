"""The figure where readers meet it: in the built book, under its policy, beside the theme's own scripts."""

import pytest

from attnmem.figures import sample
from attnmem.figures.records.topk_gap import TOPK_GAP_FIGURE

from .conftest import open_page
from .reading import FIGURE, settled, state
from .test_controls import assert_curves_are_right, tab_to

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def chapter(book: str) -> str:
    """The address of the chapter that holds the first figure."""
    return f"{book}/book/topk.html"


@pytest.mark.parametrize("width", [390, 1280])
def test_a_slider_moves_the_curve(driver, chapter, width):
    opened = open_page(driver, f"{chapter}#topk-gap.k=2048", width=width)
    page = opened.page
    page.wait_for_selector(f"{FIGURE}[data-live]")
    tab_to(page, "Delta")
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    settled(page)
    exact = page.evaluate("window.attnmemFigures['topk-gap'].state")
    assert exact == {"n": 262144, "k": 2048, "Delta": 9.5, "epsilon": 0.01}
    assert_curves_are_right(page, exact)
    assert page.locator(f"{FIGURE} .fig-says").inner_text() == sample(TOPK_GAP_FIGURE, exact).sentence
    assert "topk-gap.Delta=9.5" in page.url
    assert opened.foreign == []
    assert opened.errors == []
    page.context.close()


def test_the_chapter_is_complete_without_a_script(driver, chapter):
    opened = open_page(driver, chapter, scripts=False)
    page = opened.page
    assert page.locator(f"{FIGURE} .fig-wide").is_visible()
    assert page.locator(f"{FIGURE} table").is_visible()
    assert page.locator(f"{FIGURE} .fig-says").inner_text() == sample(TOPK_GAP_FIGURE).sentence
    assert page.locator(f"{FIGURE} :is(input, button):visible").count() == 0
    assert state(page)["n"] == 262144
    page.context.close()


def test_a_tap_on_a_computed_number_shows_its_command(driver, chapter):
    opened = open_page(driver, chapter, width=390)
    number = opened.page.locator("abbr.attnmem-num").first
    beside = "number => getComputedStyle(number, '::after').content"
    assert number.evaluate(beside) == "none"
    number.click()
    assert "attnmem eval" in number.evaluate(beside)
    number.click()
    assert number.evaluate(beside) == "none"
    opened.page.context.close()
