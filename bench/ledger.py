"""The ledger: one model read and accounted, and the command started, against ``import numpy`` alone."""

import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import median

from attnmem import ledger
from attnmem.ledger import bundled
from attnmem.ledger.as_json import answer

MODELS = ("llama-3.1-8b", "llama-3.3-nemotron-super-49b", "kimi-k3", "nemotron-h-56b")
ROUNDS, MOST_MS, MOST_STARTS = 7, 5, 3


def milliseconds(name: str) -> float:
    """Processor time to read one bundled config and write its whole account."""
    path = bundled.path(name)
    start = time.process_time()
    answer(ledger.account(ledger.read(path)))
    return (time.process_time() - start) * 1e3


def started(*words: str) -> float:
    """Wall-clock seconds of one Python process that must succeed."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def run() -> Iterator[tuple[str, str, str, bool]]:
    """One row a model, and one for the command."""
    for name in MODELS:
        spent = median(milliseconds(name) for _ in range(ROUNDS))
        yield f"ledger: {name} read and accounted", f"{spent:.2f} ms", f"under {MOST_MS} ms", spent < MOST_MS
    pairs = [
        (started("-m", "attnmem", "ledger", "kimi-k3"), started("-c", "import numpy")) for _ in range(ROUNDS)
    ]
    ratio = median(a for a, _ in pairs) / median(b for _, b in pairs)
    yield (
        "attnmem ledger, cold, against import numpy",
        f"{ratio:.2f}",
        f"at most {MOST_STARTS}",
        (ratio <= MOST_STARTS),
    )
