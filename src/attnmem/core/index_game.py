"""The memory game behind the space bound: Alice streams a matrix of bits, Bob asks attention for one of them.

Alice streams (key i, row i of her bits). Bob appends one row of zeros, queries with scale * key i and reads
coordinate j through an adversary who multiplies each answer by 1 - noise or 1 + noise, knowing the bit.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]
Bits = NDArray[np.bool_]


def sign_keys(count: int, width: int, seed: int) -> Array:
    """Random keys of length one whose entries are all plus or minus 1 / sqrt(width).

    Shapes      -> (count, width)
    """
    signs = np.random.default_rng(seed).integers(0, 2, (count, width)) * 2 - 1
    return signs / np.sqrt(width)


def all_sign_keys(width: int) -> Array:
    """Every one of the 2**width sign vectors, scaled to length one."""
    codes = np.arange(2**width)[:, None] >> np.arange(width) & 1
    return (codes * 2 - 1) / np.sqrt(width)


def equiangular_keys(count: int, cosine: float) -> Array:
    """Keys of length one, each two at the same cosine: one shared direction, one of each key's own.

    Shapes      -> (count, count + 1)
    Raises      ValueError unless 0 <= cosine < 1

    >>> keys = equiangular_keys(3, 0.25)
    >>> np.round(keys @ keys.T, 12)[0]
    array([1.  , 0.25, 0.25])
    """
    if not 0 <= cosine < 1:
        raise ValueError(f"need 0 <= cosine < 1: {cosine}")
    own = np.sqrt(1 - cosine) * np.eye(count)
    return np.hstack([np.full((count, 1), np.sqrt(cosine)), own])


def coherence(keys: Array) -> float:
    """The largest inner product of two different keys."""
    products = keys @ keys.T
    np.fill_diagonal(products, -np.inf)
    return float(products.max())


@dataclass(frozen=True, slots=True)
class Reading:
    """What attention answers for asked rows, and the weight it gave each of them and Bob's own row."""

    answers: Array
    own_weight: Array
    blank_weight: Array


def read(
    keys: Array, bits: Bits, asked: NDArray[np.integer[Any]], scale: float, block: int = 1024
) -> Reading:
    """Exact softmax attention over Alice's rows and Bob's blank one, for queries scale * key.

    Shapes      keys (rows, width), bits (rows, values), asked (queries,) -> answers (queries, values)
    Holds       ``block`` queries' scores
    """
    values = bits.astype(np.float32 if keys.dtype == np.float32 else np.float64)
    parts = []
    for at in range(0, len(asked), block):
        rows = asked[at : at + block]
        scores = (scale * keys[rows]) @ keys.T
        peak = np.maximum(scores.max(axis=1, keepdims=True), 0)
        weights = np.exp(scores - peak)
        blank = np.exp(-peak)
        total = weights.sum(axis=1, keepdims=True) + blank
        own = weights[np.arange(len(rows)), rows][:, None]
        parts.append((weights @ values / total, own / total, blank / total))
    answers, own_weight, blank_weight = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Reading(answers, own_weight, blank_weight)


def disturb(answers: Array, bits: Bits, noise: float) -> Array:
    """The adversary's answers: set bits are lowered and clear ones raised, by the factor he is allowed."""
    return answers * np.where(bits, 1 - noise, 1 + noise)


def decode(disturbed: Array, reading: Reading, noise: float) -> Bits:
    """Bob's guess: set where the answer passes the middle between the two cases' extremes.

    Bob knows the keys, so he knows the weights: a set bit gives at least the row's own weight, a clear one at
    most what is left for the other rows.
    """
    least_if_set = (1 - noise) * reading.own_weight
    most_if_clear = (1 + noise) * (1 - reading.own_weight - reading.blank_weight)
    return disturbed > (least_if_set + most_if_clear) / 2


def recovered(keys: Array, bits: Bits, scale: float, noise: float, asked: NDArray[np.integer[Any]]) -> float:
    """The share of asked bits that Bob recovers at a query scale."""
    reading = read(keys, bits, asked, scale)
    guess = decode(disturb(reading.answers, bits[asked], noise), reading, noise)
    return float((guess == bits[asked]).mean())


def switch_scale(keys: Array, bits: Bits, noise: float, high: float, halvings: int = 12) -> float:
    """The smallest query scale found, at most ``high``, at which every bit comes back; by halving.

    Raises      ValueError if bits are lost at ``high``
    """
    asked = np.arange(len(keys))
    if recovered(keys, bits, high, noise, asked) < 1:
        raise ValueError(f"bits are lost at the scale {high} that should suffice")
    low = 0.0
    for _ in range(halvings):
        middle = (low + high) / 2
        if recovered(keys, bits, middle, noise, asked) == 1:
            high = middle
        else:
            low = middle
    return high


def worst_margin(keys: Array, scale: float, noise: float) -> float:
    """The least distance by which a set bit among clear ones outreads a clear one among set ones, with noise.

    Negative where the adversary can make the two cases look alike.
    """
    every = np.arange(len(keys))
    alone = np.eye(len(keys), dtype=bool)
    set_bit = np.diagonal(read(keys, alone, every, scale).answers)
    clear_bit = np.diagonal(read(keys, ~alone, every, scale).answers)
    return float(((1 - noise) * set_bit - (1 + noise) * clear_bit).min())
