"""What keeping the k largest scores of one row costs, and what the gap bound says it costs, for several k."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnmem.core.softmax import softmax
from attnmem.witnesses.topk import gap_bound


class Sweep(NamedTuple):
    """One entry for each count: the true divergence and its bound, in nats."""

    kept: NDArray[np.int64]
    kl: NDArray[np.float64]
    kl_bound: NDArray[np.float64]


def sweep(scores: ArrayLike, kept: Sequence[int]) -> Sweep:
    """The row's true divergence and gap bound at each count of kept keys.

    The tail is added up from the lightest key, so that a small one keeps its digits.

    >>> sweep(np.log([8.0, 4.0, 2.0, 1.0, 1.0]), (2,)).kl.round(4).tolist()
    [0.2877]
    """
    row = np.sort(np.asarray(scores, dtype=np.float64))[::-1]
    counts = np.asarray(kept)
    tail = np.cumsum(softmax(row)[::-1])[::-1][counts]
    bound = gap_bound()(len(row), counts, row[counts - 1] - row[counts])
    return Sweep(counts, tail_divergence()(tail), bound)


@cache
def tail_divergence() -> Callable[..., Any]:
    """The compiled divergence of a dropped mass. Loads SymPy."""
    from attnmem.compile import to_numpy
    from attnmem.theory import formula

    found = formula("topk-kl-tail")
    return to_numpy(found.expression, found.arguments, found.conditions)
