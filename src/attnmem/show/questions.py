"""From a question to the formula that answers it."""

from collections.abc import Mapping
from html import escape

from attnmem.proof.record import Derivation, Formula
from attnmem.show.formula import side
from attnmem.show.markup import Display, cell, command, math, scrolling
from attnmem.theory import formula, home

UNIT_WORDS = {"value": "the unit of the values"}


def lookup(questions: Mapping[str, str]) -> Display:
    """Questions, each with the formula of that key, where it is derived, and the command to compute it."""
    found = [(question, formula(key), home(key)) for question, key in questions.items()]
    text = "\n".join(f"{question} -> {named.key} ({record.title})" for question, named, record in found)
    items = "".join(f"<li>{_answer(*entry)}</li>" for entry in found)
    return Display(text, f'<ul class="attnmem-questions">{items}</ul>')


def _answer(question: str, found: Formula, record: Derivation) -> str:
    link = f'<a href="{record.chapter}.html#derivation-{record.key}">{cell(found.title)}</a>'
    words = ("attnmem eval", found.key, *(f"{found.letters[s].alias}=…" for s in found.arguments))
    shown = math(side(found.expression, found.letters), display=True)
    asked = f'<p class="attnmem-question">{escape(question)}</p>'
    return f"{asked}{scrolling(shown, 'formula')}<p>{link} ({says(found)})</p>{command(' '.join(words)).html}"


def says(found: Formula) -> str:
    """Exact or a bound, and in which unit."""
    unit = UNIT_WORDS.get(found.unit, found.unit)
    return escape(found.side.value if unit == "1" else f"{found.side.value}, in {unit}")
