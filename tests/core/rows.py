"""Rows of scores that try to break a threshold rule: edges, ties, huge ranges, masks, every float type."""

import numpy as np
from hypothesis import strategies as st

KINDS = (np.float16, np.float32, np.float64)
WIDTHS = (0.1, 0.25, 0.7, 1.0, 1 / 3, 2.5, 0.013)
budgets = st.one_of(
    st.floats(1e-12, 5.0),
    st.floats(-40, 1.5).map(lambda power: float(10.0**power)),
    st.sampled_from([0.0, 0.01, 0.1, 1e-300, 5e-324, 50.0]),
)


@st.composite
def rows(draw: st.DrawFn, most: int = 30) -> tuple[np.ndarray, float]:
    """(one row with a finite maximum, a bucket width); about half of the keys stand on or beside a bucket
    edge.
    """
    kind, width = draw(st.sampled_from(KINDS)), draw(st.sampled_from(WIDTHS))
    peak = kind(draw(st.sampled_from([0.0, 1.0, -3.7, 11.3, 700.0])))
    size = draw(st.integers(1, most))
    keys = [peak]
    for _ in range(size - 1):
        sort = draw(st.sampled_from(["edge", "edge", "near", "free", "tie", "far", "masked"]))
        distance = {"far": st.floats(0, 6e4), "tie": st.just(0.0)}.get(sort, st.floats(0, 45))
        away = draw(distance)
        if sort in ("edge", "near"):
            away = kind(draw(st.integers(0, 400)) * width)
        key = kind(peak - kind(away)) if sort != "masked" else kind(-np.inf)
        if sort == "near":
            key = np.nextafter(key, kind(draw(st.sampled_from([-np.inf, np.inf]))))
        keys.append(min(key, peak))
    if draw(st.booleans()):
        keys.extend(keys[-1:] * draw(st.integers(1, 60)))
    row = np.array(keys, dtype=kind)
    return row, width
