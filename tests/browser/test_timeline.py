"""The timeline in a real browser: bars, table, sentence and address follow a slider moved by keyboard."""

import re

import numpy as np
import pytest

from attnmem.figures import sample
from attnmem.figures.numerals import numeral
from attnmem.figures.records.residency_timeline import RESIDENCY_TIMELINE_FIGURE as TIMELINE

from .conftest import open_page
from .reading import settled

pytestmark = pytest.mark.browser
FIGURE = "#fig-residency-timeline"


def bars(page, size, lane):
    """Where the bars of a lane begin and end, in seconds, read from its path and the box of the axes."""
    data = page.locator(f'[id="residency-timeline-{size}-{lane}"] path').first.get_attribute("d")
    plan = page.evaluate(f"JSON.parse(document.querySelector('{FIGURE} script.fig-plan').textContent)")
    left, _, width, _ = plan["boxes"][size]
    loops = [np.array(re.findall(r"-?\d+(?:\.\d+)?", loop), float)[::2] for loop in data.split("z") if loop]
    return [tuple((end - left) / width * plan["x"]["high"] for end in (x.min(), x.max())) for x in loops]


@pytest.mark.parametrize(("width", "size"), [(1280, "wide"), (390, "narrow")])
def test_bars_follow_a_slider_moved_by_keyboard(driver, address, width, size):
    opened = open_page(driver, address, width=width)
    page = opened.page
    page.wait_for_selector(f"{FIGURE}[data-live]")
    page.locator(f"{FIGURE} [data-slider=B]").focus()
    for presses, hides in ((1, False), (6, True)):
        for _ in range(presses):
            page.keyboard.press("ArrowRight")
        settled(page)
        table = sample(TIMELINE, page.evaluate("window.attnmemFigures['residency-timeline'].state"))
        right = TIMELINE.x.limits[1]
        for lane in ("computes", "hidden", "waits", "promised"):
            begins, ends = table.columns[f"{lane}.from"], table.columns[f"{lane}.to"]
            told = [(a, min(b, right)) for a, b in zip(begins, ends, strict=True) if a < right]
            drawn = bars(page, size, lane)
            assert len(drawn) == len(told)
            for (begin, end), (a, b) in zip(drawn, told, strict=True):
                assert begin == pytest.approx(a, abs=right * 1e-4)
                assert b - right * 0.005 <= end <= b + right * 1e-4
        assert (bars(page, size, "waits") == []) == hides
        assert page.locator(f"{FIGURE} .fig-says").inner_text() == table.sentence
        cell = page.locator(f'{FIGURE} td[data-column="hidden.to"][data-row="2"]')
        assert cell.text_content() == numeral(float(table.columns["hidden.to"][2]))
        assert "residency-timeline.B=" in page.url
    assert opened.errors == []
    page.context.close()
