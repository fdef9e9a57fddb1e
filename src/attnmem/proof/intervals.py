"""Rigorous enclosure on a box: the gap in interval arithmetic, on boxes halved until each is sure."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import mpmath
from sympy import Expr

from attnmem.proof.walk import NoValue, walk

MOST_BOXES = 4000


@contextmanager
def interval_digits(digits: int) -> Iterator[None]:
    """Interval arithmetic at so many digits, put back afterwards."""
    kept = mpmath.iv.dps
    mpmath.iv.dps = digits
    try:
        yield
    finally:
        mpmath.iv.dps = kept


def enclosed(gap: Expr, box: Mapping[Expr, tuple[Expr, Expr]], digits: int = 20) -> str:
    """Why ``gap >= 0`` on the box, with a bound on its least value; empty if boxes ran out or it may fail."""
    with interval_digits(digits):
        todo = [{x: _span(low, high) for x, (low, high) in box.items()}]
        done, least = 0, mpmath.inf
        while todo:
            piece = todo.pop()
            done += 1
            try:
                found = walk(gap, piece, mpmath.iv)
            except NoValue:
                found = None
            if found is not None and found.a >= 0:
                least = min(least, mpmath.mpf(found.a))
                continue
            if done + len(todo) > MOST_BOXES or (found is not None and found.b < 0):
                return ""
            todo.extend(_halves(piece))
    where = ", ".join(f"{x} in [{low}, {high}]" for x, (low, high) in box.items())
    return f"gap >= {mpmath.nstr(least, 6)} on {done} boxes that cover {where}"


def _span(low: Expr, high: Expr) -> mpmath.iv.mpf:
    ends = [mpmath.iv.mpf(int(x.p)) / mpmath.iv.mpf(int(x.q)) for x in (low, high)]
    return mpmath.iv.mpf([ends[0].a, ends[1].b])


def _halves(piece: dict) -> tuple[dict, dict]:
    widest = max(piece, key=lambda x: piece[x].delta)
    span = piece[widest]
    middle = span.mid
    return (
        {**piece, widest: mpmath.iv.mpf([span.a, middle])},
        {**piece, widest: mpmath.iv.mpf([middle, span.b])},
    )
