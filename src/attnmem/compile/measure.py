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
from itertools import product
from typing import Any

import sympy
from mpmath.libmp import (
    from_float,
    fzero,
    mpf_abs,
    mpf_div,
    mpf_le,
    mpf_mul,
    mpf_shift,
    mpf_sub,
    to_float,
)
from sympy import Symbol
from sympy.core.expr import Expr

from attnmem.compile import balls
from attnmem.compile.balls import Imprecise, Number, Undefined, ball, magnitude
from attnmem.compile.high_precision import as_fraction, to_enclosure
from attnmem.compile.steps import Steps
from attnmem.errors import BadInput

BITS = 64
ALLOWED = 4.0

# What so many bits do not tell from zero is too small for a double, since its parts are in range.
FAR_BELOW = 1 << 12


@dataclass(frozen=True, slots=True)
class Error:
    """One value's error in units of u (1 + kappa) |f|, and where it was made."""

    size: float
    point: tuple[float, ...]
    computed: float
    true: float


class Sensitivity:
    """One smooth branch: f, and |f| + sum |x df/dx|, as raw mpmath numbers."""

    def __init__(self, expression: Expr, arguments: Sequence[Symbol]) -> None:
        partials = (x * sympy.diff(expression, x) for x in arguments)
        self.steps = Steps((expression, *(p for p in partials if p != 0)), arguments)

    def at(self, point: Sequence[float]) -> tuple[Any, Any]:
        """f, and the sum to 60 bits; a slope that is zero adds nothing, told from zero or not."""
        values = [as_fraction(x) for x in point]
        value, total = balls.settle_sum(lambda bits: self.steps(values, bits), BITS - 4, FAR_BELOW)
        return value, total


class Measure:
    """The measure of one formula: ``error(point, computed)``."""

    def __init__(self, expression: Expr, arguments: Sequence[Symbol]) -> None:
        self.expression, self.arguments = expression, tuple(arguments)
        self.true = to_enclosure(expression, arguments, FAR_BELOW)

    @cached_property
    def branches(self) -> tuple[Sensitivity, ...]:
        """Built when first needed: most points are right to a few u whatever kappa is."""
        return tuple(Sensitivity(b, self.arguments) for b in _branches(self.expression))

    def reference(self, point: Sequence[float]) -> Any:
        """The true value as a raw mpmath number, or None where it leaves the normal range of a double."""
        try:
            value = _raw(self.true(point, BITS))
        except BadInput as error:
            if "do not tell" in str(error):
                return None
            raise
        return value if value == fzero or -1021 <= magnitude(value) <= 1023 else None

    def error(self, point: Sequence[float], true: Any, computed: float) -> Error:
        """A computed value against the reference; anything not finite is infinitely wrong."""
        place = tuple(point)
        if computed != computed or computed in (float("inf"), -float("inf")):
            return Error(float("inf"), place, computed, to_float(true))
        difference = mpf_abs(mpf_sub(from_float(computed), true, BITS))
        if difference == fzero:
            return Error(0.0, place, computed, computed)
        plain = _ratio(difference, mpf_abs(true))
        size = plain if plain <= ALLOWED else min(plain, self._scaled(point, true, difference))
        return Error(size, place, computed, to_float(true))

    def _scaled(self, point: Sequence[float], true: Any, difference: Any) -> float:
        """The error over |f| + sum |x df/dx|, of the branch taken or of one that cannot be told from it."""
        best = float("inf")
        for branch in self.branches:
            try:
                value, total = branch.at(point)
            except (Imprecise, Undefined):
                continue
            apart = mpf_abs(mpf_sub(value, true, BITS))
            if mpf_le(apart, mpf_mul(total, mpf_shift(from_float(ALLOWED), -53), 30, "u")):
                best = min(best, _ratio(difference, total))
        return best


def _branches(expression: Expr) -> Iterator[Expr]:
    """The expression with each ``Max``, ``Min`` and ``Piecewise`` replaced by each of its parts in turn."""
    forks = sorted(expression.atoms(sympy.Max, sympy.Min, sympy.Piecewise), key=str)
    if not forks:
        yield expression
        return
    for chosen in product(*(_parts(fork) for fork in forks)):
        yield expression.xreplace(dict(zip(forks, chosen, strict=True)))


def _parts(fork: Expr) -> tuple[Expr, ...]:
    return tuple(pair[0] for pair in fork.args) if isinstance(fork, sympy.Piecewise) else fork.args


def _raw(number: Number) -> Any:
    return ball(number, BITS + 16).value


def _ratio(difference: Any, scale: Any) -> float:
    if scale == fzero:
        return float("inf")
    return float(to_float(mpf_div(mpf_shift(difference, 53), scale, 53)))
