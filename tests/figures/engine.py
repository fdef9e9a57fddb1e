"""The page's modules in V8, without a page: imports and exports taken off, joined in the order of need."""

import json
import re
from typing import Any

from py_mini_racer import MiniRacer

from attnmem.compile.javascript import runtime_source
from attnmem.figures.figure import Figure
from attnmem.figures.renderers.page import FOLDER, formula_module, plan
from attnmem.figures.sampling import sample

MODULES = ("numerals.js", "table.js", "shapes.js", "draw.js", "state.js")
_IMPORT = re.compile(r"^import .*?;$", re.M | re.S)


def page_engine(figures: tuple[Figure, ...]) -> "Engine":
    """An engine that holds the page's functions and the plans of these figures."""
    sources = [runtime_source(), formula_module(figures), *((FOLDER / name).read_text() for name in MODULES)]
    context = MiniRacer()
    for source in sources:
        context.eval(re.sub(r"^export ", "", _IMPORT.sub("", source), flags=re.M))
    plans = {figure.key: plan(figure, sample(figure)) for figure in figures}
    context.eval(f"const plans = {json.dumps(plans)};")
    return Engine(context)


class Engine:
    """Evaluates an expression of the page; NaN comes back as the word, JSON having none."""

    def __init__(self, context: MiniRacer) -> None:
        self.context = context

    def __call__(self, expression: str) -> Any:
        keep = "(key, value) => Number.isNaN(value) ? 'NaN' : value"
        return json.loads(self.context.eval(f"JSON.stringify({expression}, {keep})"))
