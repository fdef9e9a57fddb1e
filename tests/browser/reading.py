"""Reads a figure back from a page: what the paths show, in the units of the axes."""

import re
from math import log10

import numpy as np
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

LEVELS = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "resultTypes": ["violations"]}
KEY = "topk-gap"
FIGURE = f"#fig-{KEY}"


def shown_size(page: Page) -> str:
    """Which of the two pictures is laid out."""
    seen = page.locator(f"{FIGURE} .fig-wide").is_visible()
    return "wide" if seen else "narrow"


def drawn(page: Page, name: str) -> np.ndarray:
    """The vertices of a piece as (x, y) in the axes' units, read from its path and the box of the axes."""
    size = shown_size(page)
    data = page.locator(f'[id="{KEY}-{size}-{name}"] path').first.get_attribute("d")
    pixels = np.array(re.findall(r"-?\d+(?:\.\d+)?", data or ""), dtype=float).reshape(-1, 2)
    plan = page.evaluate(f"JSON.parse(document.querySelector('{FIGURE} script.fig-plan').textContent)")
    left, top, width, height = plan["boxes"][size]
    low, high = log10(plan["y"]["low"]), log10(plan["y"]["high"])
    x = plan["x"]["low"] + (pixels[:, 0] - left) / width * (plan["x"]["high"] - plan["x"]["low"])
    y = 10 ** (high - (pixels[:, 1] - top) / height * (high - low))
    return np.column_stack([x, y])


def state(page: Page) -> dict[str, float]:
    """What the sliders stand at, by the values they show to assistive software."""
    texts = page.eval_on_selector_all(
        f"{FIGURE} input[data-slider]",
        "all => all.map(e => [e.dataset.slider, e.getAttribute('aria-valuetext')])",
    )
    return {name: number(text) for name, text in texts}


def number(text: str) -> float:
    """The number in a formatted text."""
    mantissa, _, rest = text.split(" ")[0].replace(",", "").replace("−", "-").partition("×10")
    exponent = rest.translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789"))
    return float(mantissa) * 10.0 ** int(exponent or 0)


def settled(page: Page) -> None:
    """Wait until the sentence and the address have followed."""
    page.wait_for_timeout(350)


def looked_at(page: Page, context: str | dict, options: dict = LEVELS) -> AxeResults:
    """What axe finds in a part of the page; its half a megabyte of script is read once a page."""
    script = "0" if page.evaluate("'axe' in window") else AXE_SCRIPT
    return Axe(script).run(page, context=context, options=options)
