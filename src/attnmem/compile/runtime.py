"""What NumPy lacks: the private heads, each on float64 arrays. ``runtime.js`` is the same list in JavaScript.

A branch is computed only where it is taken.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

# Beyond this exponent e^u leaves the normal range, or is about to.
FAR = 700.0
TINY, HUGE = 1e-300, 1e300


def parted(
    mask: NDArray[np.bool_], yes: Callable[..., Array], no: Callable[..., Array], *args: Array
) -> Array:
    """``yes`` where the mask holds, ``no`` elsewhere."""
    out = np.empty(mask.shape)
    for where, branch in ((mask, yes), (~mask, no)):
        if where.any():
            out[where] = branch(*(a[where] for a in args))
    return out


def cexp(c: Array, u: Array) -> Array:
    """c e^u; far out in two steps, so that neither e^u nor its loss of digits stands alone."""
    return parted(
        np.abs(u) < FAR, lambda c, u: c * np.exp(u), lambda c, u: c * np.exp(u / 2) * np.exp(u / 2), c, u
    )


def log1pcexp(c: Array, u: Array) -> Array:
    """log(1 + c e^u)."""
    return parted(
        (u > 0) & (c > 0),
        lambda c, u: u + (np.log(c) + np.log1p(cexp(1 / c, -u))),
        lambda c, u: np.log1p(cexp(c, u)),
        c,
        u,
    )


def rcexp(c: Array, u: Array) -> Array:
    """1/(1 + c e^u)."""

    def upper(c: Array, u: Array) -> Array:
        t = cexp(1 / c, -u)
        return t / (1 + t)

    return parted((u > 0) & (c > 0), upper, lambda c, u: 1 / (1 + cexp(c, u)), c, u)


def cexpover(f: Array, v: Array, c: Array, u: Array) -> Array:
    """f e^v/(1 + c e^u)."""
    return parted(
        (u > 0) & (c > 0),
        lambda f, v, c, u: cexp(f / (c * (1 + cexp(1 / c, -u))), v - u),
        lambda f, v, c, u: cexp(f / (1 + cexp(c, u)), v),
        *np.broadcast_arrays(f, v, c, u),
    )


def logratio(a: Array, b: Array) -> Array:
    """log(a/b), also where a/b leaves the range: there the two logarithms lie far apart."""
    ratio = a / b
    return np.where((ratio > TINY) & (ratio < HUGE), np.log(ratio), np.log(a) - np.log(b))


def log1mexp(u: Array) -> Array:
    """log(1 - e^u), u < 0."""
    return parted(u > -np.log(2), lambda u: np.log(-np.expm1(u)), lambda u: np.log1p(-np.exp(u)), u)


def log1pgap(x: Array) -> Array:
    """x - log(1 + x); by its series where the two nearly agree."""
    return parted(np.abs(x) < 0.4, _log1pgap_near, lambda x: x - np.log1p(x), x)


def _log1pgap_near(x: Array) -> Array:
    """With t = x/(2 + x): log(1 + x) = 2 atanh t, so the gap is x t - 2 (t^3/3 + t^5/5 + ...)."""
    t = x / (2 + x)
    square = t * t
    series = np.zeros_like(t)
    for n in range(29, 1, -2):
        series = series * square + 1 / n
    return t * (x - 2 * square * series)


def entropygap(x: Array) -> Array:
    """ln 2 + x ln x + (1 - x) ln(1 - x); v atanh v + log(1 - v^2)/2 with v = 1 - 2x, but at the ends."""

    def middle(x: Array) -> Array:
        v = 1 - 2 * x
        return v * np.arctanh(v) + np.log1p(-v * v) / 2

    def side(x: Array) -> Array:
        near = np.minimum(x, 1 - x)
        inner = np.where(near > 0, near * np.log(np.where(near > 0, near, 1)), 0)
        return np.log(2) + (inner + (1 - near) * np.log1p(-near))

    return parted(np.abs(x - 0.5) < 0.4, middle, side, x)


def logbinomial(n: Array, k: Array) -> Array:
    """ln C(n, k) by Stirling's series on the saddle point; short whole products directly."""
    few = np.minimum(k, n - k)
    short = (few <= 16) & (few == np.floor(few))
    return parted(short, _log_short_product, _log_binomial_stirling, n, few)


