"""The double nearest to a constant expression."""

from functools import lru_cache, partial

from sympy.core.expr import Expr

from attnmem.compile.high_precision import to_enclosure
from attnmem.compile.rounding import nearest_float


@lru_cache(maxsize=512)
def nearest_double(constant: Expr) -> float:
    """Correctly rounded; an overflow is an infinity.

    >>> from sympy import log, Integer
    >>> nearest_double(1 / log(Integer(2)))
    1.4426950408889634
    """
    return nearest_float(partial(to_enclosure(constant, ()), ()))
