"""The two double-precision engines a formula runs in: NumPy, and V8 on the page's own source."""

import json
from typing import Any

import numpy as np
from py_mini_racer import MiniRacer

from attnmem.compile import to_javascript, to_numpy
from attnmem.compile.javascript import runtime_source


class V8:
    """One V8 with the runtime loaded; ``run`` answers one formula at many points in one call."""

    def __init__(self, runtime: str) -> None:
        self.engine = MiniRacer()
        self.engine.eval(runtime.replace("export function", "function"))

    def run(self, source: str, points: np.ndarray) -> list[float]:
        """The function's values; text carries the infinities and NaN that JSON lacks."""
        name = source.split("(", 1)[0].rsplit(" ", 1)[1]
        rows = json.dumps(points.tolist()).replace("NaN", "NaN").replace("Infinity", "1/0")
        call = f"JSON.stringify({rows}.map(row => String({name}(...row))))"
        answers = json.loads(self.engine.eval(source.replace("export ", "") + "\n" + call))
        return [float(text.replace("Infinity", "inf")) for text in answers]


def numpy_values(form: Any, points: np.ndarray) -> list[float]:
    return to_numpy(form.expression, form.arguments, form.conditions)(*points.T).tolist()


def javascript_values(form: Any, points: np.ndarray, runtime: str | None = None) -> list[float]:
    source = to_javascript("compiled", form.expression, form.arguments, form.conditions)
    return V8(runtime or runtime_source()).run(source, points)
