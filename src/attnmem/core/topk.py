"""The smallest number of keys whose truncated softmax stays within a divergence budget, by sorting.

KL(truncated ‖ full) <= budget exactly when the dropped mass is at most 1 - e^(-budget), so the lightest keys
are dropped while they fit. Where two counts cannot be told apart in float64 (relative distance about
n·2^-52) the larger one is given: the answer is never one key too few.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from attnmem.core.scores import Scores, maxima
from attnmem.errors import BadInput

UNIT = 2.0**-53  # unit round-off of float64
TINY = 2.0**-1074  # what a weight may lose by underflow


class ExactCut(NamedTuple):
    """One entry per row. ``keys`` of them have weight at all; ``gap`` is NaN where none of them is
    dropped."""

    keys: NDArray[np.int64]
    kept: NDArray[np.int64]
    tail: NDArray[np.float64]
    gap: NDArray[np.float64]


def checked_budget(kl: float | str) -> float:
    """The budget in nats as a float; ``BadInput`` if it is negative, infinite or not a number."""
    try:
        budget = float(kl)
    except (TypeError, ValueError, OverflowError):
        raise BadInput(f"the divergence budget must be a number of nats, not {kl!r}") from None
    if not 0 <= budget < np.inf:
        raise BadInput(f"the divergence budget must be finite and at least 0 nats, not {kl!r}")
    return budget


def tail_budget(kl: float) -> float:
    """The largest dropped mass a budget allows, rounded towards zero."""
    return float(-np.expm1(-kl)) * (1 - 4 * UNIT)


def exact_cut(block: Scores, kl: float, first: int = 0) -> ExactCut:
    """The smallest sufficient count in every row, the mass it drops and the gap at the cut.

    Shapes   block (rows, keys)
    Holds    four float64 numbers per score of the block
    Raises   BadInput for NaN, +inf, a row of -inf, or a budget that is negative or not finite

    >>> exact_cut(np.log([[8.0, 4.0, 2.0, 1.0, 1.0]]), kl=0.2).kept.tolist()
    [3]
    """
    budget = tail_budget(checked_budget(kl))
    top = maxima(block, first)
    ascending = np.sort(block, axis=-1).astype(np.float64)
    count = np.isfinite(ascending).sum(axis=-1)
    with np.errstate(over="ignore"):  # too far below the top for float64 is as good as infinitely far
        weights = np.exp(ascending - top[:, None].astype(np.float64))
    dropped = np.cumsum(weights, axis=-1)  # mass of the lightest 1, 2, … keys
    total = weights.sum(axis=-1)
    # an exponential is off by at most 2 units and its argument by one unit of a number below 746
    doubt = (2 * block.shape[-1] + 1500) * UNIT
    allowed = (budget * (1 - doubt)) * total if budget else np.zeros_like(total)
    fits = dropped * (1 + doubt) + block.shape[-1] * TINY <= allowed[:, None]
    lightest = np.maximum(fits.sum(axis=-1), block.shape[-1] - count)  # a masked key is dropped at any budget
    return _described(ascending, dropped, total, count, lightest)


def _described(
    ascending: NDArray[Any],
    dropped: NDArray[Any],
    total: NDArray[Any],
    count: NDArray[Any],
    lightest: NDArray[Any],
) -> ExactCut:
    """The cut that drops the ``lightest`` keys of every row, with the numbers a reader asks for."""
    rows, kept = np.arange(len(count)), ascending.shape[-1] - lightest
    below = np.maximum(lightest - 1, 0)
    cuts = kept < count
    tail = np.where(cuts, dropped[rows, below] / total, 0.0)
    gap = np.full(len(count), np.nan)
    with np.errstate(over="ignore"):  # the same between two scores at both ends
        gaps = ascending[rows, np.minimum(lightest, ascending.shape[-1] - 1)] - ascending[rows, below]
    gap[cuts] = gaps[cuts]
    return ExactCut(count.astype(np.int64), kept.astype(np.int64), tail, gap)
