"""Decay gates, and training one by gradient descent to keep a token for a wanted distance.

A gate turns a logit into a log decay g < 0; a token written g steps ago has weight exp(g) per step.

Source      bounded gate: arXiv 2607.24653; softplus gate: arXiv 2510.26692
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.complex128] | np.complex128
Gate = Callable[[Array], Array]

# A step into the imaginary axis so small that its square vanishes: f(z + ih) = f(z) + ih f'(z) to all digits.
_IMAGINARY_STEP = 1e-30


def bounded_gate(log_scale: float = 0.0, lowest: float = -5.0) -> Gate:
    """A gate whose log decay lies between ``lowest`` and zero: lowest * sigmoid(exp(log_scale) * z)."""

    def gate(logit: Array) -> Array:
        return lowest / (1 + np.exp(-np.exp(log_scale) * logit))

    return gate


def softplus_gate(log_scale: float = 0.0) -> Gate:
    """A gate without a lowest log decay: -exp(log_scale) * log(1 + exp(z))."""

    def gate(logit: Array) -> Array:
        return -np.exp(log_scale) * np.log1p(np.exp(logit))

    return gate


def slope(function: Callable[[Array], Array], at: float) -> float:
    """The derivative at a point, by one imaginary step: no formula for it, and no digits lost.

    >>> slope(lambda z: z**3, 2.0)
    12.0
    """
    return float(np.imag(function(np.complex128(complex(at, _IMAGINARY_STEP))))) / _IMAGINARY_STEP


@dataclass(frozen=True, slots=True)
class Fit:
    """Where gradient descent went: logits and remaining weights, step by step, the start first."""

    logits: tuple[float, ...]
    weights: tuple[float, ...]


def fit_gate(gate: Gate, *, start: float, distance: int, target: float, steps: int, rate: float) -> Fit:
    """Descend on (w - target)**2, where w is what ``distance`` decays leave of a token of weight one.

    Raises      ValueError if ``distance`` or ``steps`` is less than one
    """
    if distance < 1 or steps < 1:
        raise ValueError(f"need distance >= 1 and steps >= 1: {distance}, {steps}")

    def weight(logit: Array) -> Array:
        return np.exp(distance * gate(logit))

    logits, weights = [start], [float(np.real(weight(np.complex128(start))))]
    for _ in range(steps):
        error = weights[-1] - target
        logits.append(logits[-1] - rate * 2 * error * slope(weight, logits[-1]))
        weights.append(float(np.real(weight(np.complex128(logits[-1])))))
    return Fit(tuple(logits), tuple(weights))
