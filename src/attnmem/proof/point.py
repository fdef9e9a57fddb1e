"""One point of a domain: the values of its atoms, and members of families, drawn when first met."""

import random
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

import mpmath
from sympy import Expr, Indexed, Rational

from attnmem.proof.record import Condition
from attnmem.proof.walk import NoValue, walk


class _BeingDrawn(Exception):
    """A member whose bound asks, by way of others, for the member itself."""


@dataclass(slots=True)
class Point:
    """Values of the atoms at one point; members of families are drawn when first met."""

    values: dict[Any, Any]
    families: tuple[Condition, ...]
    chance: random.Random
    spread: Rational
    drawn: dict[Any, Any] = field(default_factory=dict)
    drawing: set[Any] = field(default_factory=set)
    moved: bool = False  # to where the claim says that its sides are equal

    def __call__(self, e: Expr) -> Any:
        return walk(e, {**self.values, **self.drawn}, mpmath.mp, self.draw)

    def copy(self) -> "Point":
        """The same point with a future of its own: what is drawn from one is not drawn from the other."""
        return replace(
            self, values=dict(self.values), drawn=dict(self.drawn), drawing=set(), chance=copy(self.chance)
        )

    def draw(self, member: tuple[Any, ...], e: Expr) -> Any:
        """A number for one member of a family, between the bounds that its conditions and its kind set."""
        if member in self.drawing:
            raise _BeingDrawn(member)
        if member not in self.drawn:
            self.drawing.add(member)
            try:
                low, high, strict = self._bounds(member)
            finally:
                self.drawing.remove(member)
            if low is None and (e.is_positive or e.is_nonnegative):
                low = Rational(int(bool(e.is_positive)), 100)
            number = self._between(low, high, strict)
            self.drawn[member] = Rational(round(number)) if e.is_integer else number
        return self.drawn[member]

    def _bounds(self, member: tuple[Any, ...]) -> tuple[Any, Any, bool]:
        """The ends that all conditions on a member set together, and whether one of them is left out."""
        low = high = None
        strict = False
        for c in self.families:
            assert c.over is not None
            index, first, last = c.over
            for i, place in _member_of(c, member[0], index):
                if not (self(first) <= member[1 + place] <= self(last)):
                    continue
                strict = strict or c.strict
                at = {**self.values, **self.drawn, index: member[1 + place]}
                if c.right == i:
                    low = _sharper(max, low, self._end(c.left, at))
                elif c.left == i:
                    high = _sharper(min, high, self._end(c.right, at))
        if low is not None and high is not None and low > high:
            raise NoValue(f"{member} has no place between {low} and {high}")
        return low, high, strict

    def _end(self, e: Expr, at: Mapping[Any, Any]) -> Any:
        """The end that a condition sets; ``None`` if it asks for a member that is being drawn."""
        try:
            return walk(e, at, mpmath.mp, self.draw)
        except _BeingDrawn:
            return None

    def _between(self, low: Any, high: Any, strict: bool) -> Any:
        step = self.spread * self.chance.randint(0, 12)
        if strict:  # 1 to 11 of 12 parts of the way, as the ends are left out
            step = Rational(self.chance.randint(1, 11))
        if low is not None and high is not None:
            return low + (high - low) * mpmath.mpf(int(step.p)) / (12 * int(step.q))
        if low is not None:
            return low + mpmath.mpf(int(step.p)) / int(step.q)
        if high is not None:
            return high - mpmath.mpf(int(step.p)) / int(step.q)
        return self.chance.randint(-8, 8) * (self.spread or Rational(1, 4))

    def shown(self) -> dict[str, str]:
        """The point in words: names and short numbers."""
        named = {str(a): v for a, v in self.values.items()}
        named |= {f"{m[0]}[{', '.join(map(str, m[1:]))}]": v for m, v in self.drawn.items()}
        return {
            a: str(v) if getattr(v, "is_Rational", isinstance(v, int)) else mpmath.nstr(v, 8)
            for a, v in named.items()
        }


def _sharper(choose: Any, known: Any, new: Any) -> Any:
    """Of two bounds on one member the one that says more: both must hold."""
    if known is None or new is None:
        return new if known is None else known
    return choose(known, new)


def _member_of(c: Condition, name: str, index: Expr) -> list[tuple[Indexed, int]]:
    found = [i for side in (c.left, c.right) for i in side.atoms(Indexed) if str(i.base.label) == name]
    return [(i, place) for i in found for place, at in enumerate(i.indices) if at == index]
