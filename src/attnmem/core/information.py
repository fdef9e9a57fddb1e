"""Divergences of discrete distributions, whole and split over blocks of equal length."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]


def divergence(p: Array, q: Array, axis: int = -1) -> Array:
    """KL(p || q) in nats along an axis; infinite where p has mass that q lacks.

    >>> float(divergence(np.array([1.0, 0.0]), np.array([0.5, 0.5])).round(6))
    0.693147
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(p > 0, p * (np.log(p) - np.log(q)), 0.0)
    return terms.sum(axis=axis)


@dataclass(frozen=True, slots=True)
class Split:
    """What an approximation loses by weighing blocks wrongly, and by being wrong inside them."""

    addressing: float
    resolution: float


def split_over_blocks(p: Array, q: Array, window: int) -> Split:
    """Both losses, for blocks of ``window`` consecutive tokens.

    Shapes      p, q (blocks * window,)
    Raises      ValueError if the blocks do not come out even
    """
    if len(p) % window or p.shape != q.shape:
        raise ValueError(f"need p and q of one length that {window} divides: {p.shape}, {q.shape}")
    blocks_p, blocks_q = p.reshape(-1, window), q.reshape(-1, window)
    mass_p, mass_q = blocks_p.sum(axis=1), blocks_q.sum(axis=1)
    live = mass_p > 0
    inside = divergence(blocks_p[live] / mass_p[live, None], blocks_q[live] / mass_q[live, None])
    return Split(float(divergence(mass_p, mass_q)), float((mass_p[live] * inside).sum()))


def blind_cost(given_query: Array, weights: Array) -> float:
    """The mean divergence of each query's distribution in a block from one set of weights that serves all.

    Shapes      given_query (queries, window), weights (window,)
    """
    return float(divergence(given_query, weights).mean())
