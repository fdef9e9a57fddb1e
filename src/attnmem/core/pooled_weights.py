"""What a window's pooling weights keep of each token, for weights of any shape."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attnmem.core.pooling import channel_softmax

Floats = NDArray[np.floating[Any]]


def token_snr(logits: ArrayLike) -> Floats:
    """Each token's weight over the root of the sum of the other weights squared, channel by channel.

    Shapes      logits (window,) or (window, channels) -> the same
    Raises      ValueError if the window has fewer than two tokens or a logit is not finite

    >>> token_snr(np.log([2.0, 1.0, 1.0]))
    array([1.41421356, 0.4472136 , 0.4472136 ])
    """
    given = np.asarray(logits, dtype=float)
    if given.ndim not in (1, 2) or len(given) < 2 or not np.isfinite(given).all():
        raise ValueError(f"need finite logits of shape (window, channels), window at least 2: {given.shape}")
    squares = channel_softmax(given, axis=0) ** 2
    # The others are summed without the token itself: subtracting it from the total would lose the small ones.
    before, after = np.zeros_like(squares), np.zeros_like(squares)
    before[1:] = np.cumsum(squares[:-1], axis=0)
    after[:-1] = np.cumsum(squares[:0:-1], axis=0)[::-1]
    return np.sqrt(squares / (before + after))


@dataclass(frozen=True, slots=True)
class WindowWeights:
    """One entry per token: its middle and largest signal to noise over the channels, and where it leads.

    ``leads`` is the share of channels in which no other token of the window weighs more; ``score`` is the
    signal to noise of a score over all channels, for a query along the token and noise like the others.
    """

    token: NDArray[np.int64]
    snr_median: Floats
    snr_largest: Floats
    leads: Floats
    score: Floats


def window_weights(logits: ArrayLike) -> WindowWeights:
    """What each token of one window keeps; ``logits`` with the positional bias already added.

    Shapes      logits (window,) or (window, channels)
    Raises      ValueError as ``token_snr`` does
    """
    ratios = token_snr(logits)
    given = np.asarray(logits, dtype=float).reshape(len(ratios), -1)
    ratios = ratios.reshape(given.shape)
    weights = channel_softmax(given, axis=0)
    noise = (weights**2).sum(axis=1)
    score = weights.sum(axis=1) / np.sqrt(noise.sum() - noise)
    return WindowWeights(
        token=np.arange(len(given)),
        snr_median=np.median(ratios, axis=1),
        snr_largest=ratios.max(axis=1),
        leads=(given == given.max(axis=0)).mean(axis=1),
        score=score,
    )
