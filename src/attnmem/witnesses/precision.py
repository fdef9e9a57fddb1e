"""What formats do to a decay: rounded and run, not estimated."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from attnmem.core.floats import FORMATS, Format, round_array
from attnmem.core.stagnation import drift, frozen, run_decay
from attnmem.witnesses.measured import Measured


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A wanted lifetime and the lifetimes that come out when a format stores the decay, or its logarithm."""

    key: str
    wanted: float
    from_decay: float
    from_log: float
    digits_from_decay: float
    digits_from_log: float


def _digits(wanted: float, got: float) -> float:
    """Decimal digits on which two lifetimes agree, none if one is infinite."""
    if not np.isfinite(got):
        return 0.0
    return float(min(16.0, max(0.0, -np.log10(max(abs(got / wanted - 1), 1e-16)))))


def stored(fmt: Format, lifetime: float, threshold: float) -> Stored:
    """Round alpha, and round ln alpha, to a format and see what lifetime each one has then."""
    log_decay = np.log(threshold) / lifetime
    # A format finer than what holds the sum 1 + x would see float64's own rounding: none of these is.
    complement = -np.expm1(log_decay)
    alpha = round_array(1 - complement, fmt)
    near, near_log = 1 - float(alpha), float(round_array(log_decay, fmt))
    from_decay = np.log(threshold) / np.log1p(-near) if near else np.inf
    from_log = np.log(threshold) / near_log if near_log else np.inf
    return Stored(
        key=fmt.key,
        wanted=lifetime,
        from_decay=float(from_decay),
        from_log=float(from_log),
        digits_from_decay=_digits(lifetime, float(from_decay)),
        digits_from_log=_digits(lifetime, float(from_log)),
    )


def stored_map(lifetimes: tuple[float, ...], threshold: float) -> tuple[Stored, ...]:
    """Every format at every lifetime: digits left by storing the decay, and by storing its logarithm."""
    return tuple(stored(fmt, lifetime, threshold) for fmt in FORMATS for lifetime in lifetimes)


def freezing_complement(fmt: Format, halvings: int = 40) -> Fraction:
    """The largest 1 - alpha found at which every normal state of a format stands still, by halving."""
    states = [1 + Fraction(i, 2 ** (fmt.precision - 1)) for i in range(2 ** (fmt.precision - 1))]
    low, high = Fraction(0), Fraction(1)
    for _ in range(halvings):
        middle = (low + high) / 2
        if all(frozen(state, middle, fmt) for state in states):
            low = middle
        else:
            high = middle
    return low


def run_lifetimes(
    fmt: Format, lifetimes: NDArray[np.float64], threshold: float, chunk: int
) -> NDArray[np.int64]:
    """The steps after which a state kept in the format is at the threshold; 0 where it never gets there."""
    most = int(4 * lifetimes.max()) + chunk
    return run_decay(threshold ** (1 / lifetimes), fmt, threshold=threshold, most=most, chunk=chunk).steps


def random_drift(fmt: Format, steps: int, *, trials: int = 40, seed: int = 1) -> Measured:
    """Root mean square relative error of a product of ``steps`` random decays, in units of the round-off."""
    rng = np.random.default_rng(seed)
    errors = np.array([drift(0.01 ** (rng.uniform(0, 2, steps) / steps), fmt) for _ in range(trials)])
    value = float(np.sqrt((errors**2).mean()) / float(fmt.round_off))
    return Measured(value=value, error=value / float(np.sqrt(2 * trials)), trials=trials, seed=seed)


def sigmoid_by_tanh(logits: NDArray[np.float64], fmt: Format) -> NDArray[np.float64]:
    """The logistic function as tanh(x / 2) / 2 + 1 / 2, each operation rounded to the format."""
    half = round_array(np.tanh(round_array(logits / 2, fmt)), fmt) / 2
    return round_array(half + 0.5, fmt)
