"""Which layer is of which type, by every spelling that published configs use.

A list of words outranks letters, letters outrank lists of numbers, those outrank periods: the first that is
there decides, as in the classes that load these files. Where none is there, ``unlisted`` decides or refuses.
"""

from attnmem.ledger.fields import Fields
from attnmem.ledger.layouts import indexed, listed, periodic, special, spelled, unlisted
from attnmem.ledger.layouts.words import Layout, Word

SPELLINGS = (listed, special, spelled, indexed, periodic)

__all__ = ["SPELLINGS", "Layout", "Word", "layout"]


def layout(f: Fields, layers: int) -> Layout:
    """The layout that the file gives."""
    for spelling in SPELLINGS:
        found = spelling.layout(f, layers)
        if found is not None:
            return found
    return unlisted.layout(f, layers)
