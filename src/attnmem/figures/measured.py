"""Tables measured at build time: a seeded function ran, and what it saw is drawn where it was seen."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import isnan, nan

from sympy import Symbol

from attnmem.errors import BadInput

LARGEST = 60_000  # bytes that one table may add to a page


@dataclass(frozen=True, slots=True)
class Seen:
    """One grid point: its place on the x axis, the middle of the trials, and their spread if there is one.

    ``name`` says what a dot stands for where each dot is a thing of its own.
    """

    x: float
    middle: float
    low: float = nan
    high: float = nan
    name: str = ""

    @property
    def numbers(self) -> tuple[float, ...]:
        """What is worth storing."""
        spread = () if isnan(self.low) else (self.low, self.high)
        return (self.x, self.middle, *spread)


Run = Callable[[Mapping[Symbol, float]], tuple[Seen, ...]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Measured:
    """A ``run`` over all combinations of slider values in ``grid``; ``how`` says its seed, trials and size.

    ``spread`` says what the whiskers reach to; without one there are none.
    """

    key: str
    title: str
    grid: Mapping[Symbol, tuple[float, ...]]
    run: Run
    how: str
    source: str
    spread: str = ""


@cache
def rows(table: Measured) -> Mapping[tuple[float, ...], tuple[Seen, ...]]:
    """Everything measured, by grid point; run once, refused when it would weigh a page down."""
    symbols = tuple(table.grid)
    seen = {at: table.run(dict(zip(symbols, at, strict=True))) for at in product(*table.grid.values())}
    names = {tuple(s.name for s in row) for row in seen.values() if any(s.name for s in row)}
    if len(names) > 1:
        raise BadInput(f"measured table {table.key!r} must name the same things at every grid point")
    size = len(json.dumps([[s.numbers for s in row] for row in seen.values()]))
    if size > LARGEST:
        raise BadInput(
            f"measured table {table.key!r} takes {size} bytes, at most {LARGEST} allowed: thin its grid"
        )
    return seen
