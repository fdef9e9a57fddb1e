"""How many digits of a fading a format keeps, and where its wall is: rounded, counted, searched."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from attnmem.core.floats import FORMATS, Format, round_array
from attnmem.core.stagnation import run_decay
from attnmem.evaluation import evaluate
from attnmem.witnesses.precision import random_drift

NEIGHBOURS, SHORTEST = 65, 0.8
COUNTED = 20_000  # multiplications that a count may take; longer lifetimes are counted in strides


@dataclass(frozen=True, slots=True)
class Digits:
    """Right decimal digits of a fading per token, the worst of many neighbours, stored in two ways."""

    from_decay: float
    from_log: float


def worst_digits(fmt: Format, lifetime: float, threshold: float) -> Digits:
    """Round the decay, and its logarithm, for lifetimes up to a fifth shorter; the fewest digits left.

    >>> from attnmem.core.floats import float_format
    >>> worst_digits(float_format("bf16"), 1e6, 0.01).from_decay
    0.0
    """
    wanted = lifetime * np.geomspace(SHORTEST, 1, NEIGHBOURS)
    logs = np.log(threshold) / wanted
    complement = 1 - round_array(1 + np.expm1(logs), fmt)
    return Digits(_fewest(logs, np.log1p(-complement)), _fewest(logs, round_array(logs, fmt)))


def _fewest(wanted: NDArray[np.float64], got: NDArray[np.float64]) -> float:
    error = float(np.abs(got / wanted - 1).max())
    return float(np.clip(-np.log10(max(error, 1e-16)), 0, 16)) + 0.0  # none at all is 0, not -0


def kept(
    decays: NDArray[np.float64], fmt: Format, threshold: float = 0.01
) -> Mapping[str, NDArray[np.float64]]:
    """Lifetimes of some decays: as they are, stored in a format, and with their logarithms stored in it.

    Shapes      decays (m,) -> columns (m,)
    """
    logs = np.log(np.asarray(decays, dtype=np.float64))
    with np.errstate(divide="ignore"):
        return {
            "decay": np.exp(logs),
            "lifetime": np.log(threshold) / logs,
            "decay stored": -np.log(threshold) / np.abs(np.log(round_array(np.exp(logs), fmt))),
            "logarithm stored": np.log(threshold) / round_array(logs, fmt),
        }


def least_loss(fmt: Format) -> float:
    """The smallest loss per token found whose decay the format still tells from one, by halving."""
    low, high = 0.0, 0.5
    for _ in range(120):
        middle = (low + high) / 2
        low, high = (low, middle) if round_array(1 - middle, fmt) < 1 else (middle, high)
    return float(1 - round_array(1 - high, fmt))


def walls(threshold: float = 0.01) -> tuple[Mapping[str, object], ...]:
    """Each format's longest lifetime: the formula, at 50 digits, and steps counted with its decay."""
    return tuple(_wall(fmt, threshold) for fmt in FORMATS if fmt.key not in ("fp64", "e2m1"))


def _wall(fmt: Format, threshold: float) -> Mapping[str, object]:
    exact = evaluate("float-lifetime", digits=50, p=fmt.precision, theta=str(threshold))
    told = float(evaluate("float-lifetime", p=fmt.precision, theta=str(threshold)))
    loss, fp64 = least_loss(fmt), FORMATS[0]
    stride = int(told / COUNTED) + 1
    run = run_decay(np.array([1 - loss]), fp64, threshold=threshold, most=2 * int(told), chunk=stride)
    return {
        "format": fmt.title,
        "bits": fmt.precision,
        "least loss": loss,
        "longest lifetime": told,
        "differs at 50 digits by": abs(float(exact - told)) / told,
        "counted": int(run.steps[0]),
        "counted in strides of": stride,
    }


def drifts(fmt: Format, lengths: tuple[int, ...], trials: int = 20) -> tuple[Mapping[str, object], ...]:
    """Products of random decays rounded at each step: the measured relative drift, and both bounds."""
    return tuple(_drift(fmt, length, trials) for length in lengths)


def _drift(fmt: Format, length: int, trials: int) -> Mapping[str, object]:
    unit = float(fmt.round_off)
    seen = random_drift(fmt, length, trials=trials)
    return {
        "format": fmt.title,
        "multiplications": length,
        "measured": seen.value * unit,
        "standard error": seen.error * unit,
        "bound, random": float(evaluate("roundoff-random", T=length, p=fmt.precision)),
        "bound, worst case": float(evaluate("roundoff-worst", T=length, p=fmt.precision)),
    }
