"""Where gates stand: the published ones before training, and a reader's own, channel by channel."""

from dataclasses import dataclass
from math import expm1, log
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnmem.core.gates import Gate, bounded_gate, slope, softplus_gate
from attnmem.witnesses.topk_identities import compiled

THRESHOLD = 0.01
# The published code draws the softplus of a bias log-uniformly between the first two, e^A between the others.
FIRST_STEPS, SCALES = (0.1, 0.001), (1, 16)
QUANTILES = (0.0, 0.1, 0.5, 0.9, 1.0)
NAMES = ("shortest", "a tenth is shorter", "middle", "a tenth is longer", "longest")


def _lifetime(log_decay: Any, threshold: float) -> Any:
    return compiled("decay-lifetime-complement")(-np.expm1(log_decay), threshold)


def _row(name: str, gate: Gate, first: float) -> dict[str, str | float]:
    """A gate at the input whose softplus is ``first``; slopes by an imaginary step through its code."""
    at = log(expm1(first))
    log_decay = float(np.real(gate(np.complex128(complex(at)))))
    return {
        "gate": name,
        "input": at,
        "1 − α": -expm1(log_decay),
        "lifetime": float(_lifetime(log_decay, THRESHOLD)),
        "dα/dz": slope(lambda z: np.exp(gate(z)), at),
        "d ln L/dz": slope(lambda z: np.log(np.log(THRESHOLD) / gate(z)), at),
    }


def initial_table() -> tuple[dict[str, str | float], ...]:
    """The ends of the range in which the published code starts each gate."""
    few, many = SCALES
    gates = (
        ("bounded, floor −5", bounded_gate()),
        (f"softplus, scale {few}", softplus_gate()),
        (f"softplus, scale {many}", softplus_gate(log(many))),
    )
    return tuple(_row(name, gate, first) for name, gate in gates for first in FIRST_STEPS)


@dataclass(frozen=True, slots=True)
class Lifetimes:
    """Quantiles over the channels: what is lost per token, how long a token lasts, steps left below one."""

    channels: tuple[str, ...]
    lost: NDArray[np.float64]
    lifetime: NDArray[np.float64]
    fp32_steps: NDArray[np.float64]
    bf16_steps: NDArray[np.float64]


def gate_lifetimes(logits: ArrayLike, gate: Gate | None = None, threshold: float = THRESHOLD) -> Lifetimes:
    """How long the channels of a gate keep a token; ``gate`` is the bounded one with floor -5 unless given.

    Shapes      logits of any shape, one entry a channel
    Raises      ValueError if there is none, one is not finite, or the threshold is not between 0 and 1
    """
    given = np.asarray(logits, dtype=float).ravel()
    if not len(given) or not np.isfinite(given).all() or not 0 < threshold < 1:
        raise ValueError(f"need finite logits and a threshold between 0 and 1: {given.shape}, {threshold}")
    log_decay = np.real((gate or bounded_gate())(given.astype(complex)))
    lifetime = np.quantile(_lifetime(log_decay, threshold), QUANTILES)
    lost = compiled("decay-complement-needed")(lifetime, threshold)
    fp32, bf16 = (compiled("float-spacings-left")(lifetime, threshold, bits) for bits in (24, 8))
    return Lifetimes(NAMES, lost, lifetime, fp32, bf16)
