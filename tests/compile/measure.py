"""How right a computed value is: its error in units of what its formula can keep.

With u = 2^-53 and kappa = sum |x df/dx / f|, the formula's own condition number, an error is measured as

    |computed - true| / (u (1 + kappa) |true|)  =  |computed - true| / (u (|f| + sum |x df/dx|))

and may be 4; up to 16 where a record says why. The second form stays meaningful at a zero. At a kink of
``Max``, ``Min`` or ``Piecewise`` the neighbouring branch counts too, where it cannot be told from the
branch taken.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, isfinite
from typing import TypeVar

import numpy as np
import sympy
from flint import arb, ctx
from numpy.typing import NDArray
from sympy import Symbol
from sympy.core.expr import Expr

from attnmem.compile.high_precision import to_enclosure
from attnmem.errors import BadInput

from .arb import Balls

BITS = 64
ALLOWED = 4.0
UNIT = arb(2) ** -53

# What so many bits do not tell from zero is too small for a double, since its parts are in range.
FAR_BELOW = 1 << 12
SHORT = 1 << 32
T = TypeVar("T")
Row = tuple[arb, ...]
SMALLEST, LARGEST = arb(2) ** -1022, arb(2) ** 1023


@dataclass(frozen=True, slots=True)
class Error:
    """One value's error in units of u (1 + kappa) |f|, and where it was made."""

    size: float
    point: tuple[float, ...]
    computed: float
    true: float


class Sensitivity:
    """One smooth branch: f, and |f| + sum |x df/dx|."""

    def __init__(self, expression: Expr, arguments: Sequence[Symbol]) -> None:
        partials = (x * sympy.diff(expression, x) for x in arguments)
        self.balls = Balls((expression, *(p for p in partials if p != 0)), arguments)

    def at(self, points: Sequence[Sequence[float]]) -> list[tuple[arb, arb]]:
        """f, and the sum to 60 bits, in which a slope of zero adds nothing; NaN where it is not told."""
        return climb(self.balls, points, lambda parts: (parts[0], sum(map(abs, parts), arb(0))), _is_known)


class Measure:
    """The measure of one formula: ``sizes(points, true, computed)``, true from ``references(points)``."""

    def __init__(self, expression: Expr, arguments: Sequence[Symbol]) -> None:
        self.expression, self.arguments = expression, tuple(arguments)
        self.balls = Balls((expression,), arguments)

    @cached_property
    def branches(self) -> tuple[Sensitivity, ...]:
        """Built when first needed: most points are right to a few u whatever kappa is."""
        return tuple(Sensitivity(b, self.arguments) for b in dict.fromkeys(_branches(self.expression)))

    def references(self, points: Sequence[Sequence[float]]) -> list[arb | None]:
        """The true values to 64 bits, or None where one leaves the normal range of a double.

        Raises      BadInput where there is no real value
        """
        values = climb(self.balls, points, lambda parts: parts[0], _is_settled)
        return [self._told(value, point) for value, point in zip(values, points, strict=True)]

    def reference(self, point: Sequence[float]) -> arb | None:
        """The true value at one point."""
        return self.references([point])[0]

    def _told(self, value: arb, point: Sequence[float]) -> arb | None:
        if value.is_nan():
            raise BadInput(f"undefined: {self.expression} at {tuple(point)}")
        if abs(value) > LARGEST or (abs(value) < SMALLEST and not value.contains(0)):
            return None
        if abs(value) >= SMALLEST and value.rel_accuracy_bits() >= BITS:
            return value
        return arb(0) if value.is_zero() or self._is_zero(point) else None

    def _is_zero(self, point: Sequence[float]) -> bool:
        """Whether SymPy knows an exact zero that no precision shows: asked for numbers of a few digits."""
        if any(sum(map(abs, x.as_integer_ratio())) > SHORT for x in point):
            return False
        try:
            return bool(to_enclosure(self.expression, self.arguments, FAR_BELOW)(point, BITS) == 0)
        except BadInput:
            return False

    def sizes(
        self, points: Sequence[Sequence[float]], true: Sequence[arb], computed: Sequence[float]
    ) -> NDArray[np.float64]:
        """Errors in units of u (1 + kappa) |f|, from above; anything not finite is infinitely wrong."""
        sizes = _at_most(np.array(computed), np.array(list(map(float, true))))
        for i in np.flatnonzero(~(sizes <= ALLOWED)):
            sizes[i] = _ratio(abs(computed[i] - true[i]), abs(true[i])) if isfinite(computed[i]) else inf
        hard = np.flatnonzero((sizes > ALLOWED) & np.isfinite(computed))
        for branch in self.branches if len(hard) else ():
            for i, (f, total) in zip(hard, branch.at([points[i] for i in hard]), strict=True):
                if abs(f - true[i]) <= total * UNIT * ALLOWED:  # the branch taken, or not told from it
                    sizes[i] = min(sizes[i], _ratio(abs(computed[i] - true[i]), total))
        return sizes

    def worst(
        self, points: Sequence[Sequence[float]], true: Sequence[arb], computed: Sequence[float]
    ) -> Error:
        """The largest error."""
        sizes = self.sizes(points, true, computed)
        i = int(np.argmax(sizes))
        return Error(float(sizes[i]), tuple(points[i]), computed[i], float(true[i]))


def climb(
    balls: Balls, points: Sequence[Sequence[float]], read: Callable[[Row], T], enough: Callable[[T], bool]
) -> list[T]:
    """What is read from the balls of each point, with ever more bits where that is not enough."""
    found: dict[int, T] = {}
    left = list(range(len(points)))
    bits = BITS + 32
    while left and bits <= 2 * FAR_BELOW:
        rows = list(zip(*balls([points[i] for i in left], bits), strict=True))
        with ctx.workprec(bits):
            found.update(zip(left, map(read, rows), strict=True))
        left = [i for i in left if not enough(found[i])]
        bits *= 2
    return [found[i] for i in range(len(points))]


def _is_known(found: tuple[arb, arb]) -> bool:
    return bool(found[1].rel_accuracy_bits() >= BITS - 4)


def _is_settled(value: arb) -> bool:
    """Whether a ball tells a value that a double holds in full, or that it is none."""
    size = abs(value)
    return bool(size < SMALLEST or size > LARGEST or value.rel_accuracy_bits() >= BITS)


def _at_most(computed: NDArray[np.float64], near: NDArray[np.float64]) -> NDArray[np.float64]:
    """An error no smaller than the true one in units of u, from the nearest doubles of true values."""
    with np.errstate(all="ignore"):
        return np.abs(computed - near) / np.abs(near) * 2.0**53 + 1.01


def _branches(expression: Expr) -> Iterator[Expr]:
    """The expression with each ``Max``, ``Min`` and ``Piecewise`` replaced by each of its parts in turn."""
    fork = min(expression.atoms(sympy.Max, sympy.Min, sympy.Piecewise), key=str, default=None)
    if fork is None:
        yield expression
        return
    for part in _parts(fork):
        yield from _branches(expression.xreplace({fork: part}))


def _parts(fork: Expr) -> tuple[Expr, ...]:
    return tuple(pair[0] for pair in fork.args) if isinstance(fork, sympy.Piecewise) else fork.args


def _ratio(difference: arb, scale: arb) -> float:
    """``difference`` in units of u ``scale``, from above."""
    if difference == 0:
        return 0.0
    return float((difference / (scale * UNIT)).abs_upper()) if scale != 0 else float("inf")
