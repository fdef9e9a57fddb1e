"""Every formula at its points, and the largest error that an engine makes there."""

from typing import Any

import numpy as np

from attnmem.compile import to_numpy
from attnmem.compile.domain import declared
from attnmem.compile.sampling import near_zeros, sample
from attnmem.theory import FORMULAS

from .forms import FORMS
from .measure import Error, Measure

POINTS = 10_000
LEFT_OUT = 0.6
EVERY = {**{f"form-{f.key}": f for f in FORMS}, **{f.key: f for f in FORMULAS}}


def points(form: Any, count: int = POINTS) -> np.ndarray:
    """The domain's points, with the neighbours of the formula's zeros."""
    drawn = sample(form.arguments, form.conditions, count)
    function = to_numpy(form.expression, form.arguments, form.conditions)
    zeros = near_zeros(function, drawn, form.arguments, form.conditions)
    return np.concatenate([drawn, zeros[:: max(1, len(zeros) // 500)]])


def size(form: Any) -> float:
    """How many points the domain has: few where every argument is whole and bounded."""
    counts = [q.high - q.low + 1 if q.whole else float("inf") for q in map(declared, form.arguments)]
    return float(np.prod([float(count) for count in counts]))


def worst(form: Any, at: np.ndarray, *computed: list[float]) -> list[Error]:
    """The largest error of each list of values, over the points whose true value a double holds in full."""
    measure, rows = Measure(form.expression, form.arguments), at.tolist()
    held = [(i, true) for i, true in enumerate(measure.references(rows)) if true is not None]
    assert len(held) >= (1 - LEFT_OUT) * len(rows), "most of the domain lies outside the range of a double"
    kept, true = [rows[i] for i, _ in held], [true for _, true in held]
    return [measure.worst(kept, true, [values[i] for i, _ in held]) for values in computed]
