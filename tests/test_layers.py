"""Imports point one way. Each row names what a layer may import of ours, and of other packages.

The standard library, ``errors`` and ``units`` are open to all. Imports inside functions count as well.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

SOURCE = Path(__file__).parent.parent / "src"

OPEN = ("errors", "units")


class Layer(NamedTuple):
    """What one layer may import: layers of ours (a dotted name opens that module alone), and packages."""

    ours: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()


MODEL = ("core", "symbols", "proof", "theory", "compile", "exact", "evaluation", "verification", "recording")
TOOLS = ("ledger", "residency", "witnesses", "claims")

LAYERS: dict[str, Layer] = {
    "errors": Layer(),
    "units": Layer(),
    "exact": Layer((), ("sympy",)),
    "core": Layer((), ("numpy",)),
    "recording": Layer((), ("numpy",)),
    "symbols": Layer((), ("sympy",)),
    "proof": Layer(("symbols",), ("sympy", "mpmath")),
    "theory": Layer(("proof", "symbols"), ("sympy", "mpmath")),
    "compile": Layer(("symbols",), ("sympy", "numpy", "mpmath")),
    "evaluation": Layer(("theory", "compile", "symbols", "proof.record", "exact"), ("sympy", "mpmath")),
    "verification": Layer(("theory", "proof"), ()),
    "ledger": Layer(("theory", "compile", "evaluation", "exact"), ()),
    "residency": Layer(("theory", "compile", "core", "ledger", "evaluation", "exact"), ("numpy", "scipy")),
    "witnesses": Layer(("theory", "core", "compile", "evaluation", "recording"), ("numpy",)),
    "claims": Layer((*MODEL, "witnesses", "ledger", "residency"), ("numpy", "sympy", "mpmath")),
    "figures": Layer(
        (*MODEL, "witnesses", "ledger", "residency"),
        ("numpy", "sympy", "mpmath", "matplotlib", "ipywidgets", "IPython"),
    ),
    "show": Layer(
        (*MODEL, *TOOLS, "figures"),
        ("numpy", "sympy", "mpmath", "matplotlib", "ipywidgets", "IPython"),
    ),
    "site": Layer(
        (*MODEL, *TOOLS, "figures", "show"),
        ("numpy", "sympy", "mpmath", "sphinx", "docutils", "myst_nb", "jupyter_cache", "latex2mathml"),
    ),
    "cli": Layer(
        (*MODEL, *TOOLS, "figures", "show", "site", "__version__"),
        ("numpy", "sympy", "mpmath", "scipy", "matplotlib"),
    ),
    "__main__": Layer(("cli",), ()),
    "__init__": Layer((*MODEL, *TOOLS, "figures", "show"), ()),
}
# Within figures, records know nothing of renderers and draw nothing.
PARTS: dict[str, Layer] = {
    "figures.records": Layer(
        ("figures", *MODEL, "witnesses", "ledger", "residency"), ("numpy", "sympy", "mpmath")
    ),
}


def layer_of(module: str) -> str:
    """The layer a module of ours belongs to: the first part of its dotted name."""
    return module.split(".")[0]


def imports(source: str) -> Iterator[str]:
    """Every module that a source text names in an import, wherever it stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            if node.module == "attnmem":
                yield from (f"attnmem.{alias.name}" for alias in node.names)
            else:
                yield str(node.module)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            first = node.args[0]
            if isinstance(first, ast.Constant):
                yield str(first.value)


def allowed(name: str, home: str, layer: Layer) -> bool:
    """Whether a layer may import a module."""
    if not name.startswith("attnmem"):
        top = name.split(".")[0]
        return top in sys.stdlib_module_names or top in layer.packages
    module = name.removeprefix("attnmem").removeprefix(".")
    if not module or layer_of(module) in (home, *OPEN):
        return True
    return any(module == one or module.startswith(f"{one}.") for one in layer.ours)


def breaches(module: str, source: str) -> list[str]:
    """Imports of a module that its layer does not grant."""
    home = layer_of(module)
    part = next((layer for name, layer in PARTS.items() if module.startswith(name)), None)
    found = [name for name in imports(source) if not allowed(name, home, part or LAYERS[home])]
    if part is not None:
        found += [name for name in imports(source) if name.startswith("attnmem.figures.renderers")]
    return sorted(set(found))


def modules() -> list[tuple[str, Path]]:
    """Every module of the package by its dotted name inside it."""
    package = SOURCE / "attnmem"
    named = []
    for path in sorted(package.rglob("*.py")):
        parts = list(path.relative_to(package).with_suffix("").parts)
        if parts[-1] == "__init__" and len(parts) > 1:
            parts.pop()
        named.append((".".join(parts), path))
    return named


@pytest.mark.parametrize(
    ("module", "path"), modules(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_module_imports_only_what_its_layer_may(module: str, path: Path):
    assert breaches(module, path.read_text()) == []


def test_every_layer_has_a_row():
    assert {layer_of(module) for module, _ in modules()} <= LAYERS.keys()


def test_rows_point_one_way():
    """No layer can reach itself through the layers it may import."""
    for start in LAYERS:
        seen: set[str] = set()
        queue = [layer_of(name) for name in LAYERS[start].ours]
        while queue:
            name = queue.pop()
            if name in LAYERS and name not in seen:
                seen.add(name)
                queue += [layer_of(inner) for inner in LAYERS[name].ours]
        assert start not in seen, start


@pytest.mark.parametrize(
    ("module", "source", "breach"),
    [
        ("core.softmax", "import sympy", "sympy"),
        ("core.softmax", "from attnmem.theory import formula", "attnmem.theory"),
        ("theory.topk_gap", "from attnmem.core import softmax", "attnmem.core"),
        ("theory.topk_gap", "import numpy as np", "numpy"),
        ("proof.check", "def late():\n    from attnmem.theory import DERIVATIONS", "attnmem.theory"),
        ("proof.check", "from importlib import import_module\nimport_module('attnmem.cli')", "attnmem.cli"),
        ("evaluation", "from attnmem.proof.check import check", "attnmem.proof.check"),
        ("recording", "import torch", "torch"),
        ("show.figures", "from attnmem.site import build", "attnmem.site"),
        (
            "figures.records.topk",
            "from attnmem.figures.renderers.picture import draw",
            "attnmem.figures.renderers.picture",
        ),
        ("figures.records.topk", "import matplotlib", "matplotlib"),
        ("figures.renderers.picture", "from attnmem import cli", "attnmem.cli"),
    ],
)
def test_a_planted_breach_is_found(module: str, source: str, breach: str):
    assert breaches(module, source) == [breach]


def test_what_the_reader_runs_in_the_browser_needs_two_packages():
    needed = {"symbols", "proof", "theory"}
    assert {package for layer in needed for package in LAYERS[layer].packages} == {"sympy", "mpmath"}
