"""The examples in the docstrings of the package say what happens."""

import doctest
import pkgutil
from importlib import import_module

import pytest

import attnmem

NAMES = [module.name for module in pkgutil.walk_packages(attnmem.__path__, "attnmem.")]
MODULES = [name for name in NAMES if not name.endswith(".__main__")]  # which runs when it is imported


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples() -> None:
    found = [doctest.DocTestFinder().find(import_module(name)) for name in MODULES]
    assert sum(len(each.examples) for tests in found for each in tests) > 90


def test_a_wrong_example_is_found() -> None:
    wrong = doctest.DocTestParser().get_doctest(">>> 0.0 * -1\n0.0\n", {}, "wrong", None, None)
    assert doctest.DocTestRunner().run(wrong, out=lambda _: None).failed == 1
