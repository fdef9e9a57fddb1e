"""The figure in JupyterLab in Chromium: a slider moved by keyboard changes picture and words."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

from attnmem.figures import sample
from attnmem.figures.records.topk_gap import TOPK_GAP_FIGURE

from .conftest import open_page


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """The address of a notebook with one figure, open in JupyterLab."""
    cell = nbformat.v4.new_code_cell('from attnmem import show\nshow.figure("topk-gap")')
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(nbformat.v4.new_notebook(cells=[cell], metadata=kernel), tmp_path / "figure.ipynb")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    home = {
        name: str(tmp_path / name)
        for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
    }
    environment = {k: v for k, v in os.environ.items() if k != "ATTNMEM_PAGE"} | home
    options = [f"--ServerApp.port={port}", "--IdentityProvider.token=", "--no-browser", "--allow-root"]
    command = [sys.executable, "-m", "jupyterlab", *options, f"--ServerApp.root_dir={tmp_path}"]
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(f"{address}/api", timeout=1).close()
                break
            except OSError:
                time.sleep(0.25)
        yield f"{address}/lab/tree/figure.ipynb"
    finally:
        server.terminate()
        server.wait(timeout=20)


@pytest.mark.browser
@pytest.mark.slow
def test_a_slider_in_jupyterlab(driver, lab):
    opened = open_page(driver, lab)
    page = opened.page
    page.locator(".jp-CodeCell .cm-content").first.click(timeout=60_000)
    page.wait_for_selector(
        "[data-status=idle], .jp-Notebook-ExecutionIndicator[data-status=idle]", timeout=60_000
    )
    page.keyboard.press("Shift+Enter")
    image = page.locator(".jp-OutputArea img.widget-image")
    image.wait_for(timeout=60_000)
    before = image.get_attribute("src")
    slider = page.locator(".widget-hslider:has(.widget-label:text-is('k keys kept')) .noUi-handle")
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("(old) => document.querySelector('img.widget-image').src !== old", arg=before)
    stops = TOPK_GAP_FIGURE.stops(TOPK_GAP_FIGURE.sliders[1])
    moved = sample(TOPK_GAP_FIGURE, {"k": stops[stops.index(1024.0) + 1]})
    words = page.locator(".jp-OutputArea .widget-html").last
    expect(words).to_contain_text(moved.sentence, timeout=30_000)  # they come after the picture
    for reading in moved.readings:
        expect(words).to_contain_text(reading.text)
    assert opened.foreign == []
    page.context.close()
