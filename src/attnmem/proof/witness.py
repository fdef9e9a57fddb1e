"""Points of a claim's domain, its two sides there to 50 digits, and the point that refutes it if one does.

Points come from the shifts that cover the domain: the smallest allowed values first, then a fixed sequence.
What is seen here is evidence: it can refute, and never proves.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import mpmath
from sympy import Expr, Indexed, Product, Rational, Sum, oo

from attnmem.proof.claim import Claim
from attnmem.proof.domain import Domain, atoms_of
from attnmem.proof.matrices import differs, is_matrix
from attnmem.proof.record import Condition, Relation
from attnmem.proof.walk import NoValue, Undefined, finite, walk

DIGITS = 50
GUARD = 15
SECOND_DIGITS = 1200
EXAMPLES = 4
_CLOSE = mpmath.mpf(10) ** (5 - DIGITS)
_SPREAD = tuple(map(Rational, ("1/16", "1/4", "1")))
_WHOLE = (0, 1, 2, 3, 5, 8)
_REAL = tuple(map(Rational, ("0", "1/3", "1", "5/2", "1/50", "7", "3/4", "12", "2000")))


@dataclass(slots=True)
class Point:
    """Values of the atoms at one point; members of families are drawn when first met."""

    values: dict[Any, Any]
    families: tuple[Condition, ...]
    chance: random.Random
    spread: Rational
    drawn: dict[Any, Any] = field(default_factory=dict)

    def __call__(self, e: Expr) -> Any:
        return walk(e, {**self.values, **self.drawn}, mpmath.mp, self.draw)

    def draw(self, member: tuple[Any, ...], e: Expr) -> Any:
        """A number for one member of a family, between the bounds that its conditions and its kind set."""
        if member not in self.drawn:
            low, high = self._bounds(member)
            if low is None and (e.is_positive or e.is_nonnegative):
                low = Rational(int(bool(e.is_positive)), 4)
            number = self._between(low, high)
            self.drawn[member] = Rational(round(number)) if e.is_integer else number
        return self.drawn[member]

    def _bounds(self, member: tuple[Any, ...]) -> tuple[Any, Any]:
        low = high = None
        for c in self.families:
            assert c.over is not None
            index, first, last = c.over
            for i, place in _member_of(c, member[0], index):
                if not (self(first) <= member[1 + place] <= self(last)):
                    continue
                at = {**self.values, **self.drawn, index: member[1 + place]}
                if c.right == i:
                    low = walk(c.left, at, mpmath.mp, self.draw)
                elif c.left == i:
                    high = walk(c.right, at, mpmath.mp, self.draw)
        return low, high

    def _between(self, low: Any, high: Any) -> Any:
        step = self.spread * self.chance.randint(0, 12)
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


def _member_of(c: Condition, name: str, index: Expr) -> list[tuple[Indexed, int]]:
    found = [i for side in (c.left, c.right) for i in side.atoms(Indexed) if str(i.base.label) == name]
    return [(i, place) for i in found for place, at in enumerate(i.indices) if at == index]


def points(claim: Claim, count: int) -> Iterator[Point]:
    """Up to ``count`` points of the domain, the same ones every time."""
    domain = Domain((*claim.domain.conditions, *claim.facts), claim.domain.boxes)
    families = tuple(c for c in domain.conditions if c.over is not None)
    plain = Domain(tuple(c for c in domain.conditions if not _speaks_of_sums(c)), claim.domain.boxes)
    bound = {c.over[0] for c in families if c.over}
    ends = [e for c in domain.conditions for e in (c.left, c.right, *(c.over[1:] if c.over else ()))]
    wanted = [a for a in plain.bounds(atoms_of(claim.left, claim.right, *ends)) if a not in bound]
    covers = plain.cover(*wanted)
    chance = random.Random(2024)
    for turn in range(count * 4):
        turns, case = divmod(turn, len(covers))
        cover = covers[case]
        shifts = sorted(atoms_of(*(cover(a) for a in wanted)), key=lambda s: s.name)
        at = {s: _pick(s, turns, place, chance) for place, s in enumerate(shifts)}
        try:
            values = {a: _exact(cover(a), at) for a in wanted}
            spread = Rational(0) if turns % 2 == 0 else chance.choice(_SPREAD)
            point = Point(values, families, chance, spread)
            if turns % 3 == 0:
                _move_to_equality(point, claim.attained)
            if _allowed(domain, plain, point):
                yield point
                count -= 1
        except NoValue:
            continue
        if count == 0:
            return


def _move_to_equality(point: Point, attained: Mapping[Expr, Expr]) -> None:
    """Give the symbols that the equality case fixes their values there."""
    for symbol, form in attained.items():
        if symbol in point.values:
            point.values[symbol] = point(form)


def _speaks_of_sums(c: Condition) -> bool:
    return c.over is None and (c.left.has(Sum, Product) or c.right.has(Sum, Product))


def _exact(form: Expr, at: Mapping[Any, Any]) -> Any:
    """A rational if the form gives one, digits otherwise."""
    put = form.xreplace(dict(at))
    return put if put.is_Rational else walk(form, at, mpmath.mp)


def _pick(shift: Expr, turn: int, place: int, chance: random.Random) -> Rational:
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


def _allowed(domain: Domain, plain: Domain, point: Point) -> bool:
    slack = mpmath.mpf(10) ** -DIGITS
    for atom, b in plain.bounds(point.values).items():
        if atom not in point.values:
            continue
        here = point(atom)
        low, high = (None if end in (oo, -oo) else point(end) for end in (b.low, b.high))
        if low is not None and (here < low - slack or (b.open_low and here <= low)):
            return False
        if high is not None and (here > high + slack or (b.open_high and here >= high)):
            return False
    for c in domain.conditions:
        if (
            c.over is None
            and atoms_of(c.left, c.right)
            and set(atoms_of(c.left, c.right)) <= set(point.values)
        ):
            left, right = point(c.left), point(c.right)
            if left > right + slack or (c.strict and left >= right):
                return False
    return True


@dataclass(frozen=True, slots=True)
class Seen:
    """What evaluation showed: how many points, the evidence in words, and the refuting point if any."""

    count: int
    text: str
    witness: Mapping[str, str] | None


def look(claim: Claim, count: int) -> Seen:
    """Both sides at ``count`` points to 50 digits; stops at the first that refutes."""
    if claim.relation is Relation.TO:
        return Seen(0, "not sampled: a statement about a limit", None)
    if is_matrix(claim.left, claim.right):
        return _look_at_matrices(claim)
    claim = claim.sampled
    gaps: list[Any] = []
    with mpmath.workdps(DIGITS + GUARD):
        for point in points(claim, count):
            gap, text = _gap(claim, point)
            if text or (gap is not None and _fails(claim, gap)):
                with mpmath.workdps(SECOND_DIGITS):  # a refutation must stand at a second precision
                    gap, text = _gap(claim, point)
                if text or (gap is not None and _fails(claim, gap)):
                    return Seen(
                        len(gaps) + 1,
                        f"fails at point {len(gaps) + 1}",
                        point.shown() | _sides(claim, point, text),
                    )
            if gap is not None:
                gaps.append(0 if abs(gap) < _CLOSE else gap)
    return Seen(len(gaps), _text(claim, gaps), None)


def _gap(claim: Claim, point: Point) -> tuple[Any, str]:
    """The gap at a point in units of the larger side, and why there is none if the claim has no value there."""
    try:
        left, right = point(claim.left), point(claim.right)
    except Undefined as error:
        return None, str(error)
    except NoValue:
        return None, ""
    if not (finite(left) and finite(right)):
        return None, ""
    gap = (right - left if claim.relation is Relation.LE else left - right) / max(1, abs(left), abs(right))
    return (abs(gap) if claim.relation is Relation.EQ else gap), ""


def _fails(claim: Claim, gap: Any) -> bool:
    return bool(gap > _CLOSE if claim.relation is Relation.EQ else gap < -_CLOSE)


def _sides(claim: Claim, point: Point, text: str) -> dict[str, str]:
    if text:
        return {"no value": text}
    return {
        name: mpmath.nstr(point(side), 12) for name, side in (("left", claim.left), ("right", claim.right))
    }


def _look_at_matrices(claim: Claim) -> Seen:
    """Both sides at a few choices of small whole matrices, exactly."""
    claim = claim.sampled
    for seed in range(EXAMPLES):
        witness = differs(claim.left, claim.right, claim.rewrites, seed)
        if witness:
            return Seen(seed + 1, f"fails at example {seed + 1}", witness)
    return Seen(EXAMPLES, f"{EXAMPLES} choices of small matrices, exact: equal", None)


def _text(claim: Claim, gaps: list[Any]) -> str:
    if not gaps:
        return "no point evaluated"
    if claim.relation is Relation.EQ:
        return f"{len(gaps)} points, {DIGITS} digits: equal to the last"
    return f"{len(gaps)} points, {DIGITS} digits: smallest margin {mpmath.nstr(min(gaps), 2)}"
