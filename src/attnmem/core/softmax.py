"""Softmax, the mass a selection drops, and three distances, each computed from its definition.

The keys lie on the last axis. Nothing here knows the identities that link these numbers: it is run to test
them.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.floating[Any]]


def log_sum_exp(scores: ArrayLike) -> Floats:
    """ln Σ e^s, without overflow.

    >>> float(log_sum_exp([1000.0, 1000.0]))
    1000.6931471805599
    """
    s = np.asarray(scores, dtype=np.float64)
    top = s.max(axis=-1, keepdims=True)
    return np.asarray(np.log(np.exp(s - top).sum(axis=-1)) + top[..., 0])


def softmax(scores: ArrayLike) -> Floats:
    """The weights e^s / Σ e^s; a score of ``-inf`` weighs nothing.

    >>> softmax([0.0, 0.0, -np.inf]).tolist()
    [0.5, 0.5, 0.0]
    """
    s = np.asarray(scores, dtype=np.float64)
    weights = np.exp(s - s.max(axis=-1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def truncated(weights: ArrayLike, kept: ArrayLike) -> Floats:
    """The weights of the kept keys, scaled to sum to one again; the others become zero."""
    inside = np.where(np.asarray(kept, dtype=bool), np.asarray(weights, dtype=np.float64), 0.0)
    return np.asarray(inside / inside.sum(axis=-1, keepdims=True))


def tail_mass(weights: ArrayLike, kept: ArrayLike) -> Floats:
    """The mass of the keys that are not kept, added up on its own so that a small one keeps its digits.

    >>> float(tail_mass([0.75, 0.25], [True, False]))
    0.25
    """
    return np.asarray(np.where(np.asarray(kept, dtype=bool), 0.0, np.asarray(weights)).sum(axis=-1))


def total_variation(p: ArrayLike, q: ArrayLike) -> Floats:
    """Half of Σ |p - q|."""
    return np.asarray(np.abs(np.asarray(p) - np.asarray(q)).sum(axis=-1) / 2)


def kl_divergence(p: ArrayLike, q: ArrayLike) -> Floats:
    """Σ p ln(p / q) in nats; zero times anything is zero, and mass of p where q has none makes it infinite.

    >>> float(kl_divergence([0.5, 0.5], [1.0, 0.0]))
    inf
    """
    p, q = np.asarray(p, dtype=np.float64), np.asarray(q, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(p > 0, p * (np.log(p) - np.log(q)), 0.0)
    return np.asarray(terms.sum(axis=-1))


def chi_squared(p: ArrayLike, q: ArrayLike) -> Floats:
    """Σ (p - q)² / q over the keys that q can draw; infinite if p can draw another."""
    p, q = np.asarray(p, dtype=np.float64), np.asarray(q, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where((p == 0) & (q == 0), 0.0, (p - q) ** 2 / q)
    return np.asarray(terms.sum(axis=-1))
