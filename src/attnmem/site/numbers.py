"""Numbers inside sentences, computed when the page is read.

A role holds a formula's key, its arguments and, after a bar, how to print the value::

    {num}`topk-kl-gap n=2**18 k=1024 Delta=10 | .2g unit`

``.2g`` means two significant digits (three unless said), ``whole`` a whole number in full, ``unit`` appends
the formula's unit. A wrong key or argument stops the build and says on which page.
"""

import re
from typing import Any

from docutils import nodes
from sphinx.errors import SphinxError

from attnmem.errors import AttnmemError
from attnmem.evaluation import evaluate
from attnmem.figures.numerals import measure
from attnmem.theory import formula

DIGITS = re.compile(r"\.(\d+)g")


class BadNumber(SphinxError):
    """A number that a page asks for and that cannot be computed."""

    category = "Number in a page"


def number(text: str) -> str:
    """The printed value of what a role holds.

    >>> number("topk-tail-budget epsilon=0.1 | .2g")
    '0.095'
    """
    request, _, style = text.partition("|")
    key, *pairs = request.split()
    values: dict[str, Any] = {name: value for name, _, value in (pair.partition("=") for pair in pairs)}
    digits, whole, unit = 3, False, "1"
    for word in style.split():
        if match := DIGITS.fullmatch(word):
            digits = int(match[1])
        elif word == "whole":
            whole = True
        elif word == "unit":
            unit = formula(key).unit
        else:
            raise BadNumber(f"{word!r} is no way to print a number: use .3g, whole or unit")
    return measure(float(evaluate(key, **values)), unit, digits, whole, formula(key).side.toward)


def role(
    name: str, rawtext: str, text: str, lineno: int, inliner: Any, *_: Any
) -> tuple[list[nodes.Node], list[Any]]:
    """The role as docutils calls it."""
    try:
        shown = number(text)
    except (AttnmemError, BadNumber, ValueError) as error:
        page = getattr(inliner.document.settings.env, "docname", "?")
        raise BadNumber(f"{page}, line {lineno}: {text!r}: {error}") from error
    told = f"attnmem eval {text.partition('|')[0].strip()}"
    return [nodes.abbreviation(rawtext, shown, explanation=told, classes=["attnmem-num"])], []


def connect(app: Any) -> None:
    app.add_role("num", role)
