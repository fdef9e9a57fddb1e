"""Elements of one sequence as an engine keeps them: what its bytes are the bytes of.

For the engine ``payload`` they are the account's own elements; the other two keep more.
"""

from fractions import Fraction

from attnmem.ledger.account import Account
from attnmem.ledger.layer import Layer, elements
from attnmem.ledger.streams import Role, kept_parts

STORED = (Role.KV, Role.INDEX)


def growth(found: Account) -> Fraction:
    """What each further token adds.

    >>> from attnmem.ledger import account, load
    >>> growth(account(load("gemma-3-4b"), engine="uniform"))
    Fraction(69632, 1)
    """
    grown = (Fraction(count * elements(s.parts), s.per) for count, s in found.kept() if s.grows)
    return sum(grown, Fraction(0))


def held(found: Account) -> int:
    """Entries and index keys, without state."""
    return sum(
        count * s.entries(found.tokens) * elements(s.parts) for count, s in found.kept() if s.role in STORED
    )


def read(found: Account) -> int:
    """What a decode step reads: as many entries as the payload has, of the size that is kept."""
    return found.read + sum(
        (n.row.count + n.row.shared) * _more(found, n.row.layer) * n.row.layer.reach(n.tokens)
        for n in found.rows
    )


def written(found: Account) -> Fraction:
    """What a decode step writes, on average: entries of the size that is kept, and all state anew."""
    more = (
        Fraction(n.row.count * _more(found, n.row.layer), n.row.layer.tokens_per_entry.value)
        for n in found.rows
    )
    return found.written + sum(more, Fraction(0))


def _more(found: Account, layer: Layer) -> int:
    """Elements by which a kept entry is larger than the payload's."""
    return elements(kept_parts(layer, found.terms.engine)) - elements(layer.entry)