def _log_short_product(n: Array, k: Array) -> Array:
    product = np.ones_like(n)
    for i in range(1, 17):
        product = np.where(i <= k, product * (n - k + i) / i, product)
    return np.log(product)


def _log_binomial_stirling(n: Array, k: Array) -> Array:
    rest = n - k
    bulk = k * np.log(n / k) - rest * np.log1p(-k / n)
    edge = np.log(2 * np.pi * k * (rest / n)) / 2
    return bulk + (_stirling_error(n) - _stirling_error(k) - _stirling_error(rest) - edge)


def _stirling_error(x: Array) -> Array:
    """ln x! - (x + 1/2) ln x + x - ln(2 pi)/2; below 16 by stepping up to it."""
    total = np.zeros_like(x)
    for _ in range(16):
        low = x < 16
        if not low.any():
            break
        total = np.where(low, total + ((x + 0.5) * np.log1p(1 / x) - 1), total)
        x = np.where(low, x + 1, x)
    w = 1 / (x * x)
    series = 1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w * (1 / 1188 - w * (691 / 360360)))))
    return total + series / x


def logaddexp(u: Array, v: Array) -> Array:
    """log(e^u + e^v); minus infinity stands for a term of nothing."""
    return np.logaddexp(u, v)


def normalquantile(p: Array) -> Array:
    """The standard normal quantile by Wichura's AS 241, whose lower tail takes p itself."""
    return parted(np.abs(p - 0.5) <= 0.425, _quantile_middle, _quantile_tail, p)


def _quantile_middle(p: Array) -> Array:
    q = p - 0.5
    return q * _ratio(0.180625 - q * q, AS241_MIDDLE)


def _quantile_tail(p: Array) -> Array:
    r = np.sqrt(-np.where(p < 0.5, np.log(p), np.log1p(-p)))
    size = parted(r <= 5, lambda r: _ratio(r - 1.6, AS241_TAIL), lambda r: _ratio(r - 5, AS241_FAR), r)
    return np.where(p < 0.5, -size, size)


def _ratio(x: Array, table: tuple[tuple[float, ...], tuple[float, ...]]) -> Array:
    above, below = (np.polynomial.polynomial.polyval(x, coefficients) for coefficients in table)
    return above / below


# Wichura (1988), Algorithm AS 241, PPND16: numerator and denominator, constant term first.
AS241_MIDDLE = (
    (
        3.3871328727963666080,
        1.3314166789178437745e2,
        1.9715909503065514427e3,
        1.3731693765509461125e4,
        4.5921953931549871457e4,
        6.7265770927008700853e4,
        3.3430575583588128105e4,
        2.5090809287301226727e3,
    ),
    (
        1.0,
        4.2313330701600911252e1,
        6.8718700749205790830e2,
        5.3941960214247511077e3,
        2.1213794301586595867e4,
        3.9307895800092710610e4,
        2.8729085735721942674e4,
        5.2264952788528545610e3,
    ),
)
AS241_TAIL = (
    (
        1.42343711074968357734,
        4.63033784615654529590,
        5.76949722146069140550,
        3.64784832476320460504,
        1.27045825245236838258,
        2.41780725177450611770e-1,
        2.27238449892691845833e-2,
        7.74545014278341407640e-4,
    ),
    (
        1.0,
        2.05319162663775882187,
        1.67638483018380384940,
        6.89767334985100004550e-1,
        1.48103976427480074590e-1,
        1.51986665636164571966e-2,
        5.47593808499534494600e-4,
        1.05075007164441684324e-9,
    ),
)
AS241_FAR = (
    (
        6.65790464350110377720,
        5.46378491116411436990,
        1.78482653991729133580,
        2.96560571828504891230e-1,
        2.65321895265761230930e-2,
        1.24266094738807843860e-3,
        2.71155556874348757815e-5,
        2.01033439929228813265e-7,
    ),
    (
        1.0,
        5.99832206555887937690e-1,
        1.36929880922735805310e-1,
        1.48753612908506148525e-2,
        7.86869131145613259100e-4,
        1.84631831751005468180e-5,
        1.42151175831644588870e-7,
        2.04426310338993978564e-15,
    ),
)
