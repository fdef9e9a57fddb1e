"""The bucket threshold on 2^20 float32 scores, one thread, maximum included, against what NumPy offers.

The peers take the same row: the exact route (sort, exponentials, cumulative sum), one ``numpy.partition``
at the count that the rule finds, and one maximum, exponential and sum, which is what the softmax itself
costs. All are measured in turn, round after round, and the quickest of each is compared.

Half of one partition was the plan, and is not promised: where NumPy selects by vector instructions, counting
bucket numbers that lie ready takes about that half alone. Both are shown, so that this can be
seen to be so, or to have changed.
"""

import os
from collections.abc import Callable, Iterator
from time import perf_counter

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

from attnmem.core.bucket import bucket_cut

KEYS, ROUNDS, BUDGET, WIDTH = 1 << 20, 60, 0.01, 0.1
PARTITION = "one numpy.partition"


def exact(row: np.ndarray) -> np.ndarray:
    """Tail mass after every key: what the exact count is read from."""
    ascending = np.sort(row)
    return np.cumsum(np.exp(ascending - ascending[-1]), dtype=np.float64)


def softmax_mass(row: np.ndarray) -> np.floating:
    """Maximum, exponentials and their sum."""
    return np.exp(row - row.max()).sum()


def quickest(works: dict[str, Callable[[], object]], row: np.ndarray) -> dict[str, float]:
    """Seconds of the quickest of ``ROUNDS`` runs of each, taken in turn; each finds the row just read."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(ROUNDS):
        for name, work in works.items():
            row.max()
            begun = perf_counter()
            work()
            best[name] = min(best[name], perf_counter() - begun)
    return best


def run() -> Iterator[tuple[str, str, str, bool | None]]:
    """The ratios on normal scores of deviation 3, as (name, measured, promised, kept)."""
    row = (np.random.default_rng(0).standard_normal(KEYS) * 3).astype(np.float32)
    kept = int(bucket_cut(row[None], BUDGET, WIDTH).kept[0])
    ready = np.minimum((row.max() - row) / WIDTH, 255).astype(np.uint8).view(np.uint16)
    time = quickest(
        {
            "bucket": lambda: bucket_cut(row[None], BUDGET, WIDTH),
            "sort + exp + cumsum": lambda: exact(row),
            PARTITION: lambda: np.partition(row, KEYS - kept),
            "max + exp + sum": lambda: softmax_mass(row),
            "counting": lambda: np.bincount(ready, minlength=1 << 16),
        },
        row,
    )
    for peer, most in (("sort + exp + cumsum", 0.1), ("max + exp + sum", 3.0)):
        ratio = time["bucket"] / time[peer]
        spent = f"{time['bucket'] * 1e3:.2f} / {time[peer] * 1e3:.2f} ms"
        yield (
            f"bucket threshold / {peer}, 2^20 float32",
            f"{ratio:.3f} ({spent})",
            f"{most:g}",
            ratio <= most,
        )
    for name, what in (("bucket threshold", "bucket"), ("counting ready bucket numbers alone", "counting")):
        spent = f"{time[what] * 1e3:.2f} / {time[PARTITION] * 1e3:.2f} ms"
        ratio = time[what] / time[PARTITION]
        yield f"{name} / {PARTITION}, 2^20 float32", f"{ratio:.3f} ({spent})", "nothing", None
