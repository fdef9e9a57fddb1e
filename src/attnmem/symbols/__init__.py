"""Every quantity of the book, declared once, chapter by chapter.

A quantity's printed letter belongs to the derivation that uses it (``attnmem.proof.record.Letter``): one
letter may serve two chapters, one quantity has one meaning everywhere.
"""

from collections.abc import Iterator

from sympy import Symbol

from attnmem.symbols.cache import CACHE
from attnmem.symbols.decay import DECAY
from attnmem.symbols.index import INDEX
from attnmem.symbols.pool import POOL
from attnmem.symbols.precision import PRECISION
from attnmem.symbols.quantity import Quantity, Scale, Slider
from attnmem.symbols.serving import SERVING
from attnmem.symbols.topk import TOPK

__all__ = ["QUANTITIES", "Quantity", "Scale", "Slider", "quantity", "symbols"]

QUANTITIES: tuple[Quantity, ...] = (*TOPK, *POOL, *DECAY, *PRECISION, *INDEX, *CACHE, *SERVING)

_BY_NAME = {q.name: q for q in QUANTITIES}
_BY_SYMBOL = {q.symbol: q for q in QUANTITIES}


def quantity(key: str | Symbol) -> Quantity:
    """The declaration behind a name or a symbol; ``KeyError`` if nothing declares it."""
    return _BY_NAME[key] if isinstance(key, str) else _BY_SYMBOL[key]


def symbols(*names: str) -> Iterator[Symbol]:
    """The symbols of declared quantities, in the order asked for."""
    return (_BY_NAME[name].symbol for name in names)
