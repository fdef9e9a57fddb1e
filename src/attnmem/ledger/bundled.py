"""The bundled models by name: configs as published, with a table of where each was read."""

from functools import cache
from pathlib import Path

from attnmem.errors import BadInput, unknown
from attnmem.ledger.layer import Model
from attnmem.ledger.reader import read

FOLDER = Path(__file__).parent / "models"


@cache
def names() -> tuple[str, ...]:
    """Every bundled model, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


def path(name: str) -> Path:
    """The file of a bundled model."""
    if name not in names():
        raise BadInput(unknown("bundled model", name[:80], names()))
    return FOLDER / f"{name}.json"


def load(name: str) -> Model:
    """A bundled model.

    >>> len(load("kimi-k3").layers)
    93
    """
    return read(path(name), name)
