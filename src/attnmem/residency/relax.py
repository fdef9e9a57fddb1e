"""The linear relaxation: its infeasibility settles the question, its optimum bounds every plan.

Least waiting first, then fewest bytes. One program with a weight finds both at once in most cases: a second
one, side by side, tells how little waiting is possible, and if the weighted optimum waits no longer, it is
the answer.

Of whole blocks that all take whole units of time, waiting and bytes are whole as well: then a bound between
two whole numbers is the upper one.
"""

import math
from dataclasses import dataclass

import numpy as np

from attnmem.residency.arrays import EPSILON, Arrays, minimise
from attnmem.residency.watch import Watch, both

ROUND = 1e-5  # part of a bound that may be the solver's error
WHOLE = 1e-9  # how far from a whole number a coefficient may be that stands for one
WEIGHT = 4.0  # bytes that one more unit of waiting must save to mislead the weighted program


@dataclass(frozen=True, slots=True)
class Relaxed:
    """Amounts that need not be whole, their waiting and bytes in the program's units; None where none exist.

    ``weighted`` is the least of WEIGHT * waiting + bytes.
    """

    is_infeasible: bool
    amounts: np.ndarray | None
    stall: float = 0.0
    bytes: float = 0.0
    weighted: float = -math.inf
    is_even: bool = False

    def bytes_bound(self, stall: float) -> float:
        """No plan that waits at most ``stall`` moves fewer bytes (a line below the true curve)."""
        is_least = stall <= self.stall * (1 + EPSILON) + EPSILON
        bound = max(self.bytes if is_least else 0.0, self.weighted - WEIGHT * stall)
        return raised(bound) if self.is_even else bound


def raised(bound: float) -> float:
    """The least whole number that a bound allows, up to the solver's tolerance."""
    return float(math.ceil(bound - ROUND * max(1.0, abs(bound))))


def is_even(arrays: Arrays) -> bool:
    """Whether waiting and bytes of whole amounts are whole: all that sets them is."""
    bytes_are = bool(
        np.all(arrays.bytes == np.round(arrays.bytes)) and np.all(arrays.whole[arrays.bytes > 0])
    )
    columns = np.flatnonzero(arrays.stall)
    entries = arrays.matrix[:, columns].tocoo()
    sets = np.unique(entries.coords[0][entries.data < 0])
    rows, limits = arrays.matrix[sets], arrays.row_high[sets]
    others = rows.tocoo()
    is_stall = arrays.stall[others.coords[1]] > 0
    fits = np.all(np.isclose(others.data, np.round(others.data), rtol=0, atol=WHOLE))
    return bool(
        bytes_are
        and fits
        and np.all(arrays.whole[others.coords[1]] | is_stall)
        and np.all(np.isclose(limits, np.round(limits), rtol=0, atol=WHOLE))
    )


def relax(arrays: Arrays, watch: Watch, *, any_plan: bool = False) -> Relaxed:
    """The least waiting, then the fewest bytes, of any plan in fractions of blocks; if ``any_plan`` will do,
    only the weighted program, and no bounds.
    """
    if any_plan:
        cost = WEIGHT * arrays.stall + arrays.bytes
        quick = minimise(arrays, cost, whole=False, seconds=watch.left)
        return Relaxed(quick.is_infeasible, quick.amounts)
    weighted, least = both(
        lambda: minimise(arrays, WEIGHT * arrays.stall + arrays.bytes, whole=False, seconds=watch.left),
        lambda: minimise(arrays, arrays.stall, whole=False, seconds=watch.left),
    )
    if weighted.is_infeasible or least.is_infeasible:
        return Relaxed(True, None)
    stall, lexical, even = max(0.0, least.bound), weighted, is_even(arrays)
    if even and raised(stall) > stall * (1 + EPSILON) + EPSILON:
        stall = raised(stall)
        lexical = minimise(
            arrays.capped(arrays.stall, stall + EPSILON), arrays.bytes, whole=False, seconds=watch.left
        )
    elif weighted.value(arrays.stall) > stall * (1 + EPSILON) + EPSILON:
        capped = arrays.capped(arrays.stall, stall * (1 + EPSILON) + EPSILON)
        lexical = minimise(capped, arrays.bytes, whole=False, seconds=watch.left)
    if lexical.amounts is None:
        amounts = weighted.amounts if weighted.amounts is not None else least.amounts
        return Relaxed(False, amounts, stall, weighted=weighted.bound, is_even=even)
    return Relaxed(False, lexical.amounts, stall, lexical.value(arrays.bytes), weighted.bound, even)
