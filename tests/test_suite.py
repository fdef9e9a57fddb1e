"""What the suite does before its first test."""

import signal
from pathlib import Path
from types import SimpleNamespace

from tests.conftest import LONGEST_FIRST, pytest_collection_modifyitems, pytest_configure

ROOT = Path(__file__).parents[1]


def test_ctrl_c_reaches_what_a_background_job_starts():
    """A shell starts its background jobs with the signal ignored, and what they start would inherit that."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        pytest_configure()
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_what_takes_longest_begins_first_and_the_rest_keeps_its_order():
    assert [path for path in LONGEST_FIRST if not (ROOT / path).exists()] == []
    names = ["tests/a.py::b", "tests/a.py::a", f"{LONGEST_FIRST[-1]}x.py::c", f"{LONGEST_FIRST[0]}::d"]
    items = [SimpleNamespace(nodeid=name, get_closest_marker=lambda _: None) for name in names]
    pytest_collection_modifyitems(items)
    assert [item.nodeid[-1] for item in items] == ["d", "c", "b", "a"]
