"""The search index holds the words of the pages there are, in the bytes that Sphinx would write."""

from types import SimpleNamespace

import pytest
from sphinx.search import js_index

from attnmem.site.search_index import finish, without_empty

INDEX = {
    "terms": {"gone": [], "first": 0, "two": [0, 1]},
    "titleterms": {"gone": [], "first": 0},
    "titles": [],
}


def test_a_word_without_a_page_leaves_and_every_other_stays():
    left = js_index.loads(without_empty(js_index.dumps(INDEX)))
    assert left == {"terms": {"first": 0, "two": [0, 1]}, "titleterms": {"first": 0}, "titles": []}


def test_the_index_of_the_book_is_left_as_sphinx_wrote_it(site):
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert without_empty(index) == index


@pytest.mark.parametrize(("format", "error"), [("html", ValueError("a page is broken")), ("latex", None)])
def test_a_build_that_failed_or_has_no_index_is_left_alone(tmp_path, format, error):
    (tmp_path / "searchindex.js").write_text(js_index.dumps(INDEX), encoding="utf-8")
    finish(SimpleNamespace(outdir=tmp_path, builder=SimpleNamespace(format=format)), error)
    assert js_index.loads((tmp_path / "searchindex.js").read_text(encoding="utf-8")) == INDEX
