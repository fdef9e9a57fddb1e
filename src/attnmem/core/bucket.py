"""A sufficient number of keys from one histogram, without sorting: the bucket rule.

Let m be the largest score. A key with m - s in [bw, (b+1)w) lies in bucket b and weighs between e^(-(b+1)w)
and e^(-bw) times the largest weight. From the lightest bucket upward the upper weights are added while the
sum stays within (1 - e^(-budget)) of a lower bound on the total; every bucket that did not fit is kept whole.

The guarantee KL <= budget holds for the scores as exact numbers, because every rounding goes outward: a key
may land in a heavier bucket, never in a lighter one; the sums are compared with their own error added; and a
bucket whose sum is within that error of the budget is kept.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from attnmem.core.scores import BLOCK, Scores, maxima
from attnmem.core.topk import UNIT, checked_budget, tail_budget
from attnmem.errors import BadInput

WIDEST = 1024.0  # e^-1024 is 0 in float64: a wider bucket holds nothing more
MOST_BUCKETS = 1 << 22  # 32 MiB of counts
SPARE = 7.0  # the last bucket takes all lighter keys; they cost at most e^-7 of the budget
COUNTED = 1 << 18  # bucket numbers counted at once: NumPy's copy of them is then small enough to be reused
CACHED = 1 << 16  # scores worked on at once: 256 KiB of float32 stay in the second-level cache


class Buckets(NamedTuple):
    """A bucket scale in one working precision: ``last`` takes every key that is lighter still."""

    width: float
    last: int
    scale: np.floating[Any]


class BucketCut(NamedTuple):
    """One entry per row: how many keys are kept, and the first bucket that is dropped."""

    kept: NDArray[np.int64]
    edge: NDArray[np.int64]


def checked_width(bucket_width: float | str) -> float:
    """The width in nats as a float; ``BadInput`` unless it is positive and finite."""
    try:
        width = float(bucket_width)
    except (TypeError, ValueError, OverflowError):
        raise BadInput(f"the bucket width must be a number of nats, not {bucket_width!r}") from None
    if not 0 < width < np.inf:
        raise BadInput(f"the bucket width must be finite and above 0 nats, not {bucket_width!r}")
    return min(width, WIDEST)


def buckets(kind: np.dtype[Any], keys: int, kl: float, bucket_width: float) -> Buckets:
    """The scale for rows of ``keys`` scores: enough buckets that the keys beyond them cannot matter."""
    width = checked_width(bucket_width)
    reach = np.log(keys) - np.log(tail_budget(kl)) + SPARE
    if reach / width >= MOST_BUCKETS:
        raise BadInput(
            f"a bucket width of {bucket_width!r} needs {reach / width:.3g} buckets, {MOST_BUCKETS} at most"
        )
    work = np.float64 if kind == np.float64 else np.float32
    unit = np.finfo(work).eps / 2
    # fl(fl(m - s) · scale) <= (m - s)/w needs scale <= 1 / (w (1 + unit)^2); eight units leave room for 1/w
    # itself
    exact = (1 - 8 * float(unit)) / width
    scale = work(exact)
    if scale > exact:
        scale = np.nextafter(scale, work(0))
    return Buckets(width, int(np.ceil(reach / width)), scale)


def bucket_indices(block: Scores, top: Scores, scale: Buckets) -> NDArray[np.intp]:
    """The bucket of every score, rounded to the heavier side; the last bucket takes all that is lighter."""
    work = scale.scale.dtype
    with np.errstate(
        over="ignore"
    ):  # a distance too long for the type is infinite, and belongs in the last bucket
        distance = top.astype(work)[:, None] - block.astype(work, copy=False)
        distance *= scale.scale
    return np.minimum(distance, work.type(scale.last)).astype(np.intp)


def histogram(block: Scores, top: Scores, scale: Buckets) -> NDArray[np.int64]:
    """Keys per row and bucket. Shapes  block (rows, keys), top (rows,) -> (rows, buckets)"""
    levels, rows = scale.last + 1, len(block)
    if rows == 1 and levels <= 256 and block.size >= CACHED:  # a short row is not worth the table
        return _paired_histogram(block[0], top[0], scale)[None, :levels]
    counts = np.zeros((rows, levels), dtype=np.int64)
    step = max(1, BLOCK // rows)
    for at in range(0, block.shape[-1], step):
        index = bucket_indices(block[:, at : at + step], top, scale)
        index += np.arange(rows)[:, None] * levels
        counts += np.bincount(index.ravel(), minlength=rows * levels).reshape(rows, levels)
    return counts


def _paired_histogram(row: Scores, top: Any, scale: Buckets) -> NDArray[np.int64]:
    """Keys per bucket for at most 256 buckets, two keys to a count.

    A bucket number fits a byte, and two bytes side by side are one number below 65536: counting those takes
    half as many steps, and the 256 × 256 table's rows and columns add up to the histogram whatever the byte
    order.
    """
    counts, pairs = np.zeros(256, dtype=np.int64), np.zeros(65536, dtype=np.int64)
    kind = scale.scale.dtype
    work, last = np.empty(CACHED, kind), np.full(CACHED, scale.last, kind)
    number = np.empty(min(COUNTED, len(row)), np.uint8)
    top = kind.type(top)
    for at in range(0, len(row), COUNTED):
        piece = row[at : at + COUNTED]
        for start in range(0, len(piece), CACHED):
            part = piece[start : start + CACHED]
            y = work[: len(part)]
            with np.errstate(over="ignore"):
                np.subtract(top, part, out=y)
                np.multiply(y, scale.scale, out=y)
            np.minimum(y, last[: len(part)], out=y)  # an array, because a number is four times slower here
            number[start : start + len(part)] = y
        even = len(piece) & ~1
        pairs += np.bincount(number[:even].view(np.uint16), minlength=65536)
        if even < len(piece):
            counts[number[even]] += 1
    table = pairs.reshape(256, 256)
    return counts + table.sum(axis=0) + table.sum(axis=1)


def first_dropped(counts: NDArray[np.int64], scale: Buckets, kl: float) -> NDArray[np.int64]:
    """The lowest bucket number from which on everything may be dropped. Shapes  (rows, buckets) -> (rows,)"""
    b = np.arange(scale.last + 1)
    upper = np.exp(-b * scale.width)
    # outward rounding lets a key stand up to 16 units beyond the far end of its bucket
    far = 1 + 8 * float(np.finfo(scale.scale.dtype).eps)
    lower = np.exp(-(b + 1) * scale.width * far)
    lower[-1] = 0.0
    total = (counts * lower).sum(axis=-1) + (1 - lower[0])  # the largest key weighs 1, not its bucket's least
    above = np.cumsum((counts * upper)[:, ::-1], axis=-1)[:, ::-1]
    doubt = (4 * len(b) + 4 * scale.last * scale.width + 16) * UNIT
    fits = above * (1 + doubt) <= (tail_budget(kl) * (1 - doubt) * total)[:, None]
    return (len(b) - fits.sum(axis=-1)).astype(np.int64)


def bucket_cut(block: Scores, kl: float, bucket_width: float = 0.1, first: int = 0) -> BucketCut:
    """How many keys of every row the bucket rule keeps, and where it cuts.

    Shapes   block (rows, keys), any count of either
    Holds    one block of scores and one histogram per row
    Raises   BadInput for NaN, +inf, a row of -inf, a budget below 0, a width that is not positive

    At budget 0 every key with a finite score is kept, even where its weight underflows: as an exact number
    it is positive. A masked key (``-inf``) is never kept.

    >>> bucket_cut(np.log([[8.0, 4.0, 2.0, 1.0, 1.0]]), kl=0.2, bucket_width=0.1).kept.tolist()
    [3]
    """
    budget, _ = checked_budget(kl), checked_width(bucket_width)
    top = maxima(block, first)
    if tail_budget(budget) == 0:
        kept = np.isfinite(block).sum(axis=-1)
        return BucketCut(kept.astype(np.int64), np.full(len(block), np.iinfo(np.int64).max))
    scale = buckets(block.dtype, block.shape[-1], budget, bucket_width)
    counts = histogram(block, top, scale)
    edge = first_dropped(counts, scale, budget)
    inside = np.cumsum(counts, axis=-1)
    return BucketCut(inside[np.arange(len(block)), edge - 1], edge)
