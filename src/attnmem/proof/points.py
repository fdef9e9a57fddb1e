"""Points of a claim's domain: the smallest allowed values first, then a fixed sequence, the same every time.

They come from the shifts that cover the domain, and are tested against every condition before they count.
"""

import random
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import mpmath
from sympy import Expr, Integer, Product, Rational, Sum, oo

from attnmem.proof.bounds import Bounds, atoms_of
from attnmem.proof.claim import Claim
from attnmem.proof.domain import Cover, Domain
from attnmem.proof.point import Point
from attnmem.proof.record import Condition
from attnmem.proof.walk import NoValue, walk

DIGITS = 50
KEPT = 8  # domains whose points are at hand: the slips of a step, tried one after another, share one
_SPREAD = tuple(map(Rational, ("1/16", "1/4", "1")))
_WHOLE = (0, 1, 2, 3, 5)
_REAL = tuple(map(Rational, ("0", "1/3", "1", "5/2", "1/50", "7", "3/4", "12", "2000")))


class _Case:
    """One case of a cover: the atoms' forms, those that draw terms of sums last, and the shifts in them."""

    def __init__(self, cover: Cover, atoms: Iterable[Expr]) -> None:
        forms = {a: cover(a) for a in atoms}
        self.forms = sorted(forms.items(), key=lambda pair: bool(pair[1].has(Sum, Product)))
        self.shifts = sorted(atoms_of(*forms.values()), key=lambda s: s.name)


def points_of(claim: Claim) -> "Points":
    """The points of a claim's domain; claims that differ in what they say of it share them."""
    return _points(
        (*claim.domain.conditions, *claim.facts),
        tuple(claim.domain.boxes.items()),
        tuple(claim.attained.items()),
        atoms_of(claim.left, claim.right),
    )


@lru_cache(maxsize=KEPT)
def _points(
    conditions: tuple[Condition, ...],
    boxes: tuple[tuple[Expr, tuple[Expr, Expr]], ...],
    attained: tuple[tuple[Expr, Expr], ...],
    atoms: tuple[Expr, ...],
) -> "Points":
    return Points(Domain(conditions, dict(boxes)), dict(attained), atoms)


class Points:
    """The points of a domain, numbered: the same number gives the same point, at any precision."""

    def __init__(self, domain: Domain, attained: Mapping[Expr, Expr], atoms: Iterable[Expr]) -> None:
        self.attained = attained
        self.domain = domain
        self.families = tuple(c for c in domain.conditions if c.over is not None)
        self.plain = Domain(tuple(c for c in domain.conditions if not _speaks_of_sums(c)), domain.boxes)
        running = {c.over[0] for c in self.families if c.over}
        ends = [e for c in domain.conditions for e in (c.left, c.right, *(c.over[1:] if c.over else ()))]
        bounds = self.plain.bounds(atoms_of(*atoms, *ends))
        self.bounds = {atom: b for atom, b in bounds.items() if atom not in running}
        self.cases = tuple(_Case(cover, self.bounds) for cover in self.plain.cover(*self.bounds))
        self.tested = [c for c in domain.conditions if c.over is None and self._knows(c)]
        self._made: dict[tuple[int, int], Point | None] = {}
        self._valued: dict[tuple[int, int, Expr], tuple[Point, Any]] = {}

    def _knows(self, c: Condition) -> bool:
        names = set(atoms_of(c.left, c.right))
        return bool(names) and names <= self.bounds.keys()

    def at(self, number: int) -> Point | None:
        """One point; ``None`` if its number leads outside the domain."""
        key = (number, mpmath.mp.prec)
        if key not in self._made:
            self._made[key] = self._point(number)
        made = self._made[key]
        return made and made.copy()

    def valued(self, number: int, e: Expr) -> tuple[Point, Any]:
        """A point where ``e`` has drawn what it needs, and the value of ``e`` or the error that says why not.

        Worked out once: the slips of a step share a side. Raises ``NoValue`` outside the domain.
        """
        key = (number, mpmath.mp.prec, e)
        if key not in self._valued:
            point = self.at(number)
            if point is None:
                raise NoValue(f"point {number} lies outside the domain")
            self._valued[key] = point, _value(e, point)
        point, value = self._valued[key]
        return point.copy(), value

    def _point(self, number: int) -> Point | None:
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


def _value(e: Expr, point: Point) -> Any:
    try:
        return point(e)
    except NoValue as error:
        return error.with_traceback(None)  # a kept traceback would keep all that was being worked out


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
