"""What tokens keep in the real pooling maps beside what the chapter's formulas say, case by case."""

from functools import cache
from typing import NamedTuple

import numpy as np

from attnmem.core.pooling import CSA, HCA
from attnmem.witnesses.measured import Measured
from attnmem.witnesses.pool import score_snr, slot_snr, two_slot_snr
from attnmem.witnesses.topk_identities import compiled


class Case(NamedTuple):
    """One way to pool: the ratio that came out of the map, and the one the formula of that key gives."""

    case: str
    key: str
    measured: Measured
    predicted: float

    @property
    def row(self) -> dict[str, str | float]:
        """The case as a reader compares it; the distance is in standard errors."""
        return {
            "case": self.case,
            "formula": self.key,
            "says": self.predicted,
            "measured": self.measured.value,
            "± error": self.measured.error,
            "apart, in errors": self.measured.miss(self.predicted),
        }


def _case(case: str, key: str, arguments: tuple[float, ...], measured: Measured) -> Case:
    return Case(case, key, measured, float(compiled(key)(*arguments)))


def _gates(window: int, margin: float = 0.0, signals: int = 1) -> np.ndarray:
    logits = np.zeros(window)
    logits[:signals] = margin
    return logits


@cache
def pooled_cases() -> tuple[Case, ...]:
    """The published windows, a margin, correlated noise, two signals, two slots and a whole score; seeded."""
    wide, both, one = HCA.window, CSA.tokens_per_slot, CSA.window
    return (
        _case("HCA, equal gates", "pool-snr", (wide, 0), slot_snr(_gates(wide))),
        _case("HCA, margin 1", "pool-snr", (wide, 1), slot_snr(_gates(wide, 1.0))),
        _case("CSA, equal gates", "pool-snr", (both, 0), slot_snr(_gates(both))),
        _case("CSA, both slots", "pool-snr-two-slots", (one,), two_slot_snr(one)),
        _case(
            "HCA, noise correlated by 0.1",
            "pool-snr-correlated",
            (wide, 0, 0.1),
            slot_snr(_gates(wide), correlation=0.1),
        ),
        _case(
            "HCA, two tokens agree",
            "pool-snr-aligned",
            (wide, 0, 2),
            slot_snr(_gates(wide, 0.0, 2), signals=2),
        ),
        _case("16 tokens, score of 64 channels", "pool-score-snr", (16, 64), score_snr(16, 64, trials=5000)),
    )


def pooled_table() -> tuple[dict[str, str | float], ...]:
    """The cases as rows to show."""
    return tuple(case.row for case in pooled_cases())
