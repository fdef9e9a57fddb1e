"""The examples in the docstrings of the compiler and of evaluation say what happens."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import attnmem.compile

MODULES = [
    "attnmem.exact",
    "attnmem.evaluation",
    *(f"attnmem.compile.{module.name}" for module in pkgutil.iter_modules(attnmem.compile.__path__)),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
