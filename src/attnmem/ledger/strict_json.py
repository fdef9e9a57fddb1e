"""A config file as data, or one line that says what is wrong with it and where.

Stricter than the standard reader where a loose reading hides a mistake (a key given twice, a file that is
not an object), looser in one point: the bare words ``Infinity`` and ``NaN``, which some published configs
hold in fields that say nothing of the cache, are kept as floats and refused only where a reader asks for
them.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from attnmem.errors import BadInput

LARGEST_FILE = 4 * 2**20  # bytes; published configs stay below 0.1 MB
DEEPEST = 32  # published configs reach 6


class _Twice(dict[str, Any]):
    """An object in which a key came twice."""

    key: str


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    if len(plain) == len(pairs):
        return plain
    names = [name for name, _ in pairs]
    marked = _Twice(plain)
    marked.key = next(name for name in names if names.count(name) > 1)
    return marked


def load(path: Path) -> dict[str, Any]:
    """The object in the file at ``path``."""
    try:
        if path.is_dir():
            raise BadInput(f"{path}: a folder, not a config file")
        with path.open("rb") as handle:
            raw = handle.read(LARGEST_FILE + 1)
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}") from None
    return parse(raw, str(path))


def parse(raw: bytes, where: str) -> dict[str, Any]:
    """The object that these bytes spell.

    >>> parse(b'{"a": {"b": 1, "b": 2}}', "x.json")
    Traceback (most recent call last):
    ...
    attnmem.errors.BadInput: x.json: key 'b' is given twice in a
    """
    if len(raw) > LARGEST_FILE:
        raise BadInput(f"{where}: larger than {LARGEST_FILE:,} bytes, so not a model's config")
    try:
        data = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=_object)
    except UnicodeDecodeError as error:
        raise BadInput(f"{where}: not UTF-8 text (byte {error.start})") from None
    except RecursionError:
        raise BadInput(f"{where}: nested more than {DEEPEST} deep") from None
    except json.JSONDecodeError as error:
        raise BadInput(
            f"{where}: not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
        ) from None
    except ValueError:
        raise BadInput(f"{where}: holds a number of more digits than any size has") from None
    if not isinstance(data, dict):
        raise BadInput(f"{where}: holds {named(data)}, and a config is an object of fields")
    _check(data, where)
    return data


def _check(data: dict[str, Any], where: str) -> None:
    """Refuse repeated keys and deep nesting. Paths are spelled only once something is wrong."""
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        if any(type(node) is _Twice for node in level):
            break
        level = [
            inner
            for node in level
            for inner in (node.values() if isinstance(node, dict) else node)
            if isinstance(inner, (dict, list))
        ]
        if not level:
            return
    _complain(data, where)


def _complain(data: dict[str, Any], where: str) -> None:
    """Raise for the fault that the check found, with its path."""
    pending: list[tuple[Any, str, int]] = [(data, "", 1)]
    for node, path, depth in pending:
        if depth > DEEPEST:
            raise BadInput(f"{where}: nested more than {DEEPEST} deep at {path[:60]}")
        if isinstance(node, _Twice):
            raise BadInput(f"{where}: key {node.key[:60]!a} is given twice in {path or 'the file'}")
        if isinstance(node, dict):
            inside = [(joined(path, name), value) for name, value in node.items()]
        else:
            inside = [(f"{path}[{at}]", value) for at, value in enumerate(node)]
        pending += [(value, at, depth + 1) for at, value in inside if isinstance(value, (dict, list))]


def joined(path: str, name: str) -> str:
    """The path of a field inside an object; names that could break a line are quoted.

    >>> joined("text_config", "head_dim"), joined("", "a b")
    ('text_config.head_dim', "'a b'")
    """
    return f"{path}.{_shown(name)}" if path else _shown(name)


@lru_cache(maxsize=4096)
def _shown(name: str) -> str:
    plain = name.isascii() and name.replace("_", "").replace("-", "").isalnum()
    return name if plain and len(name) <= 80 else ascii(name[:40])


def named(value: Any) -> str:
    """What kind of thing a JSON value is, in a few words.

    >>> named([1]), named("x" * 99), named(None)
    ('a list', "the text 'xxxxxxxxxxxxxxxxxxxx…'", 'null')
    """
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case int() | float():
            text = repr(value)
            return text if len(text) < 24 else f"a number of {len(text)} digits"
        case str():
            return f"the text {value!a}" if len(value) <= 20 else f"the text {ascii(value[:20])[:-1]}…'"
        case list():
            return "a list"
        case _:
            return "an object"
