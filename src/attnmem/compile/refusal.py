"""What cannot be compiled right is refused by its name, before anything runs."""

from typing import Any, NoReturn

from sympy import Float, Rational, Symbol
from sympy.core.basic import Basic

from attnmem.errors import NotUnderstood

LARGEST_WHOLE = 1 << 53


def refuse(node: Basic, why: str = "") -> NoReturn:
    """Raise, naming the node: its function, or the literal itself."""
    if isinstance(node, Float):
        raise NotUnderstood(f"{node} is a decimal approximation; write an exact rational")
    if isinstance(node, Rational | Symbol):
        raise NotUnderstood(f"cannot compile {node}: {why}")
    raise NotUnderstood(
        f"cannot compile {node.func.__name__} in {node}: {why or 'no rule for this function'}"
    )


def representable(value: Rational) -> Any:
    """The same literal, if a double holds its numerator and its denominator; refused otherwise."""
    for part in (value.p, value.q):
        if abs(part) > LARGEST_WHOLE:
            refuse(value, "it has a whole number above 2^53, which is no literal")
    return value
