"""Commented scenarios, one per file: starting points to edit, and the cases the tests solve by hand."""

from importlib.resources import files

from attnmem.errors import BadInput, unknown

EXAMPLES: tuple[str, ...] = ("rotation", "sparse", "narrow-link", "lossy", "states", "admission")


def example(name: str) -> str:
    """The text of a commented scenario.

    >>> example("states").splitlines()[0][:54]
    '# Two sequences of a linear-attention model take turns'
    """
    if name not in EXAMPLES:
        raise BadInput(unknown("example", name, EXAMPLES))
    return files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
