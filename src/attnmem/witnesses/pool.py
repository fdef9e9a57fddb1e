"""What a pooled slot keeps of one token, measured by sending tokens through the real pooling maps.

The maps are linear in the content once the gate logits are given, so signal and noise go through separately:
the signal's amplitude is read off exactly and only the noise needs trials. Needle recall sends both at once.
"""

import numpy as np
from numpy.typing import NDArray

from attnmem.core.pooling import HCA, Pooling, csa_slots, hca_slots
from attnmem.witnesses.measured import Measured

_BATCH = 8  # blocks pooled at a time: their tokens stay in the cache


def _ratio(amplitude: float, noise: NDArray[np.float64], seed: int) -> Measured:
    """Amplitude over the deviation of normal noise, whose relative standard error is 1 / sqrt(2 trials)."""
    value = amplitude / float(np.sqrt((noise**2).mean()))
    return Measured(value=value, error=value / float(np.sqrt(2 * noise.size)), trials=noise.size, seed=seed)


def _noise(rng: np.random.Generator, tokens: int, width: int, correlation: float) -> NDArray[np.float64]:
    """Unit noise per token and channel; each two tokens of a channel are equally correlated."""
    shared, own = rng.standard_normal((1, width)), rng.standard_normal((tokens, width))
    return np.sqrt(correlation) * shared + np.sqrt(1 - correlation) * own


def slot_snr(
    gate_logits: NDArray[np.float64],
    *,
    signals: int = 1,
    correlation: float = 0.0,
    trials: int = 50_000,
    seed: int = 1,
) -> Measured:
    """Signal over noise in one channel of a slot whose first ``signals`` tokens carry one and the same.

    Shapes      gate_logits (window,)
    """
    window = len(gate_logits)
    logits, bias = np.repeat(gate_logits[:, None], trials, axis=1), np.zeros((window, trials))
    signal = np.zeros((window, trials))
    signal[:signals] = 1
    noise = _noise(np.random.default_rng(seed), window, trials, correlation)
    noise[:signals] = 0
    amplitude = hca_slots(signal[:, :1], logits[:, :1], bias[:, :1])[0, 0]
    return _ratio(float(amplitude), hca_slots(noise, logits, bias)[0], seed)


def two_slot_snr(window: int, *, trials: int = 50_000, seed: int = 1) -> Measured:
    """Signal over noise in the sum of the two overlapping slots that a token enters, with equal gates.

    Each slot mixes ``2 * window`` tokens; a token's two projections carry noise of their own.
    """
    rng = np.random.default_rng(seed)
    shape = (4 * window, trials)
    logits, bias = np.zeros(shape), np.zeros((window, trials))
    at = 2 * window  # enters slot 2 through series a, slot 3 through series b
    noise = rng.standard_normal(shape), rng.standard_normal(shape)
    signal = np.zeros((4 * window, 1))
    signal[at] = 1
    noise[0][at] = noise[1][at] = 0
    kept = csa_slots((signal, signal), (logits[:, :1],) * 2, (bias[:, :1],) * 2)
    lost = csa_slots(noise, (logits, logits), (bias, bias))
    return _ratio(float(kept[2, 0] + kept[3, 0]), lost[2] + lost[3], seed)


def score_snr(window: int, channels: int, *, trials: int = 40_000, seed: int = 1) -> Measured:
    """Signal over noise in the score of a query that points along the signal, with equal gates throughout."""
    rng = np.random.default_rng(seed)
    query = rng.integers(0, 2, channels) * 2.0 - 1
    signal = np.zeros((window, channels))
    signal[0] = query
    even = np.zeros((window, channels))
    amplitude = float(hca_slots(signal, even, even)[0] @ query)
    noise = np.empty(trials)
    for at in range(0, trials, _BATCH):
        count = min(_BATCH, trials - at)
        tokens = rng.standard_normal((count, window, channels))
        tokens[:, 0] = 0
        rows = tokens.reshape(count * window, channels)
        noise[at : at + count] = hca_slots(rows, np.zeros_like(rows), even) @ query
    return _ratio(amplitude, noise, seed)


def needle_recall(
    margins: tuple[float, ...],
    *,
    slots: int = 2048,
    pooling: Pooling = HCA,
    trials: int = 1000,
    seed: int = 1,
) -> tuple[Measured, ...]:
    """How often a query finds the slot its needle was pooled into, by the gate margin of the needle.

    One haystack of ``slots - 1`` pooled blocks of unit noise; each trial pools a fresh block that holds a
    needle with entries +1 and -1, and searches with the needle itself. All margins see the same blocks.
    """
    rng = np.random.default_rng(seed)
    window, width = pooling.tokens_per_slot, pooling.width
    even = np.zeros((window, width), dtype=np.float32)
    haystack = np.empty((slots - 1, width), dtype=np.float32)
    for at in range(0, slots - 1, _BATCH):
        count = min(_BATCH, slots - 1 - at)
        rows = rng.standard_normal((count * window, width), dtype=np.float32)
        haystack[at : at + count] = hca_slots(rows, np.zeros_like(rows), even)
    found = np.zeros(len(margins), dtype=int)
    for _ in range(trials):
        block = rng.standard_normal((window, width), dtype=np.float32)
        needle = block[0] = (rng.integers(0, 2, width) * 2 - 1).astype(np.float32)
        best_other = float((haystack @ needle).max())
        for i, margin in enumerate(margins):
            logits = even.copy()
            logits[0] = margin
            found[i] += float(hca_slots(block, logits, even)[0] @ needle) > best_other
    shares = found / trials
    spread = np.sqrt(np.maximum(shares * (1 - shares), 1 / trials) / trials)
    return tuple(
        Measured(value=float(s), error=float(e), trials=trials, seed=seed)
        for s, e in zip(shares, spread, strict=True)
    )
