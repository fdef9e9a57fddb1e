"""What can go wrong, as the exit codes of the command line see it.

A message says what came, what was needed and where; it is built once, at the public boundary.
"""

from collections.abc import Iterable
from difflib import get_close_matches

MOST_NAMED = 60  # more names than that are no answer in one line


class AttnmemError(Exception):
    """Root of every error this package raises on purpose; ``exit_code`` is what a command returns."""

    exit_code = 2


class BadInput(AttnmemError, ValueError):
    """A value, an argument or a file that is damaged or outside its domain (exit 2)."""


class NotUnderstood(AttnmemError):
    """An input that is well formed but means something we have no rule for (exit 3)."""

    exit_code = 3


class TimeLimit(AttnmemError):
    """The time limit passed before an answer was sure (exit 4)."""

    exit_code = 4


def unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """One line for a name that is not there, with the nearest names that are.

    >>> unknown("derivation", "topk-gapp", ["topk-gap", "pool-snr"])
    "no derivation 'topk-gapp'; did you mean topk-gap?"
    """
    names = sorted(known)
    near = get_close_matches(name, names, n=3, cutoff=0.5)
    listed = (
        f"known: {', '.join(names)}" if len(names) <= MOST_NAMED else f"none of the {len(names)} is near it"
    )
    listed = listed if names else "none is known"
    hint = f"did you mean {' or '.join(near)}?" if near else listed
    return f"no {kind} {name!r}; {hint}"
