"""A published answer that is wrong, or right for another question, beside what the ledger counts.

The right number is never written: it is counted when it is asked for.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from attnmem.errors import BadInput, unknown
from attnmem.ledger.account import Account, account
from attnmem.ledger.bundled import load
from attnmem.ledger.layer import Model
from attnmem.ledger.reader import read

TOKENS = 4096  # for questions that no context changes
AT = {"bytes held after one token": 1, "bytes held after 262,144 tokens": 262144}


@dataclass(frozen=True, slots=True)
class Case:
    """What was asked, of which model (bundled by name, or its fields), the wrong number, and why it is."""

    id: str
    name: str
    model: str | dict[str, Any]
    asks: str
    wrong: int | Fraction
    cause: str
    source: str

    def right(self) -> int | Fraction:
        """The same question put to the ledger."""
        return asked(account(self.read(), AT.get(self.asks, TOKENS)), self.asks)

    def read(self) -> Model:
        return load(self.model) if isinstance(self.model, str) else read(self.model, self.name)


def asked(found: Account, what: str) -> int | Fraction:
    """The number that a question asks for."""
    stores = [n for n in found.rows if n.row.layer.entry]
    answers: dict[str, Callable[[], int | Fraction]] = {
        "bytes a token": found.bytes_growth,
        "elements a token": lambda: found.growth,
        "elements a token, nothing capped": lambda: found.uniform,
        "bytes a token and layer": lambda: found.bytes_growth() / len(found.model.layers),
        "elements a token and layer": lambda: found.growth / len(found.model.layers),
        "layers": lambda: len(found.model.layers),
        "layers that grow": lambda: sum(n.row.count for n in stores if n.row.layer.cap is None),
        "layers that store": lambda: sum(n.row.count for n in stores),
        "window layers": lambda: sum(n.row.count for n in stores if n.row.layer.cap is not None),
        "elements of state": lambda: found.state,
        **dict.fromkeys(AT, found.bytes_held),
    }
    if what not in answers:
        raise BadInput(unknown("question", what, answers))
    return answers[what]()
