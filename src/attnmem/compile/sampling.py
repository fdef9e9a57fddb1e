"""Points of a formula's domain: ordinary ones, extreme ones, its edges, and the neighbours of its zeros.

Everything is drawn from a seed, so a point that fails can be found again.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from sympy import Symbol, oo

from attnmem.compile.arrays import to_mask, to_numpy
from attnmem.compile.domain import Condition, declared
from attnmem.compile.runtime import Array
from attnmem.errors import BadInput
from attnmem.symbols import Quantity, Scale

LARGEST_WHOLE = 2.0**53
SMALLEST, LARGEST = 1e-300, 1e300
SMALLEST_NORMAL = 2.0**-1022
EXPONENTS = 750.0
MIDDLING = 30.0
ROUNDS = 60
STEPS = (0, 1, 2, 3, 100, 10**6, 10**9, 10**12, 10**14)


def sample(
    arguments: Sequence[Symbol], conditions: Sequence[Condition] = (), count: int = 10_000, seed: int = 0
) -> Array:
    """At least ``count`` points of the domain, one a row, its edges among them; fewer if it has fewer.

    >>> from attnmem.symbols import quantity
    >>> sample([quantity("tail_mass").symbol], count=1000).shape[1]
    1

    Raises      BadInput if no point that meets the conditions was found
    """
    rng = np.random.default_rng(seed)
    inside = to_mask(arguments, conditions)
    found = _each_once(_edges(arguments, conditions, rng, count))
    for _ in range(ROUNDS):
        if len(found) >= count:
            break
        drawn = np.stack([_column(declared(s), count, rng) for s in arguments], axis=1)
        found = _each_once(np.concatenate([found, drawn[_held(inside, drawn)]]))
    if len(found) == 0:
        raise BadInput(
            f"no point of {', '.join(s.name for s in arguments)} meets {len(conditions)} conditions"
        )
    return found


def near_zeros(
    function: Callable[..., Any],
    points: Array,
    arguments: Sequence[Symbol],
    conditions: Sequence[Condition] = (),
    seed: int = 0,
) -> Array:
    """Neighbours of the zeros that lie between two of the points that differ in one argument only."""
    rng = np.random.default_rng(seed)
    inside = to_mask(arguments, conditions)
    found = [np.empty((0, len(arguments)))]
    for place, symbol in enumerate(arguments):
        low = points[rng.integers(len(points), size=512)]
        high = low.copy()
        high[:, place] = points[rng.integers(len(points), size=512), place]
        both = _held(inside, low) & _held(inside, high)
        low, high = low[both], high[both]
        crossed = np.sign(function(*low.T)) * np.sign(function(*high.T)) < 0
        zeros = _bisected(function, low[crossed], high[crossed], place, declared(symbol).whole)
        around = _around(zeros, place, declared(symbol).whole)
        found.append(around[_held(inside, around)])
    return np.concatenate(found)


def _held(inside: Callable[..., NDArray[np.bool_]], points: Array) -> NDArray[np.bool_]:
    with np.errstate(all="ignore"):
        return inside(list(points.T))


def _each_once(points: Array) -> Array:
    """The points by their coordinates, none twice: what ``numpy.unique`` along rows says, sooner."""
    ordered = points[np.lexsort(points.T[::-1])]
    new = np.ones(len(ordered), dtype=bool)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    return np.asarray(ordered[new])


def _column(of: Quantity, count: int, rng: Generator) -> Array:
    """Values of one quantity: a slider's range, where exponentials run out, all magnitudes, the ends."""
    third, low, high = count // 3, *_span(of)
    exponents = rng.uniform(max(low, -EXPONENTS), min(high, EXPONENTS), size=third)
    values = np.concatenate([_usual(of, third, rng), exponents, _magnitudes(of, count - 2 * third, rng)])
    few = rng.random(count) < 0.02
    values[few] = rng.choice(_ends(of), size=int(few.sum()))
    rng.shuffle(values)
    return np.floor(values) if of.whole else values


def _span(of: Quantity) -> tuple[float, float]:
    limit = LARGEST_WHOLE if of.whole else LARGEST
    low = -limit if of.low == -oo else float(of.low)
    return low, limit if of.high == oo else float(of.high)


def _usual(of: Quantity, count: int, rng: Generator) -> Array:
    low, high = _span(of)
    if of.slider is not None:
        low, high = float(of.slider.low), float(of.slider.high)
        if of.slider.scale is not Scale.LINEAR:
            return np.exp(rng.uniform(np.log(low), np.log(high), size=count))
    return rng.uniform(max(low, -MIDDLING), min(high, MIDDLING), size=count)


