"""Counts of the ledger inside sentences, made when the page is read.

A role holds a question and, after a bar, how to print the answer::

    {count}`kimi-k3 bytes-held tokens=1Mi | bytes`

``.2g`` means two significant digits, ``bytes`` a size in binary units; anything else is printed exactly.
"""

from fractions import Fraction
from typing import Any

from docutils import nodes

from attnmem.errors import AttnmemError
from attnmem.figures.numerals import numeral
from attnmem.ledger.ask import ask
from attnmem.site.numbers import DIGITS, BadNumber
from attnmem.units import BINARY, plain, scaled


def counted(text: str) -> str:
    """The printed answer to what a role holds.

    >>> counted("kimi-k3 growth"), counted("kimi-k3 bytes-growth | bytes"), counted("kimi-k3 layers")
    ('13,824', '27.0 KiB', '93')
    """
    question, _, style = (part.strip() for part in text.partition("|"))
    answer = ask(question)
    if style == "bytes":
        return scaled(Fraction(answer), BINARY, 1024)
    if match := DIGITS.fullmatch(style):
        return numeral(float(answer), int(match[1]))
    if style:
        raise BadNumber(f"{style!r} is no way to print a count: use .3g or bytes")
    return numeral(answer) if isinstance(answer, float) else plain(answer)


def role(
    name: str, rawtext: str, text: str, lineno: int, inliner: Any, *_: Any
) -> tuple[list[nodes.Node], list[Any]]:
    """The role as docutils calls it."""
    try:
        shown = counted(text)
    except (AttnmemError, BadNumber, ValueError, ZeroDivisionError) as error:
        page = getattr(inliner.document.settings.env, "docname", "?")
        raise BadNumber(f"{page}, line {lineno}: {text!r}: {error}") from error
    told = f"counted: {text.partition('|')[0].strip()}"
    return [nodes.abbreviation(rawtext, shown, explanation=told, classes=["attnmem-num"])], []


def connect(app: Any) -> None:
    app.add_role("count", role)
