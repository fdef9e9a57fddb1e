"""The search index after a build that read some pages again: words that no page holds any more leave it.

Sphinx takes the pages that changed out of each word's list and keeps the word, so that the same sources would
give other bytes after an edit than in a new folder.
"""

from pathlib import Path
from typing import Any

from sphinx.search import js_index


def without_empty(index: str) -> str:
    """The index with the words that stand on some page.

    >>> without_empty('Search.setIndex({"terms": {"gone": [], "key": 3}, "titleterms": {"gone": []}})')
    'Search.setIndex({"terms": {"key": 3}, "titleterms": {}})'
    """
    found = js_index.loads(index)
    for kind in ("terms", "titleterms"):
        found[kind] = {word: pages for word, pages in found[kind].items() if pages != []}
    return js_index.dumps(found)


def finish(app: Any, exception: Exception | None) -> None:
    """Rewrite what Sphinx wrote, if it holds such words."""
    path = Path(app.outdir) / "searchindex.js"
    if exception is not None or app.builder.format != "html" or not path.exists():
        return
    before = path.read_text(encoding="utf-8")
    after = without_empty(before)
    if after != before:
        path.write_text(after, encoding="utf-8")


def connect(app: Any) -> None:
    """Once the index is written."""
    app.connect("build-finished", finish)
