"""Every formula at its points in both engines; ``python -m compile.measuring KEY ...`` prints what came out.

A process of its own for each core: mpmath is slow, and there are many formulas.
"""

import json
import sys
from dataclasses import replace
from typing import Any

import numpy as np

from attnmem.compile import to_numpy
from attnmem.compile.domain import declared
from attnmem.compile.high_precision import as_fraction
from attnmem.compile.measure import Error, Measure
from attnmem.compile.sampling import near_zeros, sample
from attnmem.theory import FORMULAS

from .engines import javascript_values, numpy_values
from .forms import FORMS

POINTS = 10_000
LEFT_OUT = 0.6
EVERY = {**{f"form-{f.key}": f for f in FORMS}, **{f.key: f for f in FORMULAS}}


def points(form: Any, count: int = POINTS) -> np.ndarray:
    """The domain's points, with the neighbours of the formula's zeros."""
    drawn = sample(form.arguments, form.conditions, min(count, getattr(form, "points", POINTS)))
    function = to_numpy(form.expression, form.arguments, form.conditions)
    zeros = near_zeros(function, drawn, form.arguments, form.conditions)
    return np.concatenate([drawn, zeros[:: max(1, len(zeros) // 500)]])


def size(form: Any) -> float:
    """How many points the domain has: few where every argument is whole and bounded."""
    counts = [q.high - q.low + 1 if q.whole else float("inf") for q in map(declared, form.arguments)]
    return float(np.prod([float(count) for count in counts]))


def worst(form: Any, at: np.ndarray, *computed: list[float]) -> list[Error]:
    """The largest error of each list of values, over the points whose true value a double holds in full."""
    measure = Measure(form.expression, form.arguments)
    rows = [[as_fraction(x) for x in row] for row in at.tolist()]
    held = [(place, true) for place, row in enumerate(rows) if (true := measure.reference(row)) is not None]
    assert len(held) >= (1 - LEFT_OUT) * len(rows), "most of the domain lies outside the range of a double"
    largest = [Error(-1.0, (), 0.0, 0.0)] * len(computed)
    for place, true in held:
        values = [column[place] for column in computed]
        errors = {value: measure.error(rows[place], true, value) for value in set(values)}
        largest = [max(old, errors[v], key=lambda e: e.size) for old, v in zip(largest, values, strict=True)]
    return [replace(error, point=tuple(map(float, error.point))) for error in largest]


def measured(key: str) -> dict[str, Any]:
    """How many points, and the largest error of each engine with the place it was made at."""
    form = EVERY[key]
    at = points(form)
    numpy, javascript = worst(form, at, numpy_values(form, at), javascript_values(form, at))
    sizes = {"numpy": numpy.size, "javascript": javascript.size}
    return {"key": key, "points": len(at), **sizes, "told": f"NumPy {numpy}; V8 {javascript}"}


if __name__ == "__main__":
    for word in sys.argv[1:]:
        print(json.dumps(measured(word)), flush=True)  # noqa: T201
