"""Every page of the built book in a real browser: whole, quiet, within the screen, and open to everyone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from .conftest import open_page
from .reading import LEVELS, looked_at
from .test_on_paper import IN_REACH, LOST, PAPER, assert_nothing_is_lost, ready

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]


def listed(toc: object) -> Iterator[str]:
    """Every page that the table of contents names."""
    if isinstance(toc, list):
        for part in toc:
            yield from listed(part)
    elif isinstance(toc, dict):
        yield from (toc[key] for key in ("root", "file") if key in toc)
        for value in toc.values():
            yield from listed(value)


PAGES = [*listed(yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))), "search"]
AT_ONCE = "* { transition: none !important }"  # colours are final, also while a page is still fading in
# What MathJax draws keeps its place and loses its glyphs: thousands a page, none of them ours, and half the
# time that axe takes, even where it is told to leave them out.
WITHOUT_GLYPHS = """() => [...document.querySelectorAll("mjx-container")]
  .map(box => [box, box.getBoundingClientRect()])
  .forEach(([box, { width, height }]) => {
    box.replaceChildren();
    Object.assign(box.style, { display: "inline-block", width: `${width}px`, height: `${height}px` });
  })"""

# Nor do lines of a picture, whose colours have a test of their own, and formulas for readers without scripts.
BARE = """() => document.querySelectorAll("main math, .attnmem-figure svg > g")
  .forEach((part) => part.remove())"""

# All that contrast hangs on is the same for most words of a page: axe looks at the first few of each kind.
KINDS = """() => {
  const seen = new Map();
  document.querySelectorAll("[data-look]").forEach((part) => part.removeAttribute("data-look"));
  for (const part of document.querySelectorAll("body *:not(mjx-container, mjx-container *)")) {
    const words = [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const { width, height } = part.getBoundingClientRect();
    const shown = part.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!(words || part.matches("input, select, textarea, button")) || !shown || width * height < 9) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(part);
    const kind = [color, fontSize, fontWeight, textShadow];
    for (let box = part; box; box = box.parentElement) {
      const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(box);
      kind.push(backgroundColor, backgroundImage, opacity, filter);
    }
    const name = kind.filter((value) => !["rgba(0, 0, 0, 0)", "none", "1"].includes(value)).join();
    seen.set(name, (seen.get(name) ?? 0) + 1);
    if (seen.get(name) <= 3) part.setAttribute("data-look", "");
  }
  return seen.size;
}"""
CONTRAST = LEVELS | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
THE_REST = LEVELS | {"rules": {"color-contrast": {"enabled": False}}}

UNFOLDED = "() => document.querySelectorAll('[data-live] [data-action=table]').forEach((b) => b.click())"
# Of a table as long as its curve has points the first rows are looked at: a program wrote them all alike.
FIRST_ROWS = """() => document.querySelectorAll(".fig-table tbody").forEach(
  (body) => [...body.rows].slice(8).forEach((row) => row.remove()))"""
# Where tables or code run over the edge of a screen: what must not be lost on paper is there to lose.
WIDE = ("book/ledger", "book/residency")


def assert_open_to_everyone(page, width, *themes):
    """No violation at a width, in these themes."""
    page.set_viewport_size({"width": width, "height": 900})
    page.wait_for_function(IN_REACH)
    found = looked_at(page, {"exclude": [["mjx-container"]]}, THE_REST)
    assert found.violations_count == 0, (width, found.generate_report())
    for theme in themes:
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        assert page.evaluate(KINDS) > 3
        found = looked_at(page, {"include": [["[data-look]"]]}, CONTRAST)
        assert found.violations_count == 0, (width, theme, found.generate_report())


def test_words_of_a_kind_of_their_own_are_looked_at(driver, book):
    """Negative control: one grey word among a thousand black ones, though others like it are hidden."""
    page = open_page(driver, f"{book}/book/reading.html", width=390).page
    ready(page)
    page.add_style_tag(content=AT_ONCE)
    kinds = page.evaluate(KINDS)
    for style in ("visibility: hidden", "opacity: 0", "position: absolute; width: 1px; height: 1px", ""):
        pale = f"{{ textContent: 'pale', style: 'color: #999; overflow: hidden; {style}' }}"
        page.locator("article p").last.evaluate(
            f"p => p.append(Object.assign(document.createElement('i'), {pale}))"
        )
    assert page.evaluate(KINDS) == kinds + 1
    with pytest.raises(AssertionError, match="color-contrast"):
        assert_open_to_everyone(page, 390, "light")
    page.context.close()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_whole_and_open_to_everyone(driver, book, name):
    """No error, no foreign request, nothing lost on paper. Narrow and wide, light and dark, with all tables
    open: no sideways scroll, no violation outside of what MathJax draws.
    """
    opened = open_page(driver, f"{book}/{name}.html", width=390)
    page = opened.page
    ready(page)
    page.add_style_tag(content=AT_ONCE)
    for width in (1280, 360, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".tex2jax_process:not(:has(mjx-container))").count() == 0
    assert page.locator(".math:not(:has(mjx-container))").count() == 0
    assert opened.errors == []  # before axe looks: it fetches imported style sheets from the wrong folder
    page.set_viewport_size({"width": PAPER, "height": 900})
    assert name not in WIDE or page.evaluate(LOST) != []
    assert_nothing_is_lost(page)
    page.set_viewport_size({"width": 390, "height": 900})
    page.evaluate(UNFOLDED)
    page.evaluate(WITHOUT_GLYPHS)
    page.evaluate(FIRST_ROWS)
    page.evaluate(BARE)
    assert_open_to_everyone(page, 390, "dark")
    assert_open_to_everyone(page, 1280, "light", "dark")
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    assert opened.foreign == []
    page.context.close()


def test_the_button_back_to_the_top_can_be_read(driver, book):
    """It comes on a phone, when somebody scrolls up."""
    page = open_page(driver, f"{book}/book/reading.html", width=390).page
    ready(page)
    button = page.locator("#pst-back-to-top")
    page.evaluate("scrollTo(0, 2000)")
    page.evaluate("scrollTo(0, 1000)")
    button.wait_for(state="visible")
    page.add_style_tag(content=AT_ONCE)
    for theme in ("light", "dark"):
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        for _ in range(2):
            assert looked_at(page, "#pst-back-to-top").violations_count == 0, theme
            button.hover()
        page.mouse.move(0, 0)
    page.context.close()


def test_the_search_finds_the_chapter_under_the_policy(driver, book):
    opened = open_page(driver, f"{book}/search.html?q=divergence")
    opened.page.wait_for_selector("#search-results a[href*='topk']", timeout=20_000)
    assert opened.errors == []
    opened.page.context.close()


def test_the_theme_switch_works_under_the_policy(driver, book):
    opened = open_page(driver, f"{book}/index.html")
    page = opened.page
    before = page.evaluate("document.documentElement.dataset.mode")
    page.locator("button.theme-switch-button:visible").first.click()
    assert page.evaluate("document.documentElement.dataset.mode") != before
    assert opened.errors == []
    page.context.close()


RAW_TEX = re.compile(r"\\(?:[(\[]|[a-zA-Z]{2})")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_without_scripts_shows_formulas_and_no_tex(driver, book, name):
    opened = open_page(driver, f"{book}/{name}.html", width=390, scripts=False)
    page = opened.page
    assert RAW_TEX.findall(page.locator("main").first.inner_text()) == []
    formulas = page.locator("main :is(.math, .tex2jax_process)")
    assert page.locator("main :is(.math, .tex2jax_process):visible").count() == 0
    assert page.locator("main math").count() == formulas.count()
    assert opened.foreign == []
    page.context.close()
