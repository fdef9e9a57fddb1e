"""How many keys every row of real scores needs, beside what the gap bound makes of its two numbers.

The counts come from ``core``, which knows no formula; the bound is the compiled ``topk-kl-gap``. Where the
two meet, a bound that fails would show as a looseness below one.
"""

import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnmem.core.bucket import bucket_cut, checked_width
from attnmem.core.scores import Scores, as_scores, look_like_weights, row_blocks, row_count
from attnmem.core.topk import checked_budget, exact_cut

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class TopK:
    """One entry per row. NaN stands where nothing is dropped: no gap, no bound, no looseness.

    ``n`` counts the keys that weigh anything (a score of ``-inf`` does not), ``k_exact`` is the smallest
    count within the budget, ``k_bucket`` what the bucket rule keeps. ``tail``, ``kl`` (nats), ``gap`` and
    ``kl_bound`` (nats) belong to ``k_exact``; ``looseness`` is bound / kl.
    """

    row: NDArray[np.int64]
    n: NDArray[np.int64]
    k_exact: NDArray[np.int64]
    k_bucket: NDArray[np.int64]
    tail: NDArray[np.float64]
    kl: NDArray[np.float64]
    gap: NDArray[np.float64]
    kl_bound: NDArray[np.float64]
    looseness: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.row)


WEIGHTS = (
    "every row is at least 0 and sums to 1, as attention weights do: the counts take scores for logits, "
    "before the softmax"
)
COLUMNS = tuple(field.name for field in fields(TopK))


def topk(
    scores: Any, kl: float = 0.01, bucket_width: float = 0.1, *, progress: Progress | None = None
) -> TopK:
    """The counts for every row of ``scores``: last axis the keys, all others the rows, in C order.

    ``progress(rows done, rows in all)`` is called after every block.

    Shapes   anything with ``__array__``: float16, float32, float64 or whole numbers
    Holds    one block of rows at a time, at least one whole row, and the result
    Raises   BadInput for NaN, +inf or a row of -inf (with the position), a budget below 0, a width not above
    0
    Warns    once if the rows look like weights, after the softmax

    >>> import numpy as np
    >>> topk(np.log([8.0, 4.0, 2.0, 1.0, 1.0]), kl=0.2).k_exact.tolist()
    [3]
    """
    array = as_scores(scores)
    total, done = row_count(array), 0
    parts = []
    blocks = noticed(row_blocks(array), lambda: warnings.warn(WEIGHTS, stacklevel=5))
    for part in blockwise(blocks, kl, bucket_width):
        parts.append(part)
        done += len(part)
        if progress is not None:
            progress(done, total)
    return joined(parts)


def noticed(blocks: Iterable[tuple[int, Scores]], say: Callable[[], None]) -> Iterator[tuple[int, Scores]]:
    """The blocks as they come; ``say`` is called if the first one holds weights and not logits."""
    for at, (first, block) in enumerate(blocks):
        if at == 0 and look_like_weights(block):
            say()
        yield first, block


def blockwise(blocks: Iterable[tuple[int, Scores]], kl: float, bucket_width: float) -> Iterator[TopK]:
    """The same, one block of rows after another, so that neither scores nor results have to fit in memory."""
    budget, width = checked_budget(kl), checked_width(bucket_width)
    for first, block in blocks:
        yield _of_block(block, budget, width, first)


def joined(parts: Iterable[TopK]) -> TopK:
    """The blocks' results as one record, with arrays that nobody can change by accident."""
    held = list(parts) or [_nothing()]
    columns = [np.concatenate([getattr(part, name) for part in held]) for name in COLUMNS]
    for column in columns:
        column.flags.writeable = False
    return TopK(*columns)


def _of_block(block: Scores, kl: float, bucket_width: float, first: int) -> TopK:
    exact = exact_cut(block, kl, first)
    bucketed = bucket_cut(block, kl, bucket_width, first)
    divergence = -np.log1p(-exact.tail)
    bound = gap_bound()(exact.keys, exact.kept, exact.gap)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        looseness = np.where(divergence > 0, bound / divergence, np.nan)  # a tail may underflow to nothing
    rows = np.arange(first, first + len(block))
    return TopK(
        rows, exact.keys, exact.kept, bucketed.kept, exact.tail, divergence, exact.gap, bound, looseness
    )


def _nothing() -> TopK:
    whole, real = np.zeros(0, np.int64), np.zeros(0)
    return TopK(whole, whole, whole, whole, real, real, real, real, real)


@cache
def gap_bound() -> Callable[..., Any]:
    """The compiled bound on KL from (n, k, gap); NaN where nothing is dropped. Loads SymPy."""
    from attnmem.compile import to_numpy
    from attnmem.theory import formula

    found = formula("topk-kl-gap")
    return to_numpy(found.expression, found.arguments, found.conditions)
