"""The two double-precision engines a formula runs in: NumPy, and V8 on the page's own source."""

from typing import Any

import numpy as np
from py_mini_racer import MiniRacer

from attnmem.compile import to_javascript, to_numpy
from attnmem.compile.javascript import runtime_source

WIRE = """
function numbers(hex) {
  const words = new Uint8Array(hex.length / 2);
  for (let i = 0; i < words.length; i++) words[i] = parseInt(hex.substr(2 * i, 2), 16);
  return new Float64Array(words.buffer);
}
function answers(of, flat, count, width) {
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) values[i] = of(...flat.subarray(i * width, (i + 1) * width));
  return Array.from(new Uint8Array(values.buffer), (word) => word.toString(16).padStart(2, "0")).join("");
}
"""


class V8:
    """One V8 with the runtime loaded; ``run`` answers one formula at many points in one call."""

    def __init__(self, runtime: str) -> None:
        self.engine = MiniRacer()
        self.engine.eval(runtime.replace("export function", "function"))

    def run(self, source: str, points: np.ndarray) -> list[float]:
        """The function's values; numbers go in and come out as the bytes they are, in hexadecimal."""
        name = source.split("(", 1)[0].rsplit(" ", 1)[1]
        count, width = points.shape
        sent = np.ascontiguousarray(points, dtype="<f8").tobytes().hex()
        call = f'answers({name}, numbers("{sent}"), {count}, {width})'
        answers = self.engine.eval(f"{source.replace('export ', '')}\n{WIRE}\n{call}")
        return np.frombuffer(bytes.fromhex(answers), dtype="<f8").tolist()


def numpy_values(form: Any, points: np.ndarray) -> list[float]:
    return to_numpy(form.expression, form.arguments, form.conditions)(*points.T).tolist()


def javascript_values(form: Any, points: np.ndarray, runtime: str | None = None) -> list[float]:
    source = to_javascript("compiled", form.expression, form.arguments, form.conditions)
    return V8(runtime or runtime_source()).run(source, points)
