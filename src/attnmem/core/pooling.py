"""Two pooling maps that turn runs of tokens into slots: disjoint windows, or two series that overlap.

    HCA   slot i = [ block i ]                       window 128, one series
    CSA   slot i = [ block i of a | block i-1 of b ] window 4, two series, 8 tokens per slot, stride 4

Each channel has its own softmax over the tokens of its slot. Only closed blocks make slots.
Source: arXiv 2606.19348, equations 9 to 12 and 20 to 23.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pooling:
    """A published pooling map: tokens per block, series, channels per slot, slots kept per query."""

    key: str
    window: int
    series: int
    width: int = 512
    kept: int | None = None

    @property
    def tokens_per_slot(self) -> int:
        """How many tokens one slot mixes."""
        return self.window * self.series


HCA = Pooling(key="hca", window=128, series=1)
CSA = Pooling(key="csa", window=4, series=2, kept=1024)


def channel_softmax(logits: Array, axis: int) -> Array:
    """Weights that sum to one along ``axis``; a logit of minus infinity gets weight zero."""
    weights = np.exp(logits - logits.max(axis=axis, keepdims=True))
    weights /= weights.sum(axis=axis, keepdims=True)
    return weights


def _blocks(rows: Array, window: int) -> Array:
    """Closed blocks: (tokens, width) -> (blocks, window, width); an open last block is left out."""
    closed = len(rows) // window
    return rows[: closed * window].reshape(closed, window, rows.shape[1])


def hca_slots(content: Array, logits: Array, bias: Array) -> Array:
    """One slot per closed block: the channel-wise softmax mean of the block's rows.

    Shapes      content, logits (tokens, width), bias (window, width) -> (tokens // window, width)
    Raises      ValueError if the shapes do not fit together

    >>> hca_slots(np.array([[1.0], [3.0], [9.0]]), np.zeros((3, 1)), np.zeros((2, 1)))
    array([[2.]])
    """
    if content.shape != logits.shape or bias.shape[1:] != content.shape[1:]:
        raise ValueError(f"content {content.shape}, logits {logits.shape} and bias {bias.shape} do not fit")
    weights = channel_softmax(_blocks(logits, len(bias)) + bias, axis=1)
    return (weights * _blocks(content, len(bias))).sum(axis=1)


def csa_slots(content: tuple[Array, Array], logits: tuple[Array, Array], bias: tuple[Array, Array]) -> Array:
    """One slot per closed block, from series a of that block and series b of the block before it.

    The block before the first one is missing: its logits are minus infinity and its values zero.

    Shapes      pairs of content, logits (tokens, width) and bias (window, width) -> (tokens // window, width)
    Raises      ValueError if the shapes do not fit together
    """
    shapes = {rows.shape for rows in (*content, *logits)}
    if len(shapes) != 1 or {b.shape for b in bias} != {(len(bias[0]), content[0].shape[1])}:
        raise ValueError(f"content and logits {sorted(shapes)} and bias {[b.shape for b in bias]} do not fit")
    window = len(bias[0])
    own, before = (_blocks(rows, window) for rows in content)
    own_logits, before_logits = (_blocks(rows, window) + b for rows, b in zip(logits, bias, strict=True))
    weights = channel_softmax(np.concatenate([own_logits, _delayed(before_logits, -np.inf)], axis=1), axis=1)
    return (weights * np.concatenate([own, _delayed(before, 0.0)], axis=1)).sum(axis=1)


def _delayed(blocks: Array, missing: float) -> Array:
    """The block before each block; the first has none and gets ``missing`` throughout."""
    late = np.full_like(blocks, missing)
    late[1:] = blocks[:-1]
    return late
