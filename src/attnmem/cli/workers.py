"""Derivations shared out over the machine's cores; results come back in order."""

import gc
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from attnmem.proof.record import Derivation

Result = TypeVar("Result")
_SHARED: list[Derivation] = []  # what forked processes find already there


def shared_out(work: Callable[[Derivation], Result], picked: tuple[Derivation, ...]) -> Iterator[Result]:
    """``work`` done to each derivation, by as many forked processes as there are cores."""
    cores = os.cpu_count() or 1
    if cores < 2 or len(picked) < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from map(work, picked)
        return
    _SHARED[:] = picked
    # what is there stays there: collecting it again and again would take a twentieth of the time
    gc.freeze()
    with multiprocessing.get_context("fork").Pool(min(cores, len(picked)), _begin) as pool:
        # no core is left with a long one at the end
        longest_first = sorted(range(len(picked)), key=lambda n: -len(picked[n].all_steps))
        begun = {n: pool.apply_async(_Numbered(work), (n,)) for n in longest_first}
        yield from (begun[n].get() for n in range(len(picked)))


def _begin() -> None:
    """What a worker does first: Ctrl-C is for the process that gave it work."""
    gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class _Numbered(Generic[Result]):
    """The same work, asked for by number: derivations need not travel between processes."""

    def __init__(self, work: Callable[[Derivation], Result]) -> None:
        self.work = work

    def __call__(self, number: int) -> Result:
        return self.work(_SHARED[number])
