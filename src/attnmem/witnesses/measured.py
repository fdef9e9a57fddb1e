"""A measured number with its standard error, and when it speaks against a prediction."""

from dataclasses import dataclass

# A true formula is further off than this in one measurement of 16,000.
LARGEST_MISS = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What seeded trials gave: the estimate, its standard error, how many trials, and the seed."""

    value: float
    error: float
    trials: int
    seed: int

    def miss(self, predicted: float) -> float:
        """How many standard errors lie between the measurement and a prediction.

        >>> Measured(value=1.0, error=0.25, trials=16, seed=0).miss(1.5)
        2.0
        """
        return abs(self.value - predicted) / self.error

    def agrees(self, predicted: float) -> bool:
        """Whether a prediction lies within four standard errors."""
        return self.miss(predicted) <= LARGEST_MISS
