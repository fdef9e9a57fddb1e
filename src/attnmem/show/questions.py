"""From a question to the formula that answers it."""

from collections.abc import Mapping

from attnmem.proof.record import Derivation, Formula
from attnmem.show.formula import side
from attnmem.show.markup import Cell, Display, Raw, cell, code, joined, math, table
from attnmem.theory import DERIVATIONS, formula

COLUMNS = ("question", "result", "formula", "says", "to compute it")


def lookup(questions: Mapping[str, str]) -> Display:
    """A table of questions, each with the formula named by its key, where it is derived, and the command."""
    rows = [(question, formula(key), home(key)) for question, key in questions.items()]
    text = "\n".join(f"{question} -> {found.key} ({record.title})" for question, found, record in rows)
    cells = (_row(question, found, record) for question, found, record in rows)
    return Display(text, table(COLUMNS, cells, "Questions and the results that answer them").html)


def home(key: str) -> Derivation:
    """The derivation that a formula belongs to."""
    return next(d for d in DERIVATIONS if any(f.key == key for f in d.formulas))


def _row(question: str, found: Formula, record: Derivation) -> tuple[Cell, ...]:
    unit = "" if found.unit == "1" else f", {found.unit}"
    link = Raw(f'<a href="{record.chapter}.html#derivation-{record.key}">{cell(found.title)}</a>')
    arguments = " ".join(f"{found.letters[s].alias}=…" for s in found.arguments)
    return (
        question,
        link,
        math(side(found.expression, found.letters)),
        joined((found.side.value, unit), ""),
        code(f"attnmem eval {found.key} {arguments}"),
    )
