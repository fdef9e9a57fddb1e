"""The linear relaxation: its infeasibility settles the question, its optimum bounds every plan.

Least waiting first, then fewest bytes. One program with a weight finds both at once in most cases: a second
one, side by side, tells how little waiting is possible, and if the weighted optimum waits no longer, it is
the answer.
"""

import math
from dataclasses import dataclass

import numpy as np

from attnmem.residency.arrays import EPSILON, Arrays, minimise
from attnmem.residency.watch import Watch, both

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

    def bytes_bound(self, stall: float) -> float:
        """No plan that waits at most ``stall`` moves fewer bytes (a line below the true curve)."""
        is_least = stall <= self.stall * (1 + EPSILON) + EPSILON
        return max(self.bytes if is_least else 0.0, self.weighted - WEIGHT * stall)


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
    stall, lexical = max(0.0, least.bound), weighted
    if weighted.value(arrays.stall) > stall * (1 + EPSILON) + EPSILON:
        capped = arrays.capped(arrays.stall, stall * (1 + EPSILON) + EPSILON)
        lexical = minimise(capped, arrays.bytes, whole=False, seconds=watch.left)
    if lexical.amounts is None:
        amounts = weighted.amounts if weighted.amounts is not None else least.amounts
        return Relaxed(False, amounts, stall, weighted=weighted.bound)
    return Relaxed(False, lexical.amounts, stall, lexical.value(arrays.bytes), weighted.bound)
