"""How much time is left, and whom to tell of progress."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

Result = TypeVar("Result")


def _silent(_line: str) -> None:
    """Tell nobody."""


@dataclass(slots=True)
class Watch:
    """A deadline and a listener for lines of progress."""

    seconds: float = float("inf")
    tell: Callable[[str], None] = _silent
    started: float = field(default_factory=time.monotonic)

    @property
    def left(self) -> float:
        """Seconds until the deadline, never below 0."""
        return max(0.0, self.seconds - (time.monotonic() - self.started))

    @property
    def is_over(self) -> bool:
        return self.left <= 0


def both(first: Callable[[], Result], second: Callable[[], Result]) -> tuple[Result, Result]:
    """Two computations side by side (the solver lets other threads run); the daemon dies with the program."""
    box: list[Result | BaseException] = []

    def work() -> None:
        try:
            box.append(second())
        except BaseException as error:  # handed to the caller below
            box.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    mine = first()
    thread.join()
    if isinstance(box[0], BaseException):
        raise box[0]
    return mine, box[0]
