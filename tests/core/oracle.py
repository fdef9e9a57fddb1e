"""The divergence of a selection with 60 digits, from the scores taken as the exact numbers they are."""

from collections.abc import Sequence

import numpy as np
from mpmath import mp, mpf


def divergence(row: np.ndarray, kept: Sequence[bool]) -> mpf:
    """KL(truncated || full) = ln(Z / kept mass); no identity about tails is used."""
    with mp.workdps(60):
        finite = [(mpf(float(s)), bool(keep)) for s, keep in zip(row, kept, strict=True) if s > -np.inf]
        top = max(s for s, _ in finite)
        weights = [(mp.exp(s - top), keep) for s, keep in finite]
        dropped = mp.fsum(w for w, keep in weights if not keep)
        head = mp.fsum(w for w, keep in weights if keep)
        return mp.log1p(dropped / head)


def assert_within(row: np.ndarray, kept: Sequence[bool], kl: float) -> None:
    """The selection's exact divergence is within the budget, taken as the exact number it is."""
    found = divergence(row, kept)
    assert found <= mpf(kl), f"divergence {mp.nstr(found, 20)} exceeds the budget {kl!r}"


def heaviest(row: np.ndarray, count: int) -> np.ndarray:
    """A mask of the ``count`` largest scores, ties broken by position."""
    mask = np.zeros(len(row), dtype=bool)
    mask[np.argsort(-row.astype(np.float64), kind="stable")[:count]] = True
    return mask
