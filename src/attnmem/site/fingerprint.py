"""Pages are read, and so executed, again as soon as anything that can change their numbers has changed."""

import sys
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

import attnmem

PACKAGES = ("sympy", "mpmath", "numpy", "matplotlib", "scipy", "ipywidgets")


def fingerprint(source: Path | None = None) -> str:
    """A hash of every file of the package and of the versions of what it computes and draws with."""
    root = source or Path(attnmem.__file__).parent
    digest = sha256(repr((sys.version_info[:3], [(name, version(name)) for name in PACKAGES])).encode())
    for path in sorted(root.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def connect(app: Any) -> None:
    """Sphinx reads every page again when a value of kind ``env`` differs from the last build's."""
    app.add_config_value("attnmem_fingerprint", fingerprint(), "env", [str])
