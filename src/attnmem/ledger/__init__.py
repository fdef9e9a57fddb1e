"""What any real model's attention holds, reads and writes, counted from its config."""

from attnmem.ledger.account import Account, account
from attnmem.ledger.bundled import load
from attnmem.ledger.bundled import names as bundled_names
from attnmem.ledger.layer import Kind, Layer, Model, Part, Row, rows
from attnmem.ledger.reader import read

__all__ = [
    "Account",
    "Kind",
    "Layer",
    "Model",
    "Part",
    "Row",
    "account",
    "bundled_names",
    "load",
    "read",
    "rows",
]
