"""The built book where there is little room: on paper, which does not scroll, and on a phone."""

import pytest
from playwright.sync_api import Page

from .conftest import open_page

pytestmark = pytest.mark.browser

PAPER = 718  # pixels between the margins of an A4 sheet
LOST = """() => {
  const edge = document.documentElement.clientWidth + 1;
  const words = document.createRange();
  const right = (part) => (words.selectNodeContents(part), words.getBoundingClientRect().right);
  const parts = document.querySelectorAll("article :is(th, td, pre, li > code, mjx-math)");
  return [...parts].filter((part) => right(part) > edge).map((part) => part.textContent.slice(0, 60));
}"""
CUT = """part => {
  const { outlineWidth, outlineOffset } = getComputedStyle(part);
  const out = parseFloat(outlineWidth) + parseFloat(outlineOffset);
  const { left, right } = part.getBoundingClientRect();
  const cut = [];
  for (let box = part.parentElement; box; box = box.parentElement) {
    if (getComputedStyle(box).overflowX === "visible") continue;
    const edges = box.getBoundingClientRect();
    if (left - out < edges.left || right + out > edges.right) cut.push(box.className);
  }
  return cut;
}"""


def ready(page: Page) -> None:
    """Wait for scripts and formulas."""
    page.wait_for_load_state("networkidle")
    page.evaluate("() => window.MathJax?.startup?.promise")


def assert_nothing_is_lost(page: Page) -> None:
    """On paper: no table, code or formula beyond the edge, nothing folded, no shade; then as it was."""
    folded = page.locator("article details:not([open])").count()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.evaluate(LOST) == []
    assert page.locator("article details:not([open])").count() == 0
    shaded = "all => all.filter(box => getComputedStyle(box).backgroundImage !== 'none').length"
    assert page.eval_on_selector_all(".attnmem-scroll", shaded) == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert page.locator("article details:not([open])").count() == folded


@pytest.mark.parametrize("name", ["ledger", "residency"])
def test_what_runs_over_the_edge_of_a_screen_is_whole_on_paper(driver, book, name):
    """With the negative control that the measure sees what is lost; every page is measured with its looks."""
    opened = open_page(driver, f"{book}/book/{name}.html", width=PAPER)
    ready(opened.page)
    assert opened.page.evaluate(LOST) != []
    assert_nothing_is_lost(opened.page)
    opened.page.context.close()


def test_a_plain_table_on_a_phone_keeps_its_lines_and_scrolls(driver, book):
    opened = open_page(driver, f"{book}/book/residency.html", width=390)
    page = opened.page
    ready(page)
    box = page.locator(".pst-scrollable-table-container").first
    assert box.evaluate("box => box.scrollWidth > box.clientWidth")
    assert box.evaluate("box => box.tabIndex") == 0
    widths = box.locator("td:nth-child(2)").evaluate_all("all => all.map(cell => cell.clientWidth)")
    assert min(widths) >= 180
    formula = page.locator("div.math > mjx-container").first
    for theme in ("light", "dark"):
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        for part in (box, formula):
            assert "gradient" in part.evaluate("part => getComputedStyle(part).backgroundImage"), theme
    page.context.close()


def test_the_ring_of_what_has_the_focus_is_whole(driver, book):
    opened = open_page(driver, f"{book}/book/residency.html", width=390)
    page = opened.page
    page.wait_for_selector("#fig-residency-table[data-live]")
    page.keyboard.press("Tab")
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        for kind in ("input[type=range]", "button"):
            part = page.locator(f"#fig-residency-table {kind}").first
            part.focus()
            assert part.evaluate(CUT) == [], width
    page.context.close()
