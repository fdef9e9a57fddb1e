"""Style sheet and figure modules: served from a folder of our own, and only where a page needs them.

They lie in the package and are copied straight into the site: Jupyter Book puts every script below a
``_static`` folder of the book on every page, and a folder named in the configuration would put the machine's
path into the hash that Sphinx keeps of it.
"""

import shutil
from pathlib import Path
from typing import Any

from attnmem.figures.records import FIGURES
from attnmem.figures.renderers.page import ASSETS, ENTRY, FORMULAS, STYLE, formula_module

OWN = tuple(sorted((Path(__file__).parent / "static").iterdir()))
FOLDER = "attnmem"
FIGURE_MARK = 'class="attnmem-figure"'
TABLE_MARK = "data-sortable"


def write_files(folder: Path) -> None:
    """Put our style and script, the modules that move figures, and the functions made from formulas there."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for source in (*OWN, *ASSETS):
        shutil.copyfile(source, folder / source.name)
    (folder / FORMULAS).write_text(formula_module(FIGURES), encoding="utf-8")


def copy_files(app: Any) -> None:
    """Before any page is written, since a page names each file with a hash of its content."""
    if app.builder.format == "html":
        write_files(Path(app.outdir) / "_static" / FOLDER)


def on_page(app: Any, pagename: str, _: str, context: dict[str, Any], doctree: Any) -> None:
    """Style every page; load what moves figures only where the page holds one."""
    app.add_css_file(f"{FOLDER}/book.css")
    app.add_js_file(f"{FOLDER}/book.js", type="module")
    if TABLE_MARK in context.get("body", ""):
        app.add_js_file(f"{FOLDER}/sort.js", type="module")
    if FIGURE_MARK in context.get("body", ""):
        app.add_css_file(f"{FOLDER}/{STYLE}")
        app.add_js_file(f"{FOLDER}/{ENTRY}", type="module")


def connect(app: Any) -> None:
    """Files once, their names per page."""
    app.connect("builder-inited", copy_files)
    app.connect("html-page-context", on_page)
