"""The chapter's statements, read off softmax rows by definitions that know none of them.

``core`` normalises, truncates, compares and mixes; each reading puts what came out beside what the compiled
formula says of it. Identities hold for any kept set; the gap bounds only for a kept set with the largest
scores.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnmem.compile import to_numpy
from attnmem.core.softmax import chi_squared, kl_divergence, softmax, tail_mass, total_variation, truncated
from attnmem.theory import formula

Floats = NDArray[np.floating[Any]]


class Reading(NamedTuple):
    """One formula on every row: ``measured`` by the algorithm, ``predicted`` by the formula."""

    key: str
    measured: Floats
    predicted: Floats


@cache
def compiled(key: str) -> Callable[..., Any]:
    """The named formula as a NumPy function of its arguments in order."""
    found = formula(key)
    return to_numpy(found.expression, found.arguments, found.conditions)


def identities(scores: ArrayLike, kept: ArrayLike) -> tuple[Reading, ...]:
    """What holds exactly for any kept set that has some weight. Shapes  (rows, keys), (rows, keys)"""
    full = softmax(scores)
    cut, tail = truncated(full, kept), np.asarray(tail_mass(full, kept))
    divergence = np.asarray(kl_divergence(cut, full))
    return (
        Reading("topk-kl-tail", divergence, compiled("topk-kl-tail")(tail)),
        Reading("topk-chi2-tail", np.asarray(chi_squared(cut, full)), compiled("topk-chi2-tail")(tail)),
        Reading(
            "topk-tail-budget",
            np.asarray(total_variation(cut, full)),
            compiled("topk-tail-budget")(np.maximum(divergence, 0)),
        ),
    )


def gap_bounds(scores: ArrayLike, count: int) -> tuple[Reading, ...]:
    """Three upper bounds for the ``count`` largest scores of every row. Shapes  (rows, keys)"""
    down = -np.sort(-np.asarray(scores, dtype=np.float64), axis=-1)
    keys = down.shape[-1]
    kept = np.broadcast_to(np.arange(keys) < count, down.shape)
    full = softmax(down)
    tail, head = np.asarray(tail_mass(full, kept)), np.asarray(tail_mass(full, ~kept))
    divergence = np.asarray(kl_divergence(truncated(full, kept), full))
    numbers = (keys, count, down[:, count - 1] - down[:, count])
    return (
        Reading("topk-odds-gap", tail / head, compiled("topk-odds-gap")(*numbers)),
        Reading("topk-tail-gap", tail, compiled("topk-tail-gap")(*numbers)),
        Reading("topk-kl-gap", divergence, compiled("topk-kl-gap")(*numbers)),
    )


def output_error(scores: ArrayLike, kept: ArrayLike, values: ArrayLike) -> Reading:
    """How far the output vector moves, against tail times the values' diameter.

    Shapes   scores, kept (rows, keys), values (keys, width)
    Holds    the distance of every two values
    """
    v = np.asarray(values, dtype=np.float64)
    full = softmax(scores)
    moved = np.linalg.norm(full @ v - truncated(full, kept) @ v, axis=-1)
    diameter = np.linalg.norm(v[:, None] - v[None], axis=-1).max()
    return Reading("topk-output-error", moved, compiled("topk-output-error")(tail_mass(full, kept), diameter))
