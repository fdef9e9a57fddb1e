"""MathJax from the site itself, on every page with a formula, without the parts that no page can load."""

import shutil
from pathlib import Path
from typing import Any

MARKS = ("tex2jax_process", 'class="math')
# What tex-chtml.js can ask for: extensions of TeX, fonts, speech in English, the menu. The rest is other
# inputs, outputs, bundles and languages: two thirds of the folder.
KEPT = ("tex-chtml.js", "a11y/", "input/tex/", "output/chtml/", "sre/mathmaps/base.json", "ui/")
KEPT_SPEECH = ("sre/mathmaps/en.json", "sre/mathmaps/nemeth.json")


def ask(app: Any, pagename: str, _: str, context: dict[str, Any], doctree: Any) -> None:
    """Also load it where all formulas stand in what a cell returned: Sphinx does not look there."""
    if holds_formulas(context):
        app.env.get_domain("math").data["has_equations"][pagename] = True


def drop(app: Any, pagename: str, _: str, context: dict[str, Any], doctree: Any) -> None:
    """Not where there is none: Sphinx also loads it on a page whose subpages have formulas, as the first."""
    if not holds_formulas(context):
        context["script_files"] = [f for f in context["script_files"] if "mathjax" not in str(f).lower()]


def holds_formulas(context: dict[str, Any]) -> bool:
    """Whether the page's own text holds something for MathJax."""
    return any(mark in context.get("body", "") for mark in MARKS)


def prune(folder: Path) -> None:
    """Remove what no page can load."""
    for path in sorted(folder.rglob("*"), reverse=True):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.startswith((*KEPT, *KEPT_SPEECH)):
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def finish(app: Any, exception: Exception | None) -> None:
    """After the extension that copies the whole folder has done so; printed forms need none of it."""
    folder = Path(app.outdir) / "_static" / "mathjax"
    if app.builder.format == "html" and folder.is_dir():
        prune(folder)
    elif folder.is_dir():
        shutil.rmtree(folder)


def connect(app: Any) -> None:
    """Ask before Sphinx decides, drop what it decided too generously, prune after the copy."""
    app.connect("html-page-context", ask, priority=400)
    app.connect("html-page-context", drop, priority=900)
    app.connect("build-finished", finish, priority=900)
