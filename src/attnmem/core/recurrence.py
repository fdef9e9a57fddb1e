"""One head of linear attention as a recurrence on its state, and the same read-out as weights on old values.

    S <- (I - beta k k^T) Diag(alpha) S + beta k v^T        the decay acts first, then the delta step

Source      arXiv 2607.24653, equation 1; arXiv 2510.26692, equation 1
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]
Rounding = Callable[[Array], Array]


def decay_state(state: Array, key: Array, value: Array, decay: Array) -> Array:
    """One step of decaying additive memory: the old state fades, the new pair is added.

    Shapes      state (d_k, d_v), key and decay (d_k,), value (d_v,) -> (d_k, d_v)
    """
    return decay[:, None] * state + np.outer(key, value)


def delta_state(state: Array, key: Array, value: Array, strength: float) -> Array:
    """One delta step: what the key read before is replaced, in part, by the new value."""
    return state + strength * np.outer(key, value - key @ state)


def kda_state(state: Array, key: Array, value: Array, decay: Array, strength: float) -> Array:
    """One step of gated delta attention: channel-wise decay, then a delta step."""
    return delta_state(decay[:, None] * state, key, value, strength)


def transition(key: Array, decay: Array, strength: float) -> Array:
    """The matrix by which one gated delta step multiplies the state."""
    return (np.eye(len(key)) - strength * np.outer(key, key)) * decay


def read_weights(query: Array, keys: Array, decays: Array, strengths: Array) -> Array:
    """The weight each old value has in a query's read-out, after the last of the steps.

    Walks back from the last token: the row vector q^T M_T ... M_{i+1} meets beta_i k_i.

    Shapes      query (d_k,), keys and decays (tokens, d_k), strengths (tokens,) -> (tokens,)
    """
    weights = np.empty(len(keys))
    row = np.asarray(query, dtype=np.float64)
    for i in range(len(keys) - 1, -1, -1):
        weights[i] = strengths[i] * (row @ keys[i])
        row = row @ transition(keys[i], decays[i], float(strengths[i]))
    return weights
