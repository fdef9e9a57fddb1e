"""Shared by the ledger's tests: a config's layers as plain tuples, and the hand-made expectations."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

from attnmem import ledger
from attnmem.ledger.layer import elements
from attnmem.ledger.wrong_cases import V4_FLASH


def _rows(config):
    """Kind, layers that store, layers that only read, elements an entry, cap, recurrent, columns kept."""
    return [
        (
            str(row.layer.kind),
            row.count,
            row.shared,
            elements(row.layer.entry),
            None if row.layer.cap is None else row.layer.cap.value,
            elements(row.layer.state),
            elements(row.layer.conv),
        )
        for row in ledger.rows(ledger.read(config))
    ]


@pytest.fixture(scope="session")
def v4_flash():
    """The fields of the released DeepSeek-V4-Flash config that touch its cache."""
    return ledger.read(V4_FLASH, "deepseek-v4-flash")


@pytest.fixture(scope="session")
def rows_of():
    return _rows


@pytest.fixture(scope="session")
def expected():
    return json.loads((Path(__file__).parent / "EXPECTED.json").read_text())


def _loaded(*names):
    """Test folders are no packages here, so their modules are loaded by path; the last one is handed on."""
    for name in names:
        spec = importlib.util.spec_from_file_location(name, Path(__file__).parent / f"{name}.py")
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[names[-1]]


@pytest.fixture(scope="session")
def oracle():
    """The direct rules."""
    return _loaded("oracle_attention", "oracle")


@pytest.fixture(scope="session")
def arithmetic():
    """What works out the formulas of an explanation."""
    return _loaded("arithmetic")
