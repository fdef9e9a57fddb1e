"""Small pieces of HTML that every displayed object is built from, and the object itself."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True, slots=True)
class Display:
    """Something to look at: HTML for pages and notebooks, plain text everywhere else."""

    text: str
    html: str

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": self.text, "text/html": f'<div class="attnmem">{self.html}</div>'}

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Raw:
    """A piece of HTML that is already safe; anything else is escaped."""

    html: str


Cell = str | Raw


def cell(content: Cell) -> str:
    """The HTML of a cell.

    >>> cell("n < k"), cell(Raw("<b>n</b>"))
    ('n &lt; k', '<b>n</b>')
    """
    return content.html if isinstance(content, Raw) else escape(content)


def math(latex: str, *, display: bool = False) -> Raw:
    """A formula for MathJax, in a page or a notebook."""
    left, right = (r"\[", r"\]") if display else (r"\(", r"\)")
    return Raw(f'<span class="tex2jax_process">{left}{escape(latex, quote=False)}{right}</span>')


def code(text: str) -> Raw:
    """Something to type."""
    return Raw(f"<code>{escape(text)}</code>")


def command(text: str) -> Raw:
    """A command to type. A line breaks between its words, never at a hyphen inside one."""
    return Raw(f"<code>{' '.join(f'<span>{escape(word)}</span>' for word in text.split(' '))}</code>")


def badge(word: str, kind: str) -> Raw:
    """A verdict that can be told apart without its colour: the word is always there, and a mark before it."""
    return Raw(f'<span class="attnmem-badge" data-kind="{escape(kind)}">{escape(word)}</span>')


def joined(parts: Iterable[Cell], between: str = " ") -> Raw:
    """Several cells as one."""
    return Raw(between.join(cell(part) for part in parts))


def scrolling(content: Raw, label: str, kind: str = "") -> str:
    """A container that scrolls sideways by touch and by keyboard, so that the page never does."""
    classes = f"attnmem-scroll {kind}".strip()
    return (
        f'<div class="{classes}" role="region" aria-label="{escape(label)}" tabindex="0">{content.html}</div>'
    )


def table(
    columns: Sequence[str], rows: Iterable[Sequence[Cell]], caption: str, numeric: Sequence[int] = ()
) -> Raw:
    """A table in a scrolling container of its own, its caption on top."""
    head = "".join(f'<th scope="col"{_number(i in numeric)}>{escape(c)}</th>' for i, c in enumerate(columns))
    body = "".join(
        "<tr>" + "".join(f"<td{_number(i in numeric)}>{cell(c)}</td>" for i, c in enumerate(row)) + "</tr>"
        for row in rows
    )
    said = f"<caption><span>{escape(caption)}</span></caption>"  # the span stays in view
    inner = f"{said}<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    return Raw(scrolling(Raw(f'<table class="attnmem-table">{inner}</table>'), caption))


def sortable(
    columns: Sequence[str],
    rows: Iterable[Sequence["Cell | tuple[Cell, float]"]],
    caption: str,
    numeric: Sequence[int] = (),
) -> Raw:
    """A table that the page's script can sort. A pair is what is shown and the number to sort it by."""
    written = [[Raw(_sorted_by(*c)) if isinstance(c, tuple) else c for c in row] for row in rows]
    plain = table(columns, written, caption, numeric).html
    return Raw(plain.replace('class="attnmem-table"', 'class="attnmem-table" data-sortable'))


def _sorted_by(shown: Cell, number: float) -> str:
    return f'<data value="{number!r}">{cell(shown)}</data>'


def _number(yes: bool) -> str:
    return ' class="number"' if yes else ""
