"""A ``.npy`` stream in pieces: every layout, every damage."""

import io
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from attnmem.core.npy import rows_of
from attnmem.errors import BadInput


def saved(array: np.ndarray) -> bytes:
    held = io.BytesIO()
    np.save(held, array, allow_pickle=array.dtype.hasobject)
    return held.getvalue()


class Pipe(io.RawIOBase):
    """A stream that cannot seek and hands out a few bytes at a time."""

    def __init__(self, content: bytes) -> None:
        self.rest = content

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        size = len(self.rest) if size < 0 else min(size, 777)
        given, self.rest = self.rest[:size], self.rest[size:]
        return given


def whole(stream: object, at_once: int = 16) -> np.ndarray:
    return np.concatenate([block for _, block in rows_of(stream, "it", at_once)[1]])


@pytest.mark.parametrize("kind", ["<f2", "<f4", ">f4", "<f8", ">f8", "<i4", ">i2", "u1"])
@pytest.mark.parametrize("shape", [(7,), (5, 7), (2, 3, 7)])
@pytest.mark.parametrize("order", ["C", "F"])
def test_file_and_pipe_give_the_array(kind, shape, order, tmp_path):
    array = np.asarray(np.arange(np.prod(shape)).reshape(shape).astype(kind), order=order)
    path = tmp_path / "a.npy"
    path.write_bytes(saved(array))
    expected = array.reshape(-1, 7).astype(float).tolist()
    with path.open("rb") as file:
        assert whole(file).tolist() == expected
    assert whole(Pipe(saved(array))).tolist() == expected


GOOD = saved(np.ones((3, 4), np.float32))
FORTRAN = saved(np.asfortranarray(np.ones((3, 4), np.float32)))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "not a .npy file"),
        (b"\x80\x04K\x01.", "not a .npy file"),
        (b"PK\x03\x04" + bytes(20), "an .npz archive"),
        (GOOD[:40], "damaged .npy header"),
        (GOOD[:10] + b"{" * 118, "damaged .npy header"),
        (GOOD.replace(b"(3, 4)", b"(3,-4)"), "damaged .npy header"),
        (GOOD.replace(b"(3, 4), }   ", b"(True, 4), }"), "damaged .npy header"),
        (GOOD[:6] + b"\x03\x00" + GOOD[8:], r"format 3\.0"),
        (GOOD[:-1], "ends in row 2 of 3"),
        (GOOD[:-17], "ends in row 1 of 3"),
        (GOOD + b"x", "bytes follow the array"),
        (FORTRAN[:-1], "ends early: 47 bytes of scores, 48 needed"),
        (FORTRAN + b"x", "bytes follow the array"),
        (saved(np.array([None, 1], dtype=object)), "a pickle, which is never opened"),
        (saved(np.float64(3)), "at least one axis"),
        (saved(np.zeros((3, 0))), "at least one key"),
        (saved(np.zeros((0, 3))), "no rows"),
        (saved(np.zeros(3, complex)), "must be float16, float32, float64 or integers"),
        (saved(np.zeros(3, bool)), "must be float16, float32, float64 or integers"),
        (saved(np.zeros(3, "M8[s]")), "must be float16, float32, float64 or integers"),
        (saved(np.zeros(3, "U2")), "must be float16, float32, float64 or integers"),
        (saved(np.zeros(3, np.longdouble)), "must be float16, float32, float64 or integers"),
        (saved(np.zeros(3, [("a", "f4")])), "must be float16, float32, float64 or integers"),
    ],
)
def test_damage_is_one_line_from_file_and_pipe(content, says):
    for stream in (io.BytesIO(content), Pipe(content)):
        with pytest.raises(BadInput, match=says) as caught:
            whole(stream)
        assert "\n" not in str(caught.value)


def test_a_header_that_promises_the_moon_costs_no_memory():
    huge = GOOD.replace(b"(3, 4), }" + b" " * 20, b"(3, 4000000000000000000), }  ")
    assert len(huge) == len(GOOD)
    tracemalloc.start()
    with pytest.raises(BadInput, match="the file ends in row 0 of 3"):
        whole(io.BytesIO(huge))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20


def test_a_file_larger_than_the_block_is_never_held(tmp_path: Path):
    """16 MiB of scores through blocks of 64 Ki keys: the peak is a few blocks."""
    path, at_once = tmp_path / "large.npy", 1 << 16
    np.save(path, np.zeros((512, 8192), np.float32))
    with path.open("rb") as file:
        tracemalloc.start()
        rows = sum(len(block) for _, block in rows_of(file, "it", at_once)[1])
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert rows == 512
    assert peak < 4 * at_once * 4
