"""The state of all that the book is made from; ``make book`` leaves it beside the site that it built.

By it the tests know whether that site is one of these sources.
"""

from hashlib import sha256
from pathlib import Path

from attnmem.site.fingerprint import fingerprint

STAMP = Path("_build", "built-from")
PACKAGE = Path("src", "attnmem")
PAGES = ("_config.yml", "_toc.yml", "index.md", "book", "notebooks")


def state(root: Path) -> str:
    """A hash of the package in a tree, of what it computes with, and of every page."""
    digest = sha256(fingerprint(root / PACKAGE).encode())
    for path in sorted(file for part in PAGES for file in (root / part, *(root / part).rglob("*"))):
        if path.is_file() and ".ipynb_checkpoints" not in path.parts:
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def is_site_of(root: Path) -> bool:
    """Whether ``make book`` has made the site of a tree as it is now."""
    stamp = root / STAMP
    return stamp.exists() and stamp.read_text(encoding="utf-8").strip() == state(root)


if __name__ == "__main__":
    print(state(Path(__file__).parents[1]))
