"""One number with the formula that gives it, and sums of terms as text.

A formula is arithmetic over numbers: ``+ × /``, brackets, ``min``, ``⌈ ⌉`` and ``⌊ ⌋``. Where it was made by
reading a config, it names the fields instead.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from attnmem.ledger.traced import Read


@dataclass(frozen=True, slots=True)
class Explained:
    """One number: what it is, of which layers, its value, the formula, and the fields read for it."""

    what: str
    of: str
    value: int | Fraction | float
    formula: str
    reads: tuple[Read, ...] = ()


def total(terms: Iterable[str], *, times: int = 1) -> str:
    """The terms added up, each of them ``times`` times.

    >>> total(["2 × 3", "4"], times=5), total([])
    ('5 × (2 × 3 + 4)', '0')
    """
    found = list(terms)
    text = " + ".join(found) or "0"
    if times == 1 or not found:
        return text
    return f"{times:,} × ({text})" if len(found) > 1 else f"{times:,} × {text}"


def product(*factors: int | Fraction | str) -> str:
    """Factors side by side; a text stands as it is.

    >>> product(24, 576, "1,024 / 4")
    '24 × 576 × 1,024 / 4'
    """
    return " × ".join(one if isinstance(one, str) else f"{one:,}" for one in factors)
