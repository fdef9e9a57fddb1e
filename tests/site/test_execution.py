"""What a page returned is only ever reused in the state of the package that returned it."""

from types import SimpleNamespace

import nbformat
import pytest

from attnmem.site import execution
from attnmem.site.execution import configure, is_notebook, outcome
from attnmem.site.fingerprint import fingerprint


@pytest.fixture(autouse=True)
def own_settings(monkeypatch):
    monkeypatch.setenv("IPYTHONDIR", "")


def test_a_kernel_says_no_more_than_errors_and_reads_only_our_settings(tmp_path, capfd):
    configure(SimpleNamespace(outdir=str(tmp_path / "html")), SimpleNamespace(attnmem_fingerprint="now"))
    asked = nbformat.v4.new_code_cell("import IPython\nIPython.paths.get_ipython_dir()")
    notebook = nbformat.v4.new_notebook(cells=[asked])
    assert outcome(str(tmp_path / "page.ipynb"), notebook, 60) is not None
    assert notebook.cells[0].outputs[0]["data"]["text/plain"] == repr(str(tmp_path / ".ipython"))
    assert capfd.readouterr().err == ""
    assert not list(tmp_path.rglob("history.sqlite*"))


def test_a_cell_that_gives_no_answer_is_told_and_its_kernel_says_where_it_stands(
    tmp_path, capfd, monkeypatch
):
    monkeypatch.setattr(execution, "PATIENCE", 4)
    configure(SimpleNamespace(outdir=str(tmp_path / "html")), SimpleNamespace(attnmem_fingerprint="now"))
    asleep = nbformat.v4.new_code_cell("import time\ndef nap():\n    time.sleep(60)\nnap()")
    notebook = nbformat.v4.new_notebook(cells=[asleep])
    assert outcome(str(tmp_path / "page.ipynb"), notebook, 4) is None
    assert "page.ipynb: no answer within 4 s" in capfd.readouterr().err
    assert "in nap" in (tmp_path / ".ipython" / "stuck.txt").read_text()


def test_the_outputs_of_other_states_are_removed(tmp_path):
    root = tmp_path / ".jupyter_cache"
    for state in ("old", "now"):
        (root / state).mkdir(parents=True)
    config = SimpleNamespace(attnmem_fingerprint="now")
    configure(SimpleNamespace(outdir=str(tmp_path / "html")), config)
    assert [path.name for path in root.iterdir()] == ["now"]
    assert config.nb_execution_cache_path == str(root / "now")


def test_one_changed_byte_is_another_state(tmp_path):
    (tmp_path / "theory.py").write_text("odds = 1\n")
    before = fingerprint(tmp_path)
    assert fingerprint(tmp_path) == before
    (tmp_path / "theory.py").write_text("odds = 2\n")
    assert fingerprint(tmp_path) != before
    (tmp_path / "theory.py").write_text("odds = 1\n")
    (tmp_path / "data.npz").write_bytes(b"\0")
    assert fingerprint(tmp_path) != before


def test_pages_with_cells_are_told_from_pages_of_text(tmp_path):
    text, cells = tmp_path / "text.md", tmp_path / "cells.md"
    text.write_text("# Text\n")
    cells.write_text("---\njupytext:\n  text_representation: {extension: .md, format_name: myst}\n---\n")
    assert not is_notebook(text)
    assert is_notebook(cells)
    assert is_notebook(tmp_path / "workshop.ipynb")


def test_a_page_that_fails_is_not_kept(tmp_path, monkeypatch):
    result = SimpleNamespace(err=ValueError("broken"), time=0.1)
    monkeypatch.setattr("attnmem.site.execution.single_nb_execution", lambda *_, **__: result)
    assert outcome(str(tmp_path / "page.md"), object(), 10) is None
