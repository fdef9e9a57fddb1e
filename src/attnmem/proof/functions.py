"""How each SymPy function is computed in an mpmath context; what the interval context lacks is built here.

Names of SymPy classes are keys. What is missing is refused by the caller, by name.
"""

from collections.abc import Callable
from typing import Any

import mpmath


def _ends(ctx: Any, x: Any, f: Callable[[Any], Any]) -> Any:
    """A rising step function on an interval, from its values at both ends."""
    return ctx.mpf([f(x.a), f(x.b)]) if ctx is mpmath.iv else f(x)


def _tanh(ctx: Any, x: Any) -> Any:
    return 1 - 2 / (ctx.exp(2 * x) + 1) if ctx is mpmath.iv else ctx.tanh(x)


def _atanh(ctx: Any, x: Any) -> Any:
    return ctx.log((1 + x) / (1 - x)) / 2 if ctx is mpmath.iv else ctx.atanh(x)


def _largest(ctx: Any, *xs: Any) -> Any:
    if ctx is mpmath.iv:
        return ctx.mpf([max(x.a for x in xs), max(x.b for x in xs)])
    return max(xs)


def _smallest(ctx: Any, *xs: Any) -> Any:
    if ctx is mpmath.iv:
        return ctx.mpf([min(x.a for x in xs), min(x.b for x in xs)])
    return min(xs)


def _binomial(ctx: Any, n: Any, k: Any) -> Any:
    return ctx.binomial(n, k)


def _log(ctx: Any, x: Any) -> Any:
    if ctx is not mpmath.iv and x <= 0:
        raise ValueError(f"log of {mpmath.nstr(x, 5)}")
    return ctx.log(x)


def _sign(ctx: Any, x: Any) -> Any:
    return _ends(ctx, x, lambda end: ctx.mpf(int(end > 0) - int(end < 0)))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "exp": lambda ctx, x: ctx.exp(x),
    "log": _log,
    "tanh": _tanh,
    "atanh": _atanh,
    "sinh": lambda ctx, x: (ctx.exp(x) - ctx.exp(-x)) / 2,
    "cosh": lambda ctx, x: (ctx.exp(x) + ctx.exp(-x)) / 2,
    "sin": lambda ctx, x: ctx.sin(x),
    "cos": lambda ctx, x: ctx.cos(x),
    "acos": lambda ctx, x: ctx.acos(x),
    "erf": lambda ctx, x: ctx.erf(x),
    "erfc": lambda ctx, x: ctx.erfc(x),
    "erfinv": lambda ctx, x: ctx.erfinv(x),
    "gamma": lambda ctx, x: ctx.gamma(x),
    "loggamma": lambda ctx, x: ctx.loggamma(x),
    "factorial": lambda ctx, x: ctx.factorial(x),
    "binomial": _binomial,
    "Abs": lambda ctx, x: abs(x),
    "sign": _sign,
    "Max": _largest,
    "Min": _smallest,
    "floor": lambda ctx, x: _ends(ctx, x, mpmath.floor),
    "ceiling": lambda ctx, x: _ends(ctx, x, mpmath.ceil),
    "frac": lambda ctx, x: x - _ends(ctx, x, mpmath.floor),
    "LambertW": lambda ctx, x: ctx.lambertw(x).real,
}

UNENCLOSED = frozenset(
    {"acos", "erf", "erfc", "erfinv", "binomial", "LambertW"}
)  # mpmath only estimates these
