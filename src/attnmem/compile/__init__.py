"""One SymPy expression to a NumPy function, an mpmath function, a JavaScript function and LaTeX.

Names are loaded when first used: evaluating one number needs neither NumPy nor a printer.
"""

from importlib import import_module
from typing import Any

_HOME = {
    "to_numpy": "attnmem.compile.arrays",
    "to_mpmath": "attnmem.compile.high_precision",
    "to_javascript": "attnmem.compile.javascript",
    "to_latex": "attnmem.compile.latex",
}

__all__ = ["to_javascript", "to_latex", "to_mpmath", "to_numpy"]


def __getattr__(name: str) -> Any:
    """Load a public name from the module that defines it."""
    if name not in _HOME:
        raise AttributeError(f"module 'attnmem.compile' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)
