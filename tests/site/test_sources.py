"""What pages and notebooks may contain, before anything is built."""

import ast
import json
import re
from pathlib import Path

import pytest
import yaml

from attnmem.theory import DERIVATIONS, FORMULAS

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "index.md", *(ROOT / "book").glob("*.md")])
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
CELL = re.compile(r"^```\{code-cell\}[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)
LOGIC = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Lambda,
    ast.For,
    ast.While,
    ast.Try,
    ast.With,
)


def cells(path: Path) -> list[str]:
    """The code of a page or notebook, without directive options."""
    if path.suffix == ".ipynb":
        document = json.loads(path.read_text(encoding="utf-8"))
        return ["".join(c["source"]) for c in document["cells"] if c["cell_type"] == "code"]
    found = CELL.findall(path.read_text(encoding="utf-8"))
    return ["\n".join(line for line in code.splitlines() if not line.startswith(":")) for code in found]


def logic(code: str) -> list[str]:
    """The kinds of syntax in a cell that belong into the package."""
    return [type(node).__name__ for node in ast.walk(ast.parse(code)) if isinstance(node, LOGIC)]


def listed(toc: object) -> list[str]:
    """Every file that a table of contents names."""
    if isinstance(toc, list):
        return [name for part in toc for name in listed(part)]
    if not isinstance(toc, dict):
        return []
    own = [toc[key] for key in ("root", "file") if key in toc]
    return own + [name for value in toc.values() for name in listed(value)]


@pytest.mark.parametrize("path", [*PAGES, *NOTEBOOKS], ids=lambda path: path.name)
def test_pages_hold_prose_imports_and_calls_only(path):
    assert [kind for code in cells(path) for kind in logic(code)] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_with_cells_says_that_it_is_to_be_executed(path):
    """Without this header the cells of a page are set as text, and nothing fails."""
    assert not cells(path) or path.read_text().startswith("---\njupytext:\n")


def test_a_page_with_logic_would_be_noticed():
    assert logic("def double(x):\n    return 2 * x") == ["FunctionDef"]
    assert logic("for x in range(3):\n    print(x)") == ["For"]


def test_every_entry_of_the_contents_exists_and_every_page_is_an_entry():
    names = listed(yaml.safe_load((ROOT / "_toc.yml").read_text()))
    files = {p.relative_to(ROOT).with_suffix("").as_posix() for p in [*PAGES, *NOTEBOOKS]}
    assert sorted(names) == sorted(files)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_notebooks_store_no_outputs(path):
    document = json.loads(path.read_text(encoding="utf-8"))
    stored = [c for c in document["cells"] if c.get("outputs") or c.get("execution_count")]
    assert stored == []
    assert "widgets" not in document["metadata"]


def test_every_derivation_has_exactly_one_home_page():
    homes = {
        d.key: [p.name for p in PAGES if f'show.derivation("{d.key}")' in p.read_text()] for d in DERIVATIONS
    }
    assert {key: len(pages) for key, pages in homes.items()} == {d.key: 1 for d in DERIVATIONS}
    assert homes == {d.key: [f"{d.chapter}.md"] for d in DERIVATIONS}


def test_every_formula_answers_a_question():
    page = (ROOT / "book" / "which.md").read_text()
    assert [f.key for f in FORMULAS if f'"{f.key}"' not in page] == []
