"""A page with a figure of each kind, served from here; a browser that counts and refuses foreign requests."""

import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, sync_playwright

from attnmem.figures import sample
from attnmem.figures.records.residency_table import RESIDENCY_TABLE_FIGURE
from attnmem.figures.records.residency_timeline import RESIDENCY_TIMELINE_FIGURE
from attnmem.figures.records.topk_gap import TOPK_GAP_FIGURE
from attnmem.figures.records.topk_recorded import TOPK_RECORDED_FIGURE
from attnmem.figures.renderers import page as renderer

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'"
)
# One of each kind: curves and dots, a measured table, cells, bars. The book's pages show the others.
FIGURES = (TOPK_GAP_FIGURE, TOPK_RECORDED_FIGURE, RESIDENCY_TABLE_FIGURE, RESIDENCY_TIMELINE_FIGURE)
# Whatever is not here has no address: a request to another host fails without a detour through the tests.
FLAGS = [
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def write_page(folder: Path) -> None:
    """The figures alone on a page, under the policy of the book."""
    for asset in renderer.ASSETS:
        (folder / asset.name).write_bytes(asset.read_bytes())
    (folder / renderer.FORMULAS).write_text(renderer.formula_module(FIGURES), encoding="utf-8")
    figures = "\n".join(renderer.html(figure, sample(figure)) for figure in FIGURES)
    (folder / "index.html").write_text(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"><link rel="icon" href="data:,">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>Figures</title>'
        f'<link rel="stylesheet" href="plain.css"><link rel="stylesheet" href="{renderer.STYLE}">'
        f'<script type="module" src="{renderer.ENTRY}"></script></head>'
        f"<body><main><h1>Figures</h1>{figures}</main></body></html>",
        encoding="utf-8",
    )
    (folder / "plain.css").write_text(
        "body{font:16px/1.5 sans-serif;margin:0 16px;background:var(--pst-color-background)}"
        "main{max-width:760px;margin:auto}:root{--pst-color-background:#fff}"
        'html[data-theme="dark"]{--pst-color-background:#14181e;color:#e6e9ee}',
        encoding="utf-8",
    )


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is logged."""


class Server(ThreadingHTTPServer):
    """A server that a browser may leave in the middle of a file: a page that is closed does."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Every other error is still told."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def served(folder: Path) -> Iterator[str]:
    """Where the files of a folder are served."""
    server = Server(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def book(site: Path) -> Iterator[str]:
    """Where the built book is served."""
    yield from served(site)


@pytest.fixture(scope="session")
def address(once: Callable[[str, Callable[[Path], None]], Path]) -> Iterator[str]:
    """Where the page with the figures is served."""
    yield from (f"{root}/index.html" for root in served(once("figures", write_page)))


@pytest.fixture(scope="session")
def driver(chromium: str) -> Iterator[Browser]:
    """One Chromium for all tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Visit:
    """An open page and what went wrong on it."""

    page: Page
    foreign: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def open_page(
    driver: Browser, address: str, *, width: int = 1280, height: int = 900, scripts: bool = True
) -> Visit:
    """Open an address in a context of its own; requests to any other host fail and are remembered."""
    context = driver.new_context(viewport={"width": width, "height": height}, java_script_enabled=scripts)
    visit = Visit(context.new_page())
    home = "/".join(address.split("/")[:3]) + "/"

    def remember(request: Request) -> None:
        if request.url.startswith(("http", "ws")) and not request.url.startswith(home):
            visit.foreign.append(request.url)

    visit.page.on("request", remember)
    visit.page.on("pageerror", lambda error: visit.errors.append(str(error)))
    visit.page.on("console", lambda m: visit.errors.append(m.text) if m.type == "error" else None)
    visit.page.goto(address)
    return visit


@pytest.fixture
def visit(driver: Browser, address: str) -> Iterator[Visit]:
    """The page with the figures, alive, at the width of a desk."""
    opened = open_page(driver, address)
    opened.page.wait_for_selector(".attnmem-figure[data-live]")
    yield opened
    opened.page.context.close()
    assert opened.foreign == []
    assert opened.errors == []
