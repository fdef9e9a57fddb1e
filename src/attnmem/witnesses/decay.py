"""How long a decay keeps a token, counted; and which gates learn to keep one."""

from dataclasses import dataclass

import numpy as np

from attnmem.core.gates import Gate, fit_gate
from attnmem.core.recurrence import Array, decay_state


def counted_lifetime(decay: float, threshold: float, most: int = 10**6) -> int:
    """The steps until a lone token's weight in a decaying memory is at or below the threshold.

    Raises      ValueError if that takes more than ``most`` steps

    >>> counted_lifetime(0.99, 0.01)
    459
    """
    nothing, factor = np.zeros(1), np.array([decay])
    state: Array = np.ones((1, 1))
    for step in range(1, most + 1):
        state = decay_state(state, nothing, nothing, factor)
        if state[0, 0] <= threshold:
            return step
    raise ValueError(f"a decay of {decay} has not fallen to {threshold} after {most} steps")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One training run: how far from the needed logit it began, and what it left of the far token."""

    offset: float
    distance: int
    first_weight: float
    last_weight: float
    moved: float


def attempts(
    gate: Gate,
    needed_logit: float,
    offsets: tuple[float, ...],
    *,
    distance: int,
    steps: int = 400,
    rate: float = 2.0,
) -> tuple[Attempt, ...]:
    """Train a gate to keep half of a token over a distance, from logits on both sides of the needed one.

    A negative offset starts on the long-lifetime side.
    """
    found = []
    for offset in offsets:
        fit = fit_gate(
            gate, start=needed_logit + offset, distance=distance, target=0.5, steps=steps, rate=rate
        )
        found.append(
            Attempt(
                offset=offset,
                distance=distance,
                first_weight=fit.weights[0],
                last_weight=fit.weights[-1],
                moved=fit.logits[-1] - fit.logits[0],
            )
        )
    return tuple(found)
