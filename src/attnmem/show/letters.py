"""The notation page: letter, meanings by chapter, unit and domain, from the declarations."""

from attnmem.proof.record import Derivation, Letter
from attnmem.show.markup import Cell, Display, code, math, table
from attnmem.symbols import Quantity, quantity
from attnmem.theory import DERIVATIONS

COLUMNS = ("letter", "argument", "meaning", "unit", "domain", "chapters", "name")


def letters(derivations: tuple[Derivation, ...]) -> dict[tuple[str, str], tuple[Letter, Quantity, list[str]]]:
    """Each letter with each quantity it stands for, and the chapters in which it does, in reading order."""
    found: dict[tuple[str, str], tuple[Letter, Quantity, list[str]]] = {}
    for derivation in derivations:
        for symbol, letter in derivation.letters.items():
            declared = quantity(symbol)
            entry = found.setdefault((letter.alias, declared.name), (letter, declared, []))
            if derivation.chapter not in entry[2]:
                entry[2].append(derivation.chapter)
    return dict(sorted(found.items(), key=lambda item: (item[0][0].lower(), item[0])))


def notation(derivations: tuple[Derivation, ...] = DERIVATIONS) -> Display:
    """Every letter of the book; a letter with two meanings has two rows, one per chapter."""
    rows: list[tuple[Cell, ...]] = []
    lines: list[str] = []
    for letter, declared, chapters in letters(derivations).values():
        where = ", ".join(chapters)
        printed = letter.latex or letter.alias
        rows.append(
            (
                math(printed),
                code(letter.alias),
                declared.meaning,
                declared.unit,
                declared.domain.replace("oo", "∞"),
                where,
                code(declared.name),
            )
        )
        lines.append(f"{letter.alias}: {declared.meaning} [{declared.unit}], {declared.domain} ({where})")
    return Display("\n".join(lines), table(COLUMNS, rows, "Letters and what they stand for").html)
