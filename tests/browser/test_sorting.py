"""A table that can be sorted: whole without the script, and under the book's policy with it."""

from pathlib import Path

import pytest

from attnmem import show
from attnmem.site import assets

from .conftest import POLICY

pytestmark = pytest.mark.browser
SCRIPT = Path(assets.__file__).parent / "static" / "sort.js"


@pytest.fixture
def page(driver):
    """The table of all models on a page of its own, its script let in by the policy as a file of the site."""
    opened = driver.new_page()
    opened.route(
        "http://book.test/**",
        lambda route: (
            route.fulfill(body=SCRIPT.read_text(), content_type="text/javascript")
            if route.request.url.endswith("sort.js")
            else route.fulfill(
                content_type="text/html; charset=utf-8",
                body=f'<!doctype html><meta http-equiv="Content-Security-Policy" content="{POLICY}">'
                f'<script type="module" src="sort.js"></script>{show.model_table().html}',
            )
        ),
    )
    opened.goto("http://book.test/index.html")
    opened.wait_for_selector("th button")
    yield opened
    opened.close()


def column(page, index):
    cell = f"r.cells[{index}]"
    return page.eval_on_selector_all(
        "tbody tr", f"rows => rows.map(r => {cell}.querySelector('data')?.value ?? {cell}.textContent)"
    )


def test_headings_are_buttons_that_say_the_order(page):
    assert page.locator("th[aria-sort]").evaluate_all("all => all.map(h => h.cellIndex)") == [0]
    heading = page.locator("th").nth(2)
    heading.locator("button").focus()
    page.keyboard.press("Enter")
    rising = [float(text) for text in column(page, 2)]
    assert rising == sorted(rising)
    assert heading.get_attribute("aria-sort") == "ascending"
    page.keyboard.press("Enter")
    assert [float(text) for text in column(page, 2)] == sorted(rising, reverse=True)
    assert heading.get_attribute("aria-sort") == "descending"
    assert page.locator("th[aria-sort]").count() == 1


def test_rows_stay_together(page):
    before = set(page.eval_on_selector_all("tbody tr", "rows => rows.map(r => r.textContent)"))
    page.locator("th button").nth(6).click()
    after = page.eval_on_selector_all("tbody tr", "rows => rows.map(r => r.textContent)")
    assert set(after) == before
    page.locator("th button").first.click()
    assert column(page, 0)[0] == "bloom-176b"
