"""Points of a claim's domain: the smallest allowed values first, then a fixed sequence, the same every time.

They come from the shifts that cover the domain, and are tested against every condition before they count.
"""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import mpmath
from sympy import Expr, Indexed, Integer, Product, Rational, Sum, oo

from attnmem.proof.bounds import Bounds, atoms_of
from attnmem.proof.claim import Claim
from attnmem.proof.domain import Cover, Domain
from attnmem.proof.record import Condition
from attnmem.proof.walk import NoValue, walk

DIGITS = 50
_SPREAD = tuple(map(Rational, ("1/16", "1/4", "1")))
_WHOLE = (0, 1, 2, 3, 5)
_REAL = tuple(map(Rational, ("0", "1/3", "1", "5/2", "1/50", "7", "3/4", "12", "2000")))


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


class _Case:
    """One case of a cover: the atoms' forms, those that draw terms of sums last, and the shifts in them."""

    def __init__(self, cover: Cover, atoms: Iterable[Expr]) -> None:
        forms = {a: cover(a) for a in atoms}
        self.forms = sorted(forms.items(), key=lambda pair: bool(pair[1].has(Sum, Product)))
        self.shifts = sorted(atoms_of(*forms.values()), key=lambda s: s.name)


class Points:
    """The points of a claim's domain, numbered: the same number gives the same point, at any precision."""

    def __init__(self, claim: Claim) -> None:
        self.attained = claim.attained
        self.domain = Domain((*claim.domain.conditions, *claim.facts), claim.domain.boxes)
        self.families = tuple(c for c in self.domain.conditions if c.over is not None)
        self.plain = Domain(
            tuple(c for c in self.domain.conditions if not _speaks_of_sums(c)), claim.domain.boxes
        )
        running = {c.over[0] for c in self.families if c.over}
        ends = [e for c in self.domain.conditions for e in (c.left, c.right, *(c.over[1:] if c.over else ()))]
        bounds = self.plain.bounds(atoms_of(claim.left, claim.right, *ends))
        self.bounds = {atom: b for atom, b in bounds.items() if atom not in running}
        self.cases = tuple(_Case(cover, self.bounds) for cover in self.plain.cover(*self.bounds))
        self.tested = [c for c in self.domain.conditions if c.over is None and self._knows(c)]

    def _knows(self, c: Condition) -> bool:
        names = set(atoms_of(c.left, c.right))
        return bool(names) and names <= self.bounds.keys()

    def at(self, number: int) -> Point | None:
        """One point; ``None`` if its number leads outside the domain."""
        turn, case = divmod(number, len(self.cases))
        chance = random.Random(number)
        at = {s: _pick(s, turn, chance) for s in self.cases[case].shifts}
        spread = Rational(0) if turn % 2 == 0 else chance.choice(_SPREAD)
        try:
            point = Point({}, self.families, chance, spread)
            for a, form in self.cases[case].forms:
                point.values[a] = _whole(_exact(form, at, point), self.bounds[a])
            if turn % 3 == 0:
                point.moved = _move_to_equality(point, self.attained)
            return point if self._allowed(point) else None
        except NoValue:
            return None

    def some(self, count: int) -> Iterator[tuple[int, Point]]:
        """The first ``count`` points, with their numbers."""
        for number in range(count * 12):
            if count and (point := self.at(number)) is not None:
                count -= 1
                yield number, point

    def _allowed(self, point: Point) -> bool:
        slack = mpmath.mpf(10) ** -DIGITS
        for atom, b in self.bounds.items():
            here = point.values[atom]
            if getattr(here, "is_Rational", False) and _beyond(here, b):
                return False
            low, high = (None if end in (oo, -oo) else point(end) for end in (b.low, b.high))
            if low is not None and (here < low - slack or (b.open_low and here <= low)):
                return False
            if high is not None and (here > high + slack or (b.open_high and here >= high)):
                return False
        for c in self.tested:
            left, right = point(c.left), point(c.right)
            if left > right + slack or (c.strict and left >= right):
                return False
        return True


def _beyond(here: Rational, b: Bounds) -> bool:
    """Whether an exact number lies outside ends that are numbers, by however little."""
    return bool((b.low.is_Rational and here < b.low) or (b.high.is_Rational and here > b.high))


def _whole(value: Any, b: Bounds) -> Any:
    """For a whole atom with an end that is no whole number: the next whole number inside."""
    if not b.whole or value == mpmath.floor(value):
        return value
    return Integer(int(mpmath.ceil(value) if b.low != -oo else mpmath.floor(value)))


def _move_to_equality(point: Point, attained: Mapping[Expr, Expr]) -> bool:
    """Give the symbols that the equality case fixes their values there; whether that is all it fixes."""
    for symbol, form in attained.items():
        if symbol in point.values:
            put = form.xreplace({a: v for a, v in point.values.items() if getattr(v, "is_Rational", False)})
            point.values[symbol] = put if put.is_Rational else point(form)
    return bool(attained) and all(symbol in point.values for symbol in attained)


def _speaks_of_sums(c: Condition) -> bool:
    """Whether a condition can only be tested, since no symbol stands alone on either side of its sums."""
    alone = c.left.is_Symbol or c.right.is_Symbol
    return c.over is None and not alone and (c.left.has(Sum, Product) or c.right.has(Sum, Product))


def _exact(form: Expr, at: Mapping[Any, Any], point: Point) -> Any:
    """A rational if the form gives one, digits otherwise; sums draw their terms from the point."""
    put = form if form.has(Sum, Product) else form.xreplace(dict(at))
    return put if put.is_Rational else walk(form, {**at, **point.drawn}, mpmath.mp, point.draw)


def _pick(shift: Expr, turn: int, chance: random.Random) -> Rational:
    if shift.is_integer:
        number = Rational(_WHOLE[0] if turn == 0 else chance.choice(_WHOLE))
        number = number + 1 if shift.is_positive else number
    else:
        number = _REAL[0] if turn == 0 else chance.choice(_REAL)
        if shift.is_positive and number == 0:
            number = Rational(1, 10**6)
    if shift.is_nonnegative is None and shift.is_real is not False and turn % 2:
        number = -number
    return number
