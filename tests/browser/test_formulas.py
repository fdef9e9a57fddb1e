"""A sample of every formula in the browser: engines differ in the last bits, the measure holds in each."""

import json

import numpy as np
import pytest
from playwright.sync_api import Browser
from tests.compile.measure import ALLOWED
from tests.compile.measuring import worst

from attnmem.compile import to_javascript
from attnmem.compile.javascript import runtime_source
from attnmem.compile.sampling import sample
from attnmem.theory import FORMULAS

pytestmark = pytest.mark.browser

POINTS = 300


def test_every_formula_keeps_its_digits_in_the_browser(driver: Browser) -> None:
    page = driver.new_page()
    page.add_script_tag(content=runtime_source().replace("export function", "function"))
    for place, found in enumerate(FORMULAS):
        points = sample(found.arguments, found.conditions, POINTS)
        source = to_javascript(f"formula{place}", found.expression, found.arguments, found.conditions)
        page.add_script_tag(content=source.replace("export function", "function"))
        texts = page.evaluate(f"{json.dumps(points.tolist())}.map(row => String(formula{place}(...row)))")
        computed = np.array([float(text.replace("Infinity", "inf")) for text in texts])
        assert worst(found, points, computed.tolist())[0].size <= ALLOWED, found.key
    page.close()
