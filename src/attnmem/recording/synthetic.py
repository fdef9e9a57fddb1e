"""Rows of scores for contexts longer than the recording: stated distributions, seeded, up to 2^20 keys.

None of them claims to be a model. They span what the recording shows: bell-shaped scores of several widths,
a sink that takes much of the mass, scores that favour the near past, and the recorded scores themselves
drawn again.
"""

from collections.abc import Callable

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from attnmem.errors import BadInput, unknown
from attnmem.recording.files import load

Row = NDArray[np.float32]
MOST_KEYS = 1 << 20
SINK_LEAD = 3.0  # nats by which the sink outweighs all other keys together
NEAR_SLOPE = 1.0  # nats lost per doubling of the distance


def _normal(draw: Generator, keys: int) -> NDArray[np.float64]:
    return 3.0 * draw.standard_normal(keys)


def _narrow(draw: Generator, keys: int) -> NDArray[np.float64]:
    return draw.standard_normal(keys)


def _heavy(draw: Generator, keys: int) -> NDArray[np.float64]:
    return draw.laplace(scale=1.5, size=keys)


def _sink(draw: Generator, keys: int) -> NDArray[np.float64]:
    scores = 2.0 * draw.standard_normal(keys)
    scores[0] = np.log(keys) + 2.0 + SINK_LEAD  # others: mean of e^s is e^(2²/2) = e^2
    return scores


def _near(draw: Generator, keys: int) -> NDArray[np.float64]:
    distance = np.arange(keys, 0, -1)
    return 1.5 * draw.standard_normal(keys) - NEAR_SLOPE * np.log2(distance)


def _recorded(draw: Generator, keys: int) -> NDArray[np.float64]:
    rows = load().last_row.reshape(-1, load().last_row.shape[-1])
    row = rows[draw.integers(len(rows))].astype(np.float64)
    return row[draw.integers(len(row), size=keys)]


DISTRIBUTIONS: dict[str, tuple[str, Callable[[Generator, int], NDArray[np.float64]]]] = {
    "normal": ("normal, deviation 3", _normal),
    "narrow": ("normal, deviation 1", _narrow),
    "heavy": ("Laplace, scale 1.5", _heavy),
    "sink": ("normal, deviation 2, and one sink 3 nats above all others together", _sink),
    "near": ("normal, deviation 1.5, less 1 nat per doubling of the distance", _near),
    "recorded": ("scores of one recorded head, drawn with replacement", _recorded),
}


def synthetic_row(distribution: str, keys: int, seed: int = 0) -> Row:
    """One row of float32 scores. Raises BadInput for an unknown name, or keys outside 1 to 2^20.

    >>> [f"{score:.3f}" for score in synthetic_row("normal", 3, seed=1)]
    ['1.037', '2.465', '0.991']
    """
    if distribution not in DISTRIBUTIONS:
        raise BadInput(unknown("distribution", distribution, DISTRIBUTIONS))
    if not 1 <= keys <= MOST_KEYS:
        raise BadInput(f"a synthetic row has 1 to {MOST_KEYS} keys, not {keys}")
    _, draws = DISTRIBUTIONS[distribution]
    return draws(default_rng(seed), keys).astype(np.float32)
