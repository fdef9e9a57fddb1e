"""Numbers inside sentences, computed: ``{num}`followed by a formula's key, its arguments and how to print it```."""

from typing import Any


def connect(app: Any) -> None:
    return None
