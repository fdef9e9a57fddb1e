"""What pages and notebooks call: each function returns an object that displays itself."""

from attnmem.show.derivations import derivation
from attnmem.show.figures import figure
from attnmem.show.legend import verdicts
from attnmem.show.letters import notation
from attnmem.show.overview import status
from attnmem.show.questions import lookup
from attnmem.show.recorded import provenance, recorded_cost, recorded_rows
from attnmem.show.records import table

__all__ = [
    "derivation",
    "figure",
    "lookup",
    "notation",
    "provenance",
    "recorded_cost",
    "recorded_rows",
    "status",
    "table",
    "verdicts",
]
