"""The whole book verified in a fresh process, 50-digit evidence included, against starting SymPy alone."""

import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import median

ROUNDS = 3
TARGET = 12


def seconds(*arguments: str) -> float:
    """Wall-clock time of one Python process that must succeed."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def run() -> Iterator[tuple[str, str, str, bool]]:
    """One ratio of medians."""
    imports = median(seconds("-c", "import sympy") for _ in range(ROUNDS))
    verifies = median(seconds("-m", "attnmem", "verify") for _ in range(ROUNDS))
    ratio = verifies / imports
    name = f"attnmem verify, cold, {verifies:.1f} s against {imports:.2f} s for import sympy"
    yield name, f"{ratio:.1f}", f"at most {TARGET}", ratio <= TARGET
