"""What the README shows is what the commands print today."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from tools.readme_picture import TARGET, picture

from attnmem.cli import main

README = Path(__file__).parent.parent / "README.md"
CONSOLE = re.compile(r"^```console\n\$ attnmem (.*?)\n(.*?)^```", re.DOTALL | re.MULTILINE)
EXAMPLES = CONSOLE.findall(README.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_a_command_prints_what_is_shown(command, shown, capsys):
    main(shlex.split(command))
    captured = capsys.readouterr()
    assert captured.out + captured.err == shown


def test_there_are_examples():
    assert len(EXAMPLES) >= 4


def test_the_python_lines_hold():
    (block,) = re.findall(
        r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    examples = doctest.DocTestParser().get_doctest(block, {}, "README", None, None)
    done = doctest.DocTestRunner().run(examples)
    assert (done.attempted, done.failed) == (4, 0)


def test_the_picture_is_fresh():
    assert TARGET.read_bytes() == picture(), "run: python tools/readme_picture.py"


def test_every_file_that_the_readme_links_to_exists():
    links = re.findall(r"\]\(([^)#:]+)\)", README.read_text(encoding="utf-8"))
    assert links
    assert [name for name in links if not (README.parent / name).exists()] == []
