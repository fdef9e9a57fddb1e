"""Named operations that a step's left side may be: the checker runs each again and compares what comes out.

An operation's ``words`` are how a reason may name it; a reason that names one that was not run is rejected.
"""

import re

from attnmem.proof.algebra import Put, Solve
from attnmem.proof.calculus import Diff, Integrate, Limit, Series
from attnmem.proof.induction import Induction
from attnmem.proof.operation import Operation, OperationFailed, ran, value
from attnmem.proof.summing import DeltaSummation, Product, Summation

__all__ = [
    "OPERATIONS",
    "DeltaSummation",
    "Diff",
    "Induction",
    "Integrate",
    "Limit",
    "Operation",
    "OperationFailed",
    "Product",
    "Put",
    "Series",
    "Solve",
    "Summation",
    "named_in",
    "ran",
    "value",
]

OPERATIONS: tuple[type[Operation], ...] = (
    Solve,
    Diff,
    Summation,
    DeltaSummation,
    Limit,
    Series,
    Integrate,
    Product,
    Put,
    Induction,
)


def named_in(text: str) -> set[type[Operation]]:
    """The operations that a reason names."""
    return {op for op in OPERATIONS if re.search(rf"\b({op.words})", text)}
