"""A site left by ``make book`` stands for the tree only as long as nothing in the tree has changed."""

import shutil
from pathlib import Path

import pytest
from tools.built_from import PACKAGE, PAGES, STAMP, is_site_of, state

ROOT = Path(__file__).parents[2]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small book that was built a moment ago."""
    for name in ("_config.yml", "_toc.yml", "index.md", "book/page.md", "notebooks/page.ipynb"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    (tmp_path / PACKAGE).mkdir(parents=True)
    (tmp_path / PACKAGE / "theory.py").write_text("odds = 1\n")
    (tmp_path / STAMP).parent.mkdir()
    (tmp_path / STAMP).write_text(f"{state(tmp_path)}\n")
    return tmp_path


def test_a_tree_that_did_not_change_has_its_site(tree):
    assert is_site_of(tree)
    (tree / "tests.py").write_text("no part of the book")
    assert is_site_of(tree)


@pytest.mark.parametrize("name", [*PAGES[:3], "book/page.md", "notebooks/page.ipynb", PACKAGE / "theory.py"])
def test_a_changed_file_is_another_book(tree, name):
    (tree / name).write_text("changed")
    assert not is_site_of(tree)


def test_a_new_and_a_missing_page_are_another_book(tree):
    shutil.copy(tree / "book" / "page.md", tree / "book" / "other.md")
    assert not is_site_of(tree)
    (tree / "book" / "other.md").unlink()
    assert is_site_of(tree)
    (tree / "book" / "page.md").unlink()
    assert not is_site_of(tree)


def test_a_build_that_did_not_end_left_no_site(tree):
    (tree / STAMP).unlink()
    assert not is_site_of(tree)


def test_make_leaves_the_stamp_where_the_tests_look_for_it():
    rule = (ROOT / "Makefile").read_text().split("\nbook:")[1].split("\n\n")[0]
    assert f"rm -f {STAMP.as_posix()}" in rule
    assert rule.index("rm -f") < rule.index("jupyter-book") < rule.index(f"mv _build/building-from {STAMP}")
