"""The house style, as far as a program can see it."""

import ast
import re
import subprocess
from pathlib import Path
from statistics import median

import pytest
from sympy import Float

from attnmem.theory import DERIVATIONS, FORMULAS

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src").rglob("*.py"))
LONGEST = 400
TYPICAL = 120
NO_NAMES = {"utils", "util", "helpers", "common", "misc", "base", "constants", "types"}
NO_CALLS = {"eval", "exec", "compile", "__import__"}
# Words that name a package host or a machine: a reader has neither.
FOREIGN_WORDS = re.compile(
    "|".join(
        (
            r"pypi\." + "org",
            r"files\." + "pythonhosted",
            r"registry\." + "npmjs",
            r"index-" + "url",
            r"find-" + "links",
            r"(?<![\w.])/(?:home|root|Users|work)/",
        )
    )
)


def tracked() -> list[Path]:
    """Every text file that is part of the project."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    binary = {".npz", ".npy", ".png", ".ico"}
    return [
        p
        for name in listed.stdout.split("\0")
        if name and (p := ROOT / name).suffix not in binary and p.is_file()
    ]


def dangerous(source: str) -> list[str]:
    """Calls of builtins that run text as code, and imports of pickle."""
    tree = ast.parse(source)
    calls = [
        n.func.id
        for n in ast.walk(tree)
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in NO_CALLS
    ]
    imports = [n for n in ast.walk(tree) if isinstance(n, (ast.Import, ast.ImportFrom))]
    return calls + ["pickle" for n in imports if "pickle" in ast.unparse(n)]


def lengths() -> dict[str, int]:
    return {str(p.relative_to(ROOT)): len(p.read_text().splitlines()) for p in SOURCES}


def test_no_file_is_long():
    assert {name: n for name, n in lengths().items() if n > LONGEST} == {}


def test_the_typical_file_is_short():
    assert median(n for n in lengths().values()) <= TYPICAL


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT / "src")))
def test_every_module_says_what_it_is_for(path):
    first = ast.get_docstring(ast.parse(path.read_text()))
    assert first
    assert len(first.splitlines()[0].split()) >= 3


def test_no_module_is_a_drawer_for_things_without_a_name():
    assert [str(p) for p in SOURCES if p.stem in NO_NAMES] == []


def test_nothing_runs_text_as_code():
    found = {str(p.relative_to(ROOT)): dangerous(p.read_text()) for p in SOURCES}
    assert {name: calls for name, calls in found.items() if calls} == {}


def test_code_that_runs_text_would_be_noticed():
    assert dangerous("eval('1')") == ["eval"]
    assert dangerous("import pickle") == ["pickle"]


def test_no_derivation_holds_a_float():
    sides = [(d.key, s) for d in DERIVATIONS for step in d.all_steps for s in (step.left, step.right)]
    assert [key for key, side in sides if getattr(side, "atoms", None) and side.atoms(Float)] == []
    assert [f.key for f in FORMULAS if f.expression.atoms(Float)] == []


def test_no_file_names_a_package_host_or_a_folder_of_somebodys_machine():
    found = {str(p.relative_to(ROOT)): FOREIGN_WORDS.findall(p.read_text()) for p in tracked()}
    assert {name: words for name, words in found.items() if words} == {}


def test_such_a_word_would_be_noticed():
    assert FOREIGN_WORDS.search("see " + "/home" + "/someone/notes")
    assert FOREIGN_WORDS.search("pip --index" + "-url x")
    assert not FOREIGN_WORDS.search("ratio 3/work, https://arxiv.org/abs/2512.07647")
