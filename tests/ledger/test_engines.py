"""Where an engine keeps more than the payload, elements and bytes on a line are of the same thing."""

import re

import pytest

from attnmem import ledger
from attnmem.cli import main
from attnmem.errors import NotUnderstood
from attnmem.ledger import as_kept
from attnmem.ledger.streams import Engine, Role

GROWTH = re.compile(r"each further token adds +(?:\S+ +)?([\d,.]+)  ?= ([\d,.]+) B")
ENGINES = [str(engine) for engine in Engine]


def account(name, engine, tokens=4096):
    return ledger.account(ledger.load(name), tokens, engine=engine, state_format="bf16")


def unpacks(name):
    """Not every file gives the widths that unpacked latents have."""
    try:
        ledger.account(ledger.load(name), engine="unpacked").kept()
    except NotUnderstood:
        return False
    return True


CASES = [(n, e) for e in ENGINES for n in ledger.bundled_names() if e != "unpacked" or unpacks(n)]


@pytest.mark.parametrize(("name", "engine"), CASES)
def test_bytes_at_16_bits_are_twice_the_elements_kept(name, engine):
    found = account(name, engine)
    pooling = sum(count * found._bytes(s) for count, s in found.kept() if s.role is Role.COMPRESSOR)
    assert found.bytes_growth() == 2 * as_kept.growth(found)
    assert found.bytes_held() - found.bytes_state() - pooling == 2 * as_kept.held(found)
    assert found.bytes_read() == 2 * as_kept.read(found)


@pytest.mark.parametrize("name", ledger.bundled_names())
def test_the_payload_keeps_what_the_account_counts(name):
    found = account(name, "payload")
    assert as_kept.growth(found) == found.growth
    assert as_kept.held(found) == found.held
    assert as_kept.read(found) == found.read
    assert as_kept.written(found) == found.written


def pair(name, engine, capsys):
    """Elements and bytes of the growth line of the report."""
    assert main(["ledger", name, "--engine", engine, "--state-format", "bf16"]) == 0
    (found,) = GROWTH.findall(capsys.readouterr().out)
    return tuple(float(text.replace(",", "")) for text in found)


@pytest.mark.parametrize(
    ("name", "engine", "elements"),
    [
        ("deepseek-v3", "unpacked", 2_498_560),
        ("gemma-3-4b", "uniform", 69_632),
        ("gemma-3-4b", "payload", 10_240),
        ("deepseek-v4-pro", "uniform", 36_156),
    ],
)
def test_the_report_says_bytes_beside_their_elements(name, engine, elements, capsys):
    assert pair(name, engine, capsys) == (elements, 2 * elements)


def test_the_look_at_the_line_tells_two_countings_apart():
    """Planted fault: the payload's elements beside the bytes of what is kept."""
    ((first, second),) = GROWTH.findall("each further token adds  35,136 = 4,997,120 B, 5.00 MB")
    assert int(second.replace(",", "")) != 2 * int(first.replace(",", ""))


def test_both_countings_are_headed(capsys):
    main(["ledger", "gemma-3-4b", "--engine", "uniform"])
    out = capsys.readouterr().out
    assert re.search(r"elements of one sequence +payload +kept by engine uniform", out)
    assert re.search(r"held at 163,840 tokens +1,738,539,008 +11,408,506,880\n", out)
    assert "elements of one sequence, windows only" in out
    main(["ledger", "gemma-3-4b", "deepseek-v3", "--engine", "uniform"])
    out = capsys.readouterr().out
    assert "elements of one sequence, payload" in out
    assert "elements, engine uniform" in out
    assert " ".join(out.split()).count("a step still reads the windows only") == 1


def test_an_engine_is_a_note_in_json_too():
    assert "keeps every token in every layer" in " ".join(account("gpt2", "uniform").notes)
    assert account("gpt2", "payload", 1024).notes == ()
