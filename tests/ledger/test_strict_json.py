"""Files that are damaged, hostile or not configs end in one clear line."""

import pytest

from attnmem import ledger
from attnmem.errors import BadInput
from attnmem.ledger import strict_json

DAMAGED = {
    "empty": (b"", "not JSON"),
    "cut off": (b'{"a": 1', "not JSON"),
    "not text": (b"\xff\xfe\x00{", "not UTF-8"),
    "a list": (b"[1, 2]", "a list, and a config is an object"),
    "a number": (b"12", "12, and a config is an object"),
    "a key twice": (b'{"a": 1, "a": 2}', "'a' is given twice in the file"),
    "a key twice, inside": (b'{"a": {"b": [{"c": 1, "c": 1}]}}', "'c' is given twice in a.b[0]"),
    "deep objects": (b'{"a":' * 40 + b"1" + b"}" * 40, "nested more than 32 deep"),
    "very deep lists": (b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested more than 32 deep"),
    "a number of 5,000 digits": (b'{"a": ' + b"9" * 5000 + b"}", "more digits than any size has"),
    "a comment": (b'{"a": 1 /* one */}', "line 1, column 9"),
    "single quotes": (b"{'a': 1}", "not JSON"),
    "huge": (b'{"a": "' + b"x" * strict_json.LARGEST_FILE + b'"}', "larger than"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_one_line(name, tmp_path):
    raw, told = DAMAGED[name]
    file = tmp_path / "config.json"
    file.write_bytes(raw)
    with pytest.raises(BadInput) as caught:
        ledger.read(file)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(file) in str(caught.value)


@pytest.mark.parametrize("place", ["missing.json", "."])
def test_a_file_that_cannot_be_read_is_one_line(place, tmp_path):
    with pytest.raises(BadInput) as caught:
        ledger.read(tmp_path / place)
    assert "\n" not in str(caught.value)


def test_a_byte_order_mark_and_the_bare_words_pass(tmp_path):
    file = tmp_path / "config.json"
    file.write_bytes(
        b'\xef\xbb\xbf{"n_layer": 1, "n_head": 2, "n_embd": 8, "x": [NaN, Infinity, -Infinity, 1e999]}'
    )
    assert len(ledger.read(file).layers) == 1


def test_a_bare_word_in_a_field_that_is_read_is_refused_with_its_path():
    text = '{"n_layer": Infinity, "n_head": 2, "n_embd": 8}'
    with pytest.raises(BadInput, match="n_layer is inf"):
        ledger.read(text)


def test_strange_names_cannot_break_the_line():
    text = '{"n_layer": 1, "n_head": 2, "n_embd": 8, "a\\nkv\\ud800": {"b\\u0007head": 1}}'
    assert all(name.isascii() and "\n" not in name for name in ledger.read(text).unread)


def test_no_code_that_a_config_names_is_run(tmp_path):
    module = tmp_path / "configuration_evil.py"
    module.write_text("raise SystemExit('run')")
    config = {"n_layer": 1, "n_head": 2, "n_embd": 8, "auto_map": {"AutoConfig": "configuration_evil.Evil"}}
    assert len(ledger.read(config).layers) == 1


def test_the_largest_accepted_file_is_accepted():
    filler = b'{"n_layer": 1, "n_head": 2, "n_embd": 8, "x": "'
    raw = filler + b"x" * (strict_json.LARGEST_FILE - len(filler) - 2) + b'"}'
    assert strict_json.parse(raw, "big")["n_layer"] == 1
