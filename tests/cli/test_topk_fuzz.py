"""Ten thousand inputs nobody would write: each ends in a right answer or in one line."""

import contextlib
import csv
import io
import sys
from collections.abc import Iterator

import numpy as np
import pytest

from attnmem import topk
from attnmem.cli import main

CASES = 10_000
KINDS = ("<f2", "<f4", "<f8", ">f4", ">f8", "<i2", "u1", "<i8")
ODD_KINDS = ("?", "<c8", "U3", "O", "<M8[s]", [("a", "<f4")])
SHAPES = ((1,), (7,), (1, 1), (3, 5), (2, 2, 4), (4, 1), (0, 3), (3, 0), ())
TEXTS = (
    "0",
    "0.01",
    "1e-9",
    "1/3",
    "2**-4",
    "1k",
    "-1",
    "nan",
    "inf",
    "1e999",
    "1e-400",
    "x",
    "",
    "0x1",
    "9**9**9",
)
SPECIAL = (np.nan, np.inf, -np.inf, 0.0, -0.0, 1e300, -1e300, 6.1e4, 5e-324)


def array(draw: np.random.Generator) -> np.ndarray:
    """An array that a careless program might save."""
    shape = SHAPES[draw.integers(len(SHAPES))]
    if draw.random() < 0.1:
        kind = ODD_KINDS[draw.integers(len(ODD_KINDS))]
        return np.zeros(shape, np.dtype(kind))
    values = draw.standard_normal(shape) * draw.choice([0.1, 3.0, 40.0])
    if values.size and draw.random() < 0.4:
        values.flat[draw.integers(values.size)] = SPECIAL[draw.integers(len(SPECIAL))]
    if draw.random() < 0.2:
        values = np.round(values)
    with np.errstate(all="ignore"):
        found = np.asarray(values).astype(KINDS[draw.integers(len(KINDS))])
    return np.asarray(found, order="F") if draw.random() < 0.3 else found


def damaged(draw: np.random.Generator, content: bytes) -> bytes:
    """The file with bytes changed, cut off, put in or added."""
    held = bytearray(content)
    for _ in range(draw.integers(1, 4)):
        at = int(draw.integers(max(1, min(len(held), draw.choice([12, 80, 1000])))))
        match draw.integers(5):
            case 0:
                held[at : at + 1] = bytes([draw.integers(256)])
            case 1:
                del held[at:]
            case 2:
                held[at:at] = draw.bytes(draw.integers(1, 5))
            case 3:
                held += draw.bytes(draw.integers(1, 9))
            case 4:
                held[at : at + 3] = (b"999", b"-1,", b"(((", b"'O'", b"\x00\x00\x00")[draw.integers(5)]
    return bytes(held)


def command(draw: np.random.Generator) -> tuple[list[str], bytes, np.ndarray | None]:
    """(words, standard input, the array if nothing was damaged)."""
    given, held = array(draw), io.BytesIO()
    np.save(held, given, allow_pickle=True)
    words = ["topk", "-", "--csv"]
    if draw.random() < 0.4:
        words += ["--kl", TEXTS[draw.integers(len(TEXTS))]]
    if draw.random() < 0.3:
        words += ["--bucket-width", TEXTS[draw.integers(len(TEXTS))]]
    if draw.random() < 0.02:
        words += [("--json", "--nonsense", "--kl", "extra", "--sample")[draw.integers(5)]]
    if draw.random() < 0.5:
        return words, damaged(draw, held.getvalue()), None
    return words, held.getvalue(), given


def assert_right(rows: list[dict[str, str]], given: np.ndarray, kl: float) -> None:
    """The counts of a plain evaluation of the definition, with room for the last digits of a sum."""
    flat = given.astype(np.float64).reshape(-1, given.shape[-1])
    assert [int(row["row"]) for row in rows] == list(range(len(flat)))
    for row, scores in zip(rows, flat, strict=True):
        with np.errstate(over="ignore"):
            weights = np.sort(np.exp(scores - scores.max()))
        finite = np.isfinite(scores).sum()
        assert int(row["n"]) == finite
        tails = np.cumsum(weights) / weights.sum()  # of the lightest 1, 2, … keys
        budget = -np.expm1(-kl)
        most = finite if kl == 0 else len(scores) - (tails <= budget * (1 - 1e-9)).sum()
        least = len(scores) - (tails <= budget * (1 + 1e-9)).sum()
        assert least <= int(row["k_exact"]) <= most
        assert int(row["k_exact"]) <= int(row["k_bucket"]) <= finite
        assert float(row["kl"]) <= kl


@contextlib.contextmanager
def standard_input(content: bytes) -> Iterator[None]:
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(content))
    try:
        yield
    finally:
        sys.stdin = before


def kl_of(words: list[str]) -> float:
    known = {"1/3": 1 / 3, "2**-4": 1 / 16, "1k": 1000.0}
    text = words[words.index("--kl") + 1] if "--kl" in words else "0.01"
    return known.get(text) or float(text)


@pytest.mark.parametrize("part", range(10))
def test_every_input_ends_in_a_right_answer_or_in_one_line(part, capsys):
    answered = 0
    for seed in range(part * CASES // 10, (part + 1) * CASES // 10):
        words, content, given = command(np.random.default_rng(seed))
        with standard_input(content):
            try:
                code = main(words)
            except SystemExit as leaving:
                code = leaving.code
        out, err = capsys.readouterr()
        if code == 0:
            assert err == "", seed
            rows = list(csv.DictReader(io.StringIO(out)))
            assert rows, seed
            if given is not None:
                assert_right(rows, given, kl_of(words))
                answered += 1
        else:
            assert (code, out) == (2, ""), (seed, code, out)
            assert err.count("\n") == 1, (seed, err)
            assert err.startswith(("attnmem topk: ", "attnmem: ")), (seed, err)
    assert answered > CASES / 100


def test_a_wrong_count_is_found_out():
    """Planted fault: one key fewer than the budget needs."""
    given = np.random.default_rng(0).standard_normal((1, 50)) * 3
    found = topk(given)
    row = {"row": "0", "n": "50", "k_exact": str(found.k_exact[0]), "k_bucket": "50", "kl": "0"}
    assert_right([row], given, 0.01)
    with pytest.raises(AssertionError):
        assert_right([row | {"k_exact": str(found.k_exact[0] - 1)}], given, 0.01)
