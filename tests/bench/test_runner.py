"""The bench runner reports what was measured and fails when a promise is missed."""

from types import SimpleNamespace

import bench.__main__ as runner
import pytest

KEPT = ("a against b", 0.2, 0.5, True)
MISSED = ("a against c", 0.9, 0.5, False)

SHOWN = ("a against d", 0.9, "nothing", None)


@pytest.fixture
def measuring(monkeypatch, tmp_path):
    """Run the runner on made-up modules; returns the exit code and the document it wrote."""

    def run(*rows):
        monkeypatch.setattr(runner, "RESULTS", tmp_path / "RESULTS.md")
        monkeypatch.setattr(runner, "modules", lambda: ["made_up"])
        monkeypatch.setattr(runner, "import_module", lambda name: SimpleNamespace(run=lambda: rows))
        return runner.main([]), (tmp_path / "RESULTS.md").read_text()

    return run


def test_kept_promises_exit_zero_and_are_written(measuring):
    code, text = measuring(KEPT)
    assert code == 0
    assert "| a against b | 0.2 | 0.5 | yes |" in text


def test_one_missed_promise_exits_one_and_stands_out(measuring):
    code, text = measuring(KEPT, MISSED)
    assert code == 1
    assert "| a against c | 0.9 | 0.5 | **no** |" in text


def test_a_row_for_comparison_is_shown_and_promises_nothing(measuring):
    code, text = measuring(KEPT, SHOWN)
    assert code == 0
    assert "| a against d | 0.9 | nothing | – |" in text
    assert measuring(SHOWN)[0] == 1  # a run that keeps no promise is no success


def test_nothing_measured_is_no_success(measuring):
    assert measuring()[0] == 1
