"""The examples in docstrings give what they say."""

import doctest
import pkgutil
from importlib import import_module

import pytest

from attnmem import ledger

MODULES = ["attnmem.units"] + [m.name for m in pkgutil.walk_packages(ledger.__path__, "attnmem.ledger.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples():
    tried = sum(doctest.testmod(import_module(name)).attempted for name in MODULES)
    assert tried > 20
