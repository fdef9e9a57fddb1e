"""Style sheet and figure modules: served from folders of our own, and only where a page needs them.

Jupyter Book puts every script it finds below ``_static`` on every page; so ours lie in the package and their
folders are named only after the configuration was read.
"""

import shutil
from pathlib import Path
from typing import Any

from attnmem.figures.records import FIGURES
from attnmem.figures.renderers.page import ASSETS, ENTRY, FORMULAS, STYLE, formula_module

OWN = Path(__file__).parent / "static"
FIGURE_MARK = 'class="attnmem-figure"'
FOLDER = "attnmem"


def write_figure_files(folder: Path) -> None:
    """Put the modules that move figures, and the functions made from the formulas, into ``folder``."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for source in ASSETS:
        shutil.copyfile(source, folder / source.name)
    (folder / FORMULAS).write_text(formula_module(FIGURES), encoding="utf-8")


def add_folders(app: Any, config: Any) -> None:
    """Name the folders whose files Sphinx copies next to the theme's."""
    made = Path(app.doctreedir) / "attnmem-static"
    write_figure_files(made / FOLDER)
    config.html_static_path.extend((str(OWN), str(made)))


def on_page(app: Any, pagename: str, _: str, context: dict[str, Any], doctree: Any) -> None:
    """Style every page; load what moves figures only where the page holds one."""
    app.add_css_file("attnmem.css")
    app.add_js_file("attnmem-page.js", type="module")
    if FIGURE_MARK in context.get("body", ""):
        app.add_css_file(f"{FOLDER}/{STYLE}")
        app.add_js_file(f"{FOLDER}/{ENTRY}", type="module")


def ask_for_mathjax(
    app: Any, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Load MathJax also where all formulas stand in what a cell returned: Sphinx does not look there."""
    if "tex2jax_process" in context.get("body", ""):
        app.env.get_domain("math").data["has_equations"][pagename] = True


def connect(app: Any) -> None:
    """Folders once, files per page; MathJax is asked for before its own extension decides."""
    app.connect("config-inited", add_folders)
    app.connect("html-page-context", ask_for_mathjax, priority=400)
    app.connect("html-page-context", on_page)
