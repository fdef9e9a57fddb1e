"""A decaying state kept in a format: run the recursion and see where it stops moving.

The decay is held and multiplied in float64 and the product rounded to the format, once per step or once per
chunk: what is left is the format's own doing.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnmem.core.floats import Format, round_array, round_exact

Array = NDArray[np.floating[Any]]


def frozen(state: Fraction, complement: Fraction, fmt: Format) -> bool:
    """Whether a state of the format stays where it is when multiplied by 1 - complement and rounded.

    >>> from attnmem.core.floats import float_format
    >>> frozen(Fraction(1), Fraction(1, 2**9), float_format("bf16"))  # a tie that goes back to even
    True
    """
    return round_exact(state * (1 - complement), fmt) == state


@dataclass(frozen=True, slots=True)
class Run:
    """For each decay: the steps until the state fell to the threshold (0 if never) and where it ended."""

    steps: NDArray[np.int64]
    last: Array


def run_decay(
    decays: Array,
    fmt: Format,
    *,
    threshold: float,
    most: int | NDArray[np.integer[Any]],
    chunk: int = 1,
    start: float = 1.0,
) -> Run:
    """Decay a state, rounding after every ``chunk`` steps, until it falls to the threshold or stops.

    A state that one rounded product does not change never changes again: the recursion has no other memory.
    It ends after ``most`` steps, the same for every decay or one number for each.

    Shapes      decays (m,), most () or (m,) -> steps, last (m,)
    """
    factor = np.asarray(decays, dtype=np.float64) ** chunk
    state = np.full(factor.shape, start)
    steps = np.zeros(factor.shape, dtype=np.int64)
    moving, most = np.arange(len(factor)), np.broadcast_to(most, factor.shape)
    for done in range(chunk, int(most.max(initial=0)) + 1, chunk):
        moving = moving[most[moving] >= done]
        new = round_array(state[moving] * factor[moving], fmt)
        moved = new != state[moving]
        state[moving] = new
        below = new <= threshold * start
        steps[moving[below]] = done
        moving = moving[moved & ~below]
        if not len(moving):
            break
    return Run(steps, state)


def drift(decays: Array, fmt: Format) -> float:
    """The relative error of a product of decays whose every partial product is rounded to the format.

    The exact product is the sum of logarithms in float64, whose own error is a thousandth of FP32's or less.
    """
    product = np.ones(1)
    for decay in decays:
        product = round_array(product * decay, fmt)
    return float(product[0] * np.exp(-np.log(decays).sum()) - 1)
