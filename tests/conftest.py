"""What the whole suite shares: the site, the browser, and what a run says when it has none."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# What takes longest begins first, so that no core is left with it at the end.
LONGEST_FIRST = (
    "tests/site/test_builds.py",
    "tests/browser/",
    "tests/site/",
    "tests/proof/test_twins.py",
    "tests/compile/test_measure.py",
    "tests/figures/test_picture.py",
    "tests/figures/test_page_table.py",
    "tests/residency/test_lossy.py",
    "tests/theory/",
)
IN_CI = os.environ.get("CI", "").lower() == "true"


def browser() -> str | None:
    """The path of the system's Chromium, if it has one."""
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


def build(source: Path, output: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """``jupyter-book build`` of a tree with the package of that tree, into ``output/_build/html``."""
    jupyter_book = Path(sys.executable).parent / "jupyter-book"
    command = [jupyter_book, "build", "--quiet", "-W", "--path-output", output, source]
    environment = os.environ | {"PYTHONPATH": str(source / "src")} | variables
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the system's Chromium; the tests that ask for it are marked ``browser``."""
    found = browser()
    assert found, "a test that asks for Chromium must carry the mark `browser`"
    return found


@pytest.fixture(scope="session")
def build_book() -> Callable[..., subprocess.CompletedProcess[str]]:
    """The function that builds a tree: ``build_book(source, output, VARIABLE="value")``."""
    return build


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Callable[[Path], None]], Path]:
    """``once(name, make)``: the folder that ``make`` filled, for the first worker that asked."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own

    def folder(name: str, make: Callable[[Path], None]) -> Path:
        found, made = shared / name, shared / f"{name}.made"
        with (shared / f"{name}.lock").open("w") as lock:
            flock(lock, LOCK_EX)
            if not made.exists():
                shutil.rmtree(found, ignore_errors=True)
                found.mkdir()
                make(found)
                made.touch()
        return found

    return folder


@pytest.fixture(scope="session")
def site(once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """What would be published: the site that ``make book`` left, or one built here, once for all workers."""
    from tools.built_from import is_site_of  # with all that makes the book: not before it is needed

    if is_site_of(ROOT):
        return ROOT / "_build" / "html"

    def built(output: Path) -> None:
        done = build(ROOT, output)
        assert done.returncode == 0, done.stderr[-4000:]

    return once("site", built) / "_build" / "html"


@pytest.fixture(scope="session")
def verified(once: Callable[[str, Callable[[Path], None]], Path]) -> dict[str, list[dict[str, Any]]]:
    """What ``attnmem verify --json`` finds in the whole book, by derivation; run once for all workers."""

    def run(output: Path) -> None:
        command = [sys.executable, "-m", "attnmem", "verify", "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
        (output / "findings.jsonl").write_text(done.stdout, encoding="utf-8")
        (output / "summary.txt").write_text(done.stderr, encoding="utf-8")

    folder = once("verified", run)
    assert "0 refuted, 0 undecided" in (folder / "summary.txt").read_text(encoding="utf-8")
    found: dict[str, list[dict[str, Any]]] = {}
    for line in (folder / "findings.jsonl").read_text(encoding="utf-8").splitlines():
        finding = json.loads(line)
        found.setdefault(finding["key"], []).append(finding)
    return found


def pytest_configure() -> None:
    """Let Ctrl-C reach what the tests start, also where this run is a background job that ignores it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what takes longest first; skip what needs a browser where there is none."""
    items.sort(key=lambda item: [not item.nodeid.startswith(path) for path in LONGEST_FIRST])
    if browser() is None:
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.skip(reason="no Chromium on this machine"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests drove a browser, and what to install if none could."""
    stats = terminalreporter.stats
    ran = [r for kind in ("passed", "failed") for r in stats.get(kind, ()) if "browser" in r.keywords]
    skipped = [r for r in stats.get("skipped", ()) if "browser" in r.keywords]
    terminalreporter.write_line(f"browser tests run: {len(ran)}")
    if skipped:
        terminalreporter.write_line(
            f"browser tests skipped: {len(skipped)}; they need Chromium (Debian: apt-get install chromium)"
        )
    if IN_CI and stats.get("skipped"):
        terminalreporter.write_line("a skipped test is a failure here, because CI=true")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """With ``CI=true`` nothing may be skipped."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if IN_CI and reporter and reporter.stats.get("skipped") and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
