"""The built book where there is little room: on paper, which does not scroll, and on a phone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

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


# The theme gives what scrolls a place in the order of Tab, a moment after the width has changed.
IN_REACH = """() => [...document.querySelectorAll("[tabindex='-1']")].every(box =>
  box.scrollWidth <= box.clientWidth || !["auto", "scroll"].includes(getComputedStyle(box).overflowX))"""


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


@pytest.fixture(scope="module")
def phone(driver: Browser, book: str) -> Iterator[Page]:
    """The chapter with the widest tables on a phone, opened once for all that is asked of it."""
    opened = open_page(driver, f"{book}/book/residency.html", width=390)
    ready(opened.page)
    yield opened.page
    opened.page.context.close()


def test_a_plain_table_on_a_phone_keeps_its_lines_and_scrolls(phone):
    phone.set_viewport_size({"width": 390, "height": 900})
    box = phone.locator(".pst-scrollable-table-container").first
    assert box.evaluate("box => box.scrollWidth > box.clientWidth")
    phone.wait_for_function(IN_REACH)
    assert box.evaluate("box => box.tabIndex") == 0
    widths = box.locator("td:nth-child(2)").evaluate_all("all => all.map(cell => cell.clientWidth)")
    assert min(widths) >= 180
    formula = phone.locator("div.math > mjx-container").first
    for theme in ("light", "dark"):
        phone.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        for part in (box, formula):
            assert "gradient" in part.evaluate("part => getComputedStyle(part).backgroundImage"), theme


def test_the_ring_of_what_has_the_focus_is_whole(phone):
    phone.keyboard.press("Tab")
    for width in (390, 1280):
        phone.set_viewport_size({"width": width, "height": 900})
        for kind in ("input[type=range]", "button"):
            part = phone.locator(f"#fig-residency-table {kind}").first
            part.focus()
            assert part.evaluate(CUT) == [], width
