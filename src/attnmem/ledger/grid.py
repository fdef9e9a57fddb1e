"""Aligned columns of text."""

from collections.abc import Sequence

WIDTH = 80  # of running text; tables may be as wide as their numbers


def grid(rows: Sequence[Sequence[str]], align: str = "lr", indent: int = 2) -> list[str]:
    """Lines of a table: ``align`` says for each column l or r, the last letter for all that follow.

    >>> grid([["kind", "count"], ["full", "32"]])
    ['  kind  count', '  full     32']
    """
    columns = max(len(row) for row in rows)
    filled = [[*row, *[""] * (columns - len(row))] for row in rows]
    widths = [max(len(row[at]) for row in filled) for at in range(columns)]
    lines = []
    for row in filled:
        cells = [
            text.ljust(width) if align[min(at, len(align) - 1)] == "l" else text.rjust(width)
            for at, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append((" " * indent + "  ".join(cells)).rstrip())
    return lines


def wrapped(text: str, width: int = WIDTH, indent: int = 2, hang: int = 0) -> list[str]:
    """A sentence over as many lines as it needs, those after the first ``hang`` further in.

    >>> wrapped("note: a word", width=9, hang=2)
    ['  note: a', '    word']
    """
    lines: list[str] = []
    line = " " * indent
    for word in text.split():
        if line.strip() and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = " " * (indent + hang)
        line += f" {word}" if line.strip() else word
    return [*lines, line] if line.strip() else lines


def numbers(positions: Sequence[int], width: int = 24) -> str:
    """Layer numbers, runs joined, cut where there is no room.

    >>> numbers((0, 1, 2, 4, 5, 7)), numbers(tuple(range(3, 93, 4)), 16)
    ('0-2, 4-5, 7', '3, 7, 11, …, 91')
    """
    runs: list[list[int]] = []
    for at in positions:
        if runs and at == runs[-1][1] + 1:
            runs[-1][1] = at
        else:
            runs.append([at, at])
    parts = [str(first) if first == last else f"{first}-{last}" for first, last in runs]
    if len(", ".join(parts)) <= width:
        return ", ".join(parts)
    for kept in range(len(parts) - 2, 0, -1):
        shown = ", ".join([*parts[:kept], "…", parts[-1]])
        if len(shown) <= width:
            return shown
    return f"{parts[0]}, …"
