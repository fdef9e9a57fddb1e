"""How loose the gap bound is on real rows: bound over divergence, in the middle and in the upper tenth."""

from typing import NamedTuple

import numpy as np

from attnmem.recording import load
from attnmem.witnesses.topk import TopK, topk


class Looseness(NamedTuple):
    """Of ``rows`` rows with a bound: how many times too high it is in the middle and at the 90th percentile.

    ``certified`` is the share of all rows whose bound alone would have stayed within the budget.
    """

    rows: int
    median: float
    ninetieth: float
    certified: float


def looseness(counts: TopK, kl: float) -> Looseness:
    """The spread over the rows of a result; NaN where no row has a bound."""
    factors = counts.looseness[np.isfinite(counts.looseness)]
    middle, upper = np.quantile(factors, (0.5, 0.9)) if len(factors) else (np.nan, np.nan)
    whole = counts.k_exact == counts.n
    certified = (whole | (counts.kl_bound <= kl)).mean() if len(counts) else np.nan
    return Looseness(len(factors), float(middle), float(upper), float(certified))


def recorded_looseness(kl: float = 0.01) -> Looseness:
    """The spread over the recording's last row of every head."""
    return looseness(topk(load().last_row, kl=kl), kl)
