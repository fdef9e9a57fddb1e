"""One object for every front end: picture, the page's form or the widget, and words."""

import os
import re
import subprocess
import sys

import pytest

from attnmem import show
from attnmem.errors import BadInput

WIDGET = "application/vnd.jupyter.widget-view+json"


def test_a_notebook_gets_widget_picture_and_words(monkeypatch):
    monkeypatch.delenv("ATTNMEM_PAGE", raising=False)
    bundle, metadata = show.figure("topk-gap")._repr_mimebundle_()
    assert set(bundle) == {WIDGET, "text/plain", "text/html", "image/png"}
    assert bundle["text/html"].startswith("<style>")
    assert bundle["image/png"].startswith(b"\x89PNG")
    assert bundle["text/plain"].startswith("What keeping k of n keys can cost. Keeping 1,024 of 262,144")
    assert metadata["image/png"]["width"] == 680


def test_a_page_gets_html_and_no_widget():
    """In a process of its own, as the book runs it: the widgets are not even loaded."""
    program = (
        "import sys; from attnmem import show; b, _ = show.figure('topk-gap')._repr_mimebundle_();"
        "assert sorted(b) == ['image/png', 'text/html', 'text/plain'], sorted(b);"
        "assert 'ipywidgets' not in sys.modules; assert '<table>' in b['text/html']"
    )
    variables = os.environ | {"ATTNMEM_PAGE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_an_unknown_figure_names_the_nearest():
    with pytest.raises(BadInput, match="did you mean topk-gap"):
        show.figure("topk-gapp")


def test_a_table_rounds_fractions_and_writes_whole_numbers_in_full():
    """A Python float is no whole number, whatever type it lacks."""
    shown = str(show.table([{"case": "one", "share": 0.0887, "count": 46050}]))
    assert shown == "case  share   count\none   0.0887  46,050"


def test_no_formula_has_two_subscripts_in_a_row():
    """MathJax refuses them, and a numbered root once had its number and its unknown one after the other."""
    assert not re.search(r"_\{[^{}]*\}_", show.derivation("gate-slope").html)
    assert "root}_{\\,s,\\,1}" in show.derivation("gate-slope").html
