"""Quantities that are counted, not derived: what the ledger says of a model in each state of some sliders.

A counted table is exact and complete on its grid, and sliders that choose its rows know no place in between.
Formulas take its numbers like any other symbol's, so that a figure needs no mark of its own for it.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

from sympy import Symbol

from attnmem.errors import BadInput
from attnmem.figures.measured import LARGEST

Count = Callable[[Mapping[Symbol, float]], tuple[float, ...]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Counted:
    """The values of ``symbols`` for every combination of slider values in ``grid``."""

    key: str
    grid: Mapping[Symbol, tuple[float, ...]]
    symbols: tuple[Symbol, ...]
    count: Count


@cache
def counts(table: Counted) -> Mapping[tuple[float, ...], tuple[float, ...]]:
    """Every row by grid point; counted once, refused when it would weigh a page down."""
    places = product(*table.grid.values())
    found = {at: table.count(dict(zip(table.grid, at, strict=True))) for at in places}
    size = len(json.dumps([list(row) for row in found.values()]))
    if size > LARGEST:
        raise BadInput(
            f"counted table {table.key!r} takes {size} bytes, at most {LARGEST} allowed: thin its grid"
        )
    return found


def counted_at(table: Counted, state: Mapping[Symbol, float]) -> dict[Symbol, float]:
    """What the table says in one state of the sliders."""
    row = counts(table)[tuple(state[symbol] for symbol in table.grid)]
    return dict(zip(table.symbols, row, strict=True))
