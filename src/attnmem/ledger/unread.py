"""Fields that nobody looked at although their names could touch the cache.

They are a warning beside an answer. Two sorts stop the reading instead, since an answer without them would
be a guess: a field of an attention that no rule understands, and a name that is almost one that was looked
for in vain.
"""

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any

from attnmem.ledger.fields import Fields
from attnmem.ledger.ignored import (
    ALSO_FINE,
    BESIDE,
    EXACT,
    OF_AN_ATTENTION,
    OF_OTHER_PARTS,
    SAYS_ATTENTION,
    SAYS_WHERE,
)
from attnmem.ledger.strict_json import joined

TOUCHES = ("kv", "head", "window", "cache", "state", "latent", "rank", "share")
CLOSE = 0.8


def suspicious(f: Fields) -> tuple[str, ...]:
    """Paths of fields with a value that were not read and whose names could touch the cache."""
    return tuple(
        joined(view.path, name)
        for view, name, _ in _unread(f)
        if name not in EXACT and any(word in name.lower() for word in TOUCHES)
    )


def refuse_unknown_attention(f: Fields, layers: int) -> None:
    """Stop at an unread field of an attention, and at an unread name that nearly is a missing one."""
    for view, name, value in _unread(f):
        if (_of_an_attention(name) and value is not False) or _lists_layers(name, value, layers):
            near = max(ALSO_FINE | EXACT, key=lambda known: likeness(known, name))
            raise view.unclear(
                name, f"a field of an attention that no rule understands; nearest known: {near}"
            )
    missing = {path.rpartition(".")[2] for path in f.absent} - set(f.names())
    for path in suspicious(f):
        name = path.rpartition(".")[2]
        near = max(sorted(missing), key=lambda known: likeness(known, name), default=name)
        if near != name and likeness(near, name) >= CLOSE:
            raise f.unclear(name, f"not a field any rule reads, and {near} is missing; nearest known: {near}")


def _of_an_attention(name: str) -> bool:
    """Whether a name speaks of how or where layers attend and is none of those that may stand idle."""
    if name in ALSO_FINE or name in EXACT or "norm" in name:
        return False
    where = any(word in name for word in SAYS_ATTENTION) and any(word in name for word in SAYS_WHERE)
    return where or name.startswith(OF_AN_ATTENTION)


def _lists_layers(name: str, value: Any, layers: int) -> bool:
    """Whether a value has a word for each layer, under a name that does not speak of other parts."""
    words = isinstance(value, list) and all(isinstance(one, str) for one in value)
    letters = isinstance(value, str) and "pattern" in name
    return layers > 1 and (words or letters) and len(value) == layers and not name.startswith(OF_OTHER_PARTS)


def _unread(f: Fields) -> Iterator[tuple[Fields, str, Any]]:
    """Unread fields of the text part and of the objects in it, each with its view."""
    for name in f.names():
        value = f.peek(name)
        if value is None or name.startswith(BESIDE):
            continue
        if isinstance(value, dict):
            yield from _unread(Fields(value, f.where, joined(f.path, name), f))
        if joined(f.path, name) not in f.reads:
            yield f, name, value


def likeness(known: str, found: str) -> float:
    """How alike two names are, 1 where one holds the other.

    >>> likeness("head_dim", "headDim"), likeness("head_dim", "vocab") < 0.5
    (1.0, True)
    """
    first, second = (text.lower().replace("_", "").replace("-", "") for text in (known, found))
    if len(first) > 5 and first in second:
        return 1.0
    return SequenceMatcher(None, first, second).ratio()
