"""SymPy to NumPy: closures over the lowered tree, no generated code.

Outside the domain the value is NaN, as on the page, and nothing is computed there; a ``Piecewise`` computes
each branch only where it holds.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sympy import Symbol
from sympy.core.expr import Expr

from attnmem.compile import runtime
from attnmem.compile.domain import Condition, bounds
from attnmem.compile.program import Node, lowered, program
from attnmem.compile.runtime import Array

Columns = list[Array]
Column = Callable[[Columns], Any]

OPERATIONS: dict[str, Callable[..., Any]] = {
    "add": np.add,
    "subtract": np.subtract,
    "multiply": np.multiply,
    "divide": np.divide,
    "negate": np.negative,
    "pow": np.power,
    "sqrt": np.sqrt,
    "cbrt": np.cbrt,
    "exp": np.exp,
    "log": np.log,
    "log1p": np.log1p,
    "expm1": np.expm1,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "tanh": np.tanh,
    "atanh": np.arctanh,
    "abs": np.abs,
    "max": np.maximum,
    "min": np.minimum,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "eq": np.equal,
    "ne": np.not_equal,
    "and": lambda *parts: np.logical_and.reduce(parts),
    "or": lambda *parts: np.logical_or.reduce(parts),
    "not": np.logical_not,
    **{
        name: getattr(runtime, name)
        for name in (
            "cexp",
            "log1pcexp",
            "rcexp",
            "cexpover",
            "logratio",
            "logaddexp",
            "log1mexp",
            "log1pgap",
            "entropygap",
            "logbinomial",
            "normalquantile",
        )
    },
}


def to_numpy(
    expression: Expr, arguments: Sequence[Symbol], conditions: Sequence[Condition] = ()
) -> Callable[..., Any]:
    """A function of the arguments, in that order; arrays broadcast, numbers give a float64.

    >>> from sympy import Symbol, log
    >>> tail = Symbol("tail_mass", nonnegative=True)
    >>> float(to_numpy(-log(1 - tail), (tail,))(1e-18)), float(to_numpy(-log(1 - tail), (tail,))(1.5))
    (1e-18, nan)
    """
    value = _column(program(expression, arguments))
    inside = to_mask(arguments, conditions)

    def evaluate(*values: Any) -> Any:
        if len(values) != len(arguments):
            raise TypeError(f"{len(arguments)} values wanted, {len(values)} came")
        shaped = np.broadcast_arrays(*(np.asarray(v, dtype=np.float64) for v in values)) if values else []
        shape = shaped[0].shape if values else ()
        columns = [np.ravel(v) for v in shaped]
        with np.errstate(all="ignore"):
            mask = inside(columns) if columns else np.ones(1, dtype=bool)
            out = np.full(mask.shape, np.nan)
            out[mask] = value([c[mask] for c in columns])
        return out.reshape(shape)[()]

    return evaluate


def to_mask(
    arguments: Sequence[Symbol], conditions: Sequence[Condition] = ()
) -> Callable[[Columns], NDArray[np.bool_]]:
    """A function of columns that says row by row whether a point lies in the domain."""
    tests = [_column(_comparison(bound, arguments)) for bound in bounds(arguments, conditions)]
    return lambda columns: np.logical_and.reduce([test(columns) for test in tests])


def _comparison(bound: Any, arguments: Sequence[Symbol]) -> Node:
    return Node(
        "lt" if bound.strict else "le", (lowered(bound.left, arguments), lowered(bound.right, arguments))
    )


def _column(node: Node) -> Column:
    """The evaluator of one node over columns of equal length."""
    if node.op == "argument":
        place = int(node.value)
        return lambda columns: columns[place]
    if node.op == "constant":
        constant = np.float64(node.value)
        return lambda columns: constant if not columns else np.full(columns[0].shape, constant)
    if node.op == "truth":
        truth = bool(node.value)
        return lambda columns: np.full(columns[0].shape if columns else (1,), truth)
    parts = [_column(part) for part in node.args]
    if node.op == "choose":
        return _chooser(list(zip(parts[::2], parts[1::2], strict=True)))
    operation = OPERATIONS[node.op]
    return lambda columns: operation(*(part(columns) for part in parts))


def _chooser(branches: list[tuple[Column, Column]]) -> Column:
    """The first branch that holds, computed on its own rows only; NaN where none does."""

    def choose(columns: Columns) -> NDArray[np.float64]:
        size = len(columns[0]) if columns else 1
        out, rows = np.full(size, np.nan), np.arange(size)
        for test, value in branches:
            here = [c[rows] for c in columns]
            holds = np.asarray(test(here), dtype=bool)
            if holds.any():
                out[rows[holds]] = value([c[holds] for c in here])
            rows = rows[~holds]
            if not len(rows):
                break
        return out

    return choose
