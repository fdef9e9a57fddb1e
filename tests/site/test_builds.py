"""A broken page stops every build; a changed formula reaches every page; equal sources give equal bytes."""

import re
import shutil
from pathlib import Path

import pytest
from sphinx.search import js_index
from tools.built_from import PACKAGE, PAGES

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]

HEAD = (
    "---\njupytext:\n  text_representation: {extension: .md, format_name: myst}\n"
    "kernelspec: {name: python3, display_name: Python 3}\n---\n"
)
CELL = "```{{code-cell}} python\n{}\n```\n"
WRAPPING = {"", "</div>", "</section>"}
CHAPTERS = ("topk", "pool", "ledger", "notation")
TOC = "format: jb-book\nroot: index\nchapters:\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small book with the real configuration and the real package, in a folder with a space in its name."""
    source = tmp_path / "a small book"
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("*.egg-info"))
    shutil.copytree(ROOT / "book" / "_images", source / "book" / "_images")
    shutil.copy(ROOT / "_config.yml", source)
    of_pages(source, "in_prose", "in_cell", "without")
    (source / "index.md").write_text("# Small book\n")
    number = "{num}`topk-kl-gap n=2**18 k=1024 Delta=10 | .5g`"
    (source / "in_prose.md").write_text(f"# Prose\n\nAt most {number}.\n")
    cell = CELL.format('import attnmem\nattnmem.evaluate("topk-kl-gap", n=2**18, k=1024, Delta=10)')
    (source / "in_cell.md").write_text(f"{HEAD}# Cell\n\n{cell}")
    (source / "without.md").write_text(f"{HEAD}# Without\n\n{CELL.format('assert 1 + 1 == 2')}")
    return source


def of_pages(source: Path, *names: str) -> None:
    """Let these be the pages of a book, after its first."""
    (source / "_toc.yml").write_text(TOC + "".join(f"  - file: {name}\n" for name in names))


def read(source: Path) -> dict[str, str]:
    folder = source / "out" / "_build" / "html"
    return {path.name: path.read_text() for path in folder.glob("*.html")}


def test_a_broken_assertion_fails_a_clean_and_a_repeated_build(tree, build_book):
    of_pages(tree, "without")
    page = tree / "without.md"
    page.write_text(page.read_text().replace("== 2", "== 3"))
    assert build_book(tree, tree / "out").returncode != 0
    assert build_book(tree, tree / "out").returncode != 0
    page.write_text(page.read_text().replace("== 3", "== 2"))
    assert build_book(tree, tree / "out").returncode == 0
    page.write_text(page.read_text().replace("== 2", "== 3"))
    again = build_book(tree, tree / "out")
    assert again.returncode != 0
    assert "without" in again.stderr + again.stdout


def test_a_wrong_key_in_a_sentence_fails_the_build_and_names_the_page(tree, build_book):
    of_pages(tree, "in_prose")
    page = tree / "in_prose.md"
    page.write_text(page.read_text().replace("topk-kl-gap", "topk-kl-gapp"))
    done = build_book(tree, tree / "out")
    assert done.returncode != 0
    assert "in_prose" in done.stderr + done.stdout
    assert "did you mean topk-kl-gap" in done.stderr + done.stdout


def test_a_changed_constant_changes_every_page_that_shows_it_in_one_normal_build(tree, build_book):
    assert build_book(tree, tree / "out").returncode == 0
    before = read(tree)
    theory = tree / "src" / "attnmem" / "theory" / "topk_gap.py"
    text = theory.read_text()
    assert "exp(-gap)" in text
    theory.write_text(text.replace("exp(-gap)", "exp(-2 * gap)"))
    assert build_book(tree, tree / "out").returncode == 0
    after = read(tree)
    changed = {name for name in after if after[name] != before[name]}
    assert {"in_prose.html", "in_cell.html"} <= changed
    assert "without.html" not in changed
    index = js_index.loads((tree / "out" / "_build" / "html" / "searchindex.js").read_text())
    assert [word for word, pages in index["terms"].items() if pages == []] == []  # one page is a bare number


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """All that the book is made from, in another folder."""
    source = tmp_path / "a copy of the book"
    shutil.copytree(ROOT / PACKAGE, source / PACKAGE)
    for part in (ROOT / name for name in PAGES):
        copy = shutil.copytree if part.is_dir() else shutil.copy
        copy(part, source / part.name)
    return source


def test_another_folder_and_another_hash_seed_give_the_same_bytes(site, copied, build_book):
    """Every file of the site that ``make book`` made of these sources; where there is none, four chapters."""
    whole = site.is_relative_to(ROOT)
    if not whole:
        shorten(copied)
    done = build_book(copied, copied.parent / "again", PYTHONHASHSEED="77")
    assert done.returncode == 0, done.stderr[-2000:]
    again = copied.parent / "again" / "_build" / "html"
    assert differing(site, again, whole=whole) == []


def shorten(source: Path) -> None:
    """Leave four chapters in a tree, measured figures among them; links to the others are then no fault."""
    of_pages(source, *(f"book/{name}" for name in CHAPTERS))
    config = source / "_config.yml"
    quiet = "  config:\n    suppress_warnings: [myst.xref_missing]\n"
    config.write_text(config.read_text().replace("  config:\n", quiet))


def differing(site: Path, again: Path, *, whole: bool) -> list[str]:
    """The files that two builds do not share byte for byte; of a shorter book, those it can share."""
    if whole:
        mine, others = ({str(f.relative_to(s)) for f in s.rglob("*") if f.is_file()} for s in (site, again))
        return sorted((mine ^ others) | {name for name in mine & others if not same(site, again, name)})
    pages = [f"book/{name}.html" for name in CHAPTERS]
    changed = [name for name in pages if article(again / name) != article(site / name)]
    ours = [f"_static/attnmem/{path.name}" for path in (site / "_static" / "attnmem").iterdir()]
    assert "_static/attnmem/formulas.js" in ours
    return changed + [name for name in ours if not same(site, again, name)]


def same(site: Path, again: Path, name: str) -> bool:
    return (site / name).read_bytes() == (again / name).read_bytes()


def test_a_file_that_differs_or_is_missing_is_found(tmp_path):
    for name, text in (("one", "a"), ("two", "b")):
        (tmp_path / name / "book").mkdir(parents=True)
        (tmp_path / name / "same.html").write_text("same")
        (tmp_path / name / "book" / "page.html").write_text(text)
        (tmp_path / name / f"only-{name}.js").write_text("")
    found = differing(tmp_path / "one", tmp_path / "two", whole=True)
    assert found == ["book/page.html", "only-one.js", "only-two.js"]


def article(page: Path) -> list[str]:
    """What the page itself says, line by line; links to chapters that are left out lose their address."""
    text = page.read_text()
    body = text[text.index("<article") : text.index("</article>")]
    bare = re.sub(r'<a [^>]*>|<span class="(?:std|xref|doc)[^>]*>|</span>|</a>', "", body)
    return [line for line in bare.splitlines() if line.strip() not in WRAPPING and "toctree" not in line]
