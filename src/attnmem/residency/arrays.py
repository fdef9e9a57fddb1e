"""A program as arrays, and one call of the solver on them.

SciPy is imported where something is solved: what only reads a scenario, or draws another figure, need not
wait half a second for it.
"""

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from scipy.sparse import csr_array

EPSILON = 1e-6  # what counts as whole, and as equal, after the solver


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrays:
    """row_low <= matrix @ amounts <= row_high, low <= amounts <= high; the two costs that count."""

    matrix: "csr_array"
    row_low: np.ndarray
    row_high: np.ndarray
    low: np.ndarray
    high: np.ndarray
    whole: np.ndarray
    decision: np.ndarray
    stall: np.ndarray
    bytes: np.ndarray

    def capped(self, cost: np.ndarray, most: float) -> "Arrays":
        """With one more row: the cost stays within ``most``."""
        from scipy.sparse import csr_array, vstack

        return replace(
            self,
            matrix=csr_array(vstack([self.matrix, csr_array(cost[None, :])], format="csr")),
            row_low=np.append(self.row_low, -math.inf),
            row_high=np.append(self.row_high, most),
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the solver found. ``bound`` holds for every solution; ``amounts`` is None if it found none."""

    is_infeasible: bool
    amounts: np.ndarray | None
    bound: float

    def value(self, cost: np.ndarray) -> float:
        """A cost of the solution, infinite if there is none."""
        return math.inf if self.amounts is None else float(cost @ self.amounts)


def minimise(arrays: Arrays, cost: np.ndarray, *, whole: bool, seconds: float, gap: float = 0.0) -> Outcome:
    """The least cost within the rows, over whole amounts (up to a relative ``gap``) or over any."""
    if seconds <= 0:
        return Outcome(False, None, -math.inf)
    if np.any(arrays.low > arrays.high):
        return Outcome(True, None, math.inf)
    free = arrays.high > arrays.low
    shifted = arrays.matrix @ np.where(free, 0.0, arrays.low)
    row_low, row_high = arrays.row_low - shifted, arrays.row_high - shifted
    if not free.any():
        kept = np.all(row_low <= EPSILON) and np.all(row_high >= -EPSILON)
        return Outcome(
            not kept, arrays.low.copy() if kept else None, float(cost @ arrays.low) if kept else math.inf
        )
    from scipy.optimize import Bounds, LinearConstraint, milp

    options: dict[str, float] = {"mip_rel_gap": gap}
    if math.isfinite(seconds):
        options["time_limit"] = seconds
    found = milp(
        cost[free],
        integrality=arrays.whole[free].astype(int) if whole else None,
        bounds=Bounds(arrays.low[free], arrays.high[free]),
        constraints=LinearConstraint(arrays.matrix[:, free], row_low, row_high),
        options=options,
    )
    constant = float(cost[~free] @ arrays.low[~free])
    amounts = None
    if found.x is not None:
        amounts = arrays.low.astype(float)
        amounts[free] = found.x
        if whole:
            amounts[arrays.whole] = np.round(amounts[arrays.whole])
    is_optimal = found.status == 0
    bound = found.mip_dual_bound if whole else (found.fun if is_optimal else None)
    if bound is None or not math.isfinite(bound):  # also where nothing whole was left to branch on
        bound = found.fun if is_optimal and not gap else -math.inf
    return Outcome(found.status == 2, amounts, float(bound) + constant)