def _magnitudes(of: Quantity, count: int, rng: Generator) -> Array:
    """Distances of every magnitude from the lower end, from the upper one, and from zero between them."""
    low, high = _span(of)
    least = 1.0 if of.whole else SMALLEST
    centres = [end for end in (low, high) if abs(end) < LARGEST_WHOLE] or [0.0]
    if low < 0 < high:
        centres.append(0.0)
    centre = rng.choice(np.array(centres), size=count)
    reach = np.log(min(high - low, LARGEST_WHOLE if of.whole else LARGEST))
    distance = np.exp(rng.uniform(min(np.log(least), reach), reach, size=count))
    relative = (
        np.abs(centre) * 2.0**-53 > distance
    )  # too close to be another number: spread over the last bits
    distance[relative] = (np.abs(centre) * 2.0 ** -rng.uniform(1, 53, size=count))[relative]
    sign = np.where(centre <= low, 1.0, np.where(centre >= high, -1.0, rng.choice([-1.0, 1.0], size=count)))
    return np.clip(centre + sign * distance, low, high)


def _ends(of: Quantity) -> Array:
    low, high = _span(of)
    return np.array([low, _inward(low, high, of.whole), high, _inward(high, low, of.whole)])


def _inward(end: float, other: float, whole: bool) -> float:
    """The next number of full precision: beside zero that is the smallest normal one."""
    towards = float(np.sign(other - end))
    if whole:
        return end + towards
    return towards * SMALLEST_NORMAL if end == 0 else float(np.nextafter(end, other))


def _edges(arguments: Sequence[Symbol], conditions: Sequence[Condition], rng: Generator, count: int) -> Array:
    """Points on the border of each joint condition that gives one symbol alone on a side."""
    inside = to_mask(arguments, conditions)
    found = [np.empty((0, len(arguments)))]
    for condition in conditions:
        for symbol, other, outward in (
            (condition.left, condition.right, 1),
            (condition.right, condition.left, -1),
        ):
            if symbol not in arguments:
                continue
            place, of = list(arguments).index(symbol), declared(symbol)
            drawn = np.stack([_column(declared(s), count, rng) for s in arguments], axis=1)
            limit = to_numpy(other, arguments)(*drawn.T)
            for step in STEPS[:3] if of.whole else STEPS:
                if of.whole:
                    border = (np.floor(limit) if outward > 0 else np.ceil(limit)) - outward * step
                else:
                    border = _moved(limit, -outward * step)
                drawn[:, place] = border
                found.append(drawn[_held(inside, drawn)][: count // 100])
    return np.concatenate(found)


def _ordinal(x: Array) -> NDArray[np.int64]:
    """Doubles as whole numbers in the same order, neighbours one apart."""
    bits = np.ascontiguousarray(x, dtype=np.float64).view(np.int64)
    return np.where(bits < 0, np.int64(-(2**63)) - bits, bits)


def _double(ordinal: NDArray[np.int64]) -> Array:
    bits = np.where(ordinal < 0, np.int64(-(2**63)) - ordinal, ordinal)
    return np.ascontiguousarray(bits).view(np.float64)


def _moved(x: Array, steps: int) -> Array:
    return _double(_ordinal(x) + np.int64(steps))


def _bisected(function: Callable[..., Any], low: Array, high: Array, place: int, whole: bool) -> Array:
    """The last point before the sign changes, by halving the count of doubles between."""
    if not len(low):
        return low
    to, back = (
        (lambda x: x.astype(np.int64), lambda i: i.astype(np.float64)) if whole else (_ordinal, _double)
    )
    left, right = to(low[:, place]), to(high[:, place])
    sign = np.sign(function(*low.T))
    point = low.copy()
    for _ in range(64):
        middle = (left >> 1) + (right >> 1) + (left & right & 1)
        point[:, place] = back(middle)
        same = np.sign(function(*point.T)) == sign
        left, right = np.where(same, middle, left), np.where(same, right, middle)
    point[:, place] = back(left)
    return point


def _around(zeros: Array, place: int, whole: bool) -> Array:
    found = []
    for step in (sign * step for step in (STEPS[:4] if whole else STEPS) for sign in (1, -1)):
        moved = zeros.copy()
        moved[:, place] = zeros[:, place] + step if whole else _moved(zeros[:, place], step)
        found.append(moved)
    return np.concatenate(found)
