"""Attention as Memory: what attention can hold, what it loses, and what that costs.

Names are loaded when first used, so that ``import attnmem`` and the commands that need no algebra start fast.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOME = {
    "topk": "attnmem.witnesses.topk",
    "evaluate": "attnmem.evaluation",
    "verify": "attnmem.verification",
}

__all__ = ["__version__", *_HOME]


def __getattr__(name: str) -> Any:
    """Load a public name from the module that defines it."""
    if name not in _HOME:
        raise AttributeError(f"module 'attnmem' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
