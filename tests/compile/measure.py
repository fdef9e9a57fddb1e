"""How right a computed value is: its error in units of what its formula can keep.

With u = 2^-53 and kappa = sum |x df/dx / f|, the formula's own condition number, an error is measured as

    |computed - true| / (u (1 + kappa) |true|)  =  |computed - true| / (u (|f| + sum |x df/dx|))

and may be 4; up to 16 where a record says why. The second form stays meaningful at a zero. At a kink of
``Max``, ``Min`` or ``Piecewise`` the neighbouring branch counts too, where it cannot be told from the
branch taken.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite

import sympy
from flint import arb, ctx
from sympy import Symbol
from sympy.core.expr import Expr

from attnmem.compile.high_precision import to_enclosure
from attnmem.errors import BadInput

from .arb import Balls, Undecided

BITS = 64
ALLOWED = 4.0
UNIT = arb(2) ** -53

# What so many bits do not tell from zero is too small for a double, since its parts are in range.
FAR_BELOW = 1 << 12
SHORT = 1 << 32
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

    def at(self, point: Sequence[float]) -> tuple[arb, arb] | None:
        """f, and the sum to 60 bits, in which a slope of zero adds nothing; None where it is not told."""
        for bits in precisions():
            try:
                parts = self.balls(point, bits)
            except Undecided:
                continue
            with ctx.workprec(bits):
                total = sum(map(abs, parts), arb(0))
            if total.rel_accuracy_bits() >= BITS - 4:
                return parts[0], total
        return None


class Measure:
    """The measure of one formula: ``error(point, true, computed)``, true from ``reference(point)``."""

    def __init__(self, expression: Expr, arguments: Sequence[Symbol]) -> None:
        self.expression, self.arguments = expression, tuple(arguments)
        self.balls = Balls((expression,), arguments)

    @cached_property
    def branches(self) -> tuple[Sensitivity, ...]:
        """Built when first needed: most points are right to a few u whatever kappa is."""
        return tuple(Sensitivity(b, self.arguments) for b in dict.fromkeys(_branches(self.expression)))

    def reference(self, point: Sequence[float]) -> arb | None:
        """The true value to 64 bits, or None where it leaves the normal range of a double.

        Raises      BadInput where there is no real value
        """
        value = arb.nan()
        for bits in precisions():
            try:
                (value,) = self.balls(point, bits)
            except Undecided:
                continue
            if abs(value) < SMALLEST:
                return arb(0) if value.is_zero() or (value.contains(0) and self._is_zero(point)) else None
            if abs(value) > LARGEST:
                return None
            if value.rel_accuracy_bits() >= BITS:
                return value
        if value.is_nan():
            raise BadInput(f"undefined: {self.expression} at {tuple(point)}")
        return arb(0) if self._is_zero(point) else None

    def _is_zero(self, point: Sequence[float]) -> bool:
        """Whether SymPy knows an exact zero that no precision shows: asked for numbers of a few digits."""
        if any(sum(map(abs, x.as_integer_ratio())) > SHORT for x in point):
            return False
        try:
            return bool(to_enclosure(self.expression, self.arguments, FAR_BELOW)(point, BITS) == 0)
        except BadInput:
            return False

    def error(self, point: Sequence[float], true: arb, computed: float) -> Error:
        """A computed value against the reference; anything not finite is infinitely wrong."""
        size = self._size(point, true, computed) if isfinite(computed) else float("inf")
        return Error(size, tuple(point), computed, float(true))

    def _size(self, point: Sequence[float], true: arb, computed: float) -> float:
        difference = abs(computed - true)
        plain = _ratio(difference, abs(true))
        return plain if plain <= ALLOWED else min(plain, self._scaled(point, true, difference))

    def _scaled(self, point: Sequence[float], true: arb, difference: arb) -> float:
        """The error over |f| + sum |x df/dx|, of the branch taken or of one that cannot be told from it."""
        best = float("inf")
        for branch in self.branches:
            found = branch.at(point)
            if found and abs(found[0] - true) <= found[1] * UNIT * ALLOWED:
                best = min(best, _ratio(difference, found[1]))
        return best


def precisions() -> Iterator[int]:
    """Ever more working bits, as long as they may help."""
    bits = BITS + 32
    while bits <= 2 * FAR_BELOW:
        yield bits
        bits *= 2


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
