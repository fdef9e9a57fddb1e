"""The Sphinx extension behind the published book."""

import os
from typing import Any

from attnmem.site import (
    assets,
    counts,
    execution,
    fingerprint,
    hardening,
    mathjax,
    numbers,
    search_index,
    without_script,
)

PARTS = (
    fingerprint,
    execution,
    assets,
    mathjax,
    numbers,
    counts,
    without_script,
    search_index,
    hardening,
)
PAGE_MODE = "ATTNMEM_PAGE"


def setup(app: Any) -> dict[str, Any]:
    """Connect every part; kernels started from here inherit the variable that leaves widgets out of pages."""
    os.environ[PAGE_MODE] = "1"
    for part in PARTS:
        part.connect(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
