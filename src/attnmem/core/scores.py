"""Attention scores as they arrive: which arrays are taken, what is refused, and in which pieces they are
read.

A row is one query: its scores against all keys lie on the last axis. ``-inf`` is a masked key and weighs
nothing; NaN and ``+inf`` have no softmax and are refused with their position.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnmem.errors import BadInput

Scores = NDArray[np.floating[Any]]

BLOCK = (
    1 << 20
)  # keys held at once: 4 MiB of float32, small enough for any machine, large enough to hide the loop
EXACT_INTEGER = 1 << 53  # whole numbers up to here are float64 values


def as_scores(values: Any) -> NDArray[Any]:
    """The array behind ``values``, not copied; whole numbers are accepted, everything else must be a float.

    Raises   BadInput for no keys, no axis, or a type that is neither float16, float32, float64 nor an integer
    """
    array = np.asarray(values)
    check_layout(array.dtype, array.shape)
    return array


def check_layout(kind: np.dtype[Any], shape: tuple[int, ...]) -> None:
    """Pass if an array of this type and shape can hold scores; ``BadInput`` otherwise."""
    if kind.kind not in "iu" and not (kind.kind == "f" and kind.itemsize <= 8):
        raise BadInput(f"scores must be float16, float32, float64 or integers, not {kind}")
    if not shape:
        raise BadInput("scores need at least one axis (the last one is the keys), got a single number")
    if shape[-1] == 0:
        raise BadInput(f"scores need at least one key on the last axis, got shape {shape}")


def row_count(array: NDArray[Any]) -> int:
    """How many queries the array holds: the product of all axes but the last."""
    return array.size // array.shape[-1]


def row_blocks(array: NDArray[Any], keys_at_once: int = BLOCK) -> Iterator[tuple[int, Scores]]:
    """(index of the first row, rows as a 2-D float array) in order; a block holds at least one whole row.

    A copy is made of one block at a time, never of the array, whatever its axes' order in memory.
    """
    width, lead = array.shape[-1], array.shape[:-1]
    total, step = row_count(array), max(1, keys_at_once // width)
    for first in range(0, total, step):
        rows = range(first, min(total, first + step))
        if len(lead) == 1:
            block = array[first : rows.stop]
        elif len(rows) == 1 or not array.flags.c_contiguous:
            block = np.stack([array[np.unravel_index(row, lead)] for row in rows])
        else:
            block = array.reshape(-1, width)[first : rows.stop]
        yield first, as_floats(block, first)


def as_floats(block: NDArray[Any], first: int = 0) -> Scores:
    """The block in native byte order as floats; a whole number that float64 cannot hold is refused."""
    if block.dtype.kind == "f":
        return block.astype(block.dtype.newbyteorder("="), copy=False)
    too_large = (block > EXACT_INTEGER) | (block < -EXACT_INTEGER)
    if too_large.any():
        row, key = np.argwhere(too_large)[0]
        where = f"row {first + row}, key {key}"
        raise BadInput(f"{where}: {block[row, key]} is too large for an exact float (2**53 at most)")
    return block.astype(np.float64)


def look_like_weights(block: Scores) -> bool:
    """Whether the rows are what a softmax returns: no score below 0, and sums of 1 (to float16's precision).

    Some may sum to less: rows of padding, and rows that lost the part of a sink. Logits are that by accident
    in no real model; weights given for logits count as nearly equal scores.

    >>> look_like_weights(np.array([[0.7, 0.3]])), look_like_weights(np.log([[0.7, 0.3]]))
    (True, False)
    """
    if block.shape[-1] < 2 or not (block >= 0).all():
        return False
    sums = block.sum(axis=-1, dtype=np.float64)
    return bool((sums < 1.01).all() and (sums > 0.5).any())


def maxima(block: Scores, first: int = 0) -> Scores:
    """The largest score of every row; ``BadInput`` names the first score that has no softmax.

    >>> maxima(np.array([[1.0, 3.0], [-np.inf, 0.5]]))
    array([3. , 0.5])
    """
    top = block.max(axis=-1)  # a NaN anywhere in a row comes out as the row's maximum
    if not np.isfinite(top).all():
        row = int(np.flatnonzero(~np.isfinite(top))[0])
        if np.isneginf(top[row]):
            raise BadInput(f"row {first + row}: every score is -inf, so there is nothing to attend to")
        key = int(np.flatnonzero(np.isnan(block[row]) | np.isposinf(block[row]))[0])
        raise BadInput(f"row {first + row}, key {key}: the score is {block[row, key]}, which has no softmax")
    return np.asarray(top)
