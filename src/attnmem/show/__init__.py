"""What pages and notebooks call: each function returns an object that displays itself."""

from attnmem.show.derivations import derivation
from attnmem.show.figures import figure
from attnmem.show.ledger import account_of, by_devices, memory, model_table, wrong_answers
from attnmem.show.legend import verdicts
from attnmem.show.letters import notation
from attnmem.show.overview import status
from attnmem.show.plans import article, plans
from attnmem.show.questions import lookup
from attnmem.show.recorded import provenance, recorded_cost, recorded_rows
from attnmem.show.records import table
from attnmem.show.wrong import misprints, twins

__all__ = [
    "account_of",
    "article",
    "by_devices",
    "derivation",
    "figure",
    "lookup",
    "memory",
    "misprints",
    "model_table",
    "notation",
    "plans",
    "provenance",
    "recorded_cost",
    "recorded_rows",
    "status",
    "table",
    "twins",
    "verdicts",
    "wrong_answers",
]
