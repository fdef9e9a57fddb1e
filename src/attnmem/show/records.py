"""Any record of arrays, or rows of values, as a table with numbers that can be read."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any

from attnmem.figures.numerals import numeral
from attnmem.show.markup import Cell, Display
from attnmem.show.markup import table as markup_table

MOST_ROWS = 20


def table(rows: Any, caption: str = "", digits: int = 3) -> Display:
    """A table of a record of equally long arrays, of a mapping of columns, or of a sequence of mappings.

    >>> print(table([{"n": 5, "tail": 0.25}]))
    n  tail
    5  0.25
    """
    columns = columns_of(rows)
    lines = list(islice(zip(*columns.values(), strict=True), MOST_ROWS + 1))
    shown = [tuple(written(value, digits) for value in line) for line in lines[:MOST_ROWS]]
    if len(lines) > MOST_ROWS:
        caption = f"{caption} (first {MOST_ROWS} rows)".strip()
    numeric = [i for i, column in enumerate(columns.values()) if not any(isinstance(v, str) for v in column)]
    html = markup_table(tuple(columns), shown, caption or "values", numeric).html
    return Display(_text(tuple(columns), shown), html)


def columns_of(rows: Any) -> Mapping[str, Sequence[Any]]:
    """Columns by name, whatever shape the rows came in."""
    if is_dataclass(rows):
        return {field.name: list(getattr(rows, field.name)) for field in fields(rows)}
    if isinstance(rows, Mapping):
        return {name: list(column) for name, column in rows.items()}
    rows = list(rows)
    return {name: [row[name] for row in rows] for name in rows[0]}


def written(value: Any, digits: int) -> Cell:
    """A value as the reader sees it: whole numbers in full, others rounded, nothing for what is undefined."""
    if isinstance(value, str):
        return value
    if float(value) != float(value):
        return ""
    whole = not isinstance(value, bool) and float(value).is_integer() and hasattr(value, "bit_length")
    return numeral(float(value), digits, whole or _is_whole_type(value))


def _is_whole_type(value: Any) -> bool:
    return getattr(getattr(value, "dtype", None), "kind", "") in ("i", "u")


def _text(columns: tuple[str, ...], rows: Iterable[tuple[Cell, ...]]) -> str:
    lines = [columns, *(tuple(str(c) for c in row) for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(columns))]
    padded = ("  ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)) for line in lines)
    return "\n".join(line.rstrip() for line in padded)
