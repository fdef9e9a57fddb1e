"""The figure on a page: Matplotlib's SVG, moved by our module with functions made from the formulas."""

from pathlib import Path

import attnmem.compile as compile_package
from attnmem.compile import to_javascript
from attnmem.compile.javascript import module
from attnmem.figures.columns import arguments
from attnmem.figures.figure import Figure
from attnmem.figures.renderers.page.markup import html
from attnmem.figures.renderers.page.plan import expressions, plan

FOLDER = Path(__file__).parent
ENTRY = "figure.js"
STYLE = "figure.css"
FORMULAS = "formulas.js"
RUNTIME = Path(compile_package.__file__).parent / "runtime.js"
ASSETS: tuple[Path, ...] = (*sorted((*FOLDER.glob("*.js"), *FOLDER.glob("*.css"))), RUNTIME)

__all__ = ["ASSETS", "ENTRY", "FORMULAS", "STYLE", "formula_module", "html", "plan"]


def formula_module(figures: tuple[Figure, ...]) -> str:
    """The source of ``formulas.js``: for each figure the functions its plan refers to by number."""
    sources, lists = [], []
    for figure in figures:
        names = []
        for index, expression in enumerate(expressions(figure)):
            names.append(f"{figure.key.replace('-', '_')}_{index}")
            sources.append(to_javascript(names[-1], expression, arguments(figure, expression)))
        lists.append(f'  "{figure.key}": [{", ".join(names)}],')
    table = "\n".join(["export const functions = {", *lists, "};"])
    return "// Made from the formulas; do not edit.\n" + module([*sources, table])
