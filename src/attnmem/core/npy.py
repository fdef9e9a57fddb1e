"""A ``.npy`` file or stream, read a block of rows at a time and never unpickled.

NumPy's own header reader says what the bytes are; the bytes are then read as they are needed, so that a file
larger than memory is no trouble, and a file that is shorter or longer than its header says is refused.
"""

import io
import mmap
import tempfile
import warnings
from collections.abc import Iterator
from math import prod
from shutil import copyfileobj
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.lib import format as npy

from attnmem.core.scores import BLOCK, Scores, as_floats, check_layout, row_blocks
from attnmem.errors import BadInput

PIECE = 1 << 22  # bytes asked for at once


class Header(NamedTuple):
    """What the first bytes say of the rest."""

    shape: tuple[int, ...]
    fortran: bool
    kind: np.dtype[Any]

    @property
    def rows(self) -> int:
        """All axes but the last, multiplied."""
        return prod(self.shape[:-1])


def read_header(stream: IO[bytes], name: str) -> Header:
    """The header at the stream's position; ``BadInput`` with ``name`` for anything that is no plain array."""
    start = stream.read(npy.MAGIC_LEN)
    if start[:2] == b"PK":
        raise BadInput(f"{name}: an .npz archive holds many arrays; save the scores alone with numpy.save")
    if len(start) < npy.MAGIC_LEN or start[:6] != npy.MAGIC_PREFIX:
        raise BadInput(f"{name}: not a .npy file (it starts with {start[:6]!r})")
    read = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}.get((start[6], start[7]))
    if read is None:
        raise BadInput(
            f"{name}: .npy format {start[6]}.{start[7]} is for named fields; scores need a plain array"
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            header = Header(*read(stream))
    except Exception as error:  # a damaged header leaves through whatever NumPy's parser happened to raise
        raise BadInput(f"{name}: damaged .npy header ({_one_line(error)})") from None
    if header.kind.hasobject:
        raise BadInput(f"{name}: an array of objects is a pickle, which is never opened")
    if any(length < 0 or isinstance(length, bool) for length in header.shape):
        raise BadInput(f"{name}: damaged .npy header (shape {header.shape})")
    if header.shape[:-1] and header.rows == 0:
        raise BadInput(f"{name}: no rows in an array of shape {header.shape}")
    check_layout(header.kind, header.shape)
    return header


def _one_line(error: Exception) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 80 else text[:77] + "..."


def rows_of(
    stream: IO[bytes], name: str, at_once: int = BLOCK
) -> tuple[Header, Iterator[tuple[int, Scores]]]:
    """(header, blocks of rows in order) of the stream, read as the blocks are taken.

    Holds    one block, at least one whole row; an array in Fortran order is mapped, from a temporary file if
    the stream is a pipe, because its rows lie scattered
    """
    header = read_header(stream, name)
    if header.fortran and len(header.shape) > 1:
        return header, row_blocks(_mapped(stream, header, name), at_once)
    return header, _in_order(stream, header, name, at_once)


def _in_order(stream: IO[bytes], header: Header, name: str, at_once: int) -> Iterator[tuple[int, Scores]]:
    width = header.shape[-1]
    step = max(1, at_once // width)
    for first in range(0, header.rows, step):
        rows = min(step, header.rows - first)
        held = _exactly(stream, rows * width * header.kind.itemsize, first, header, name)
        if first + rows == header.rows and stream.read(1):  # asked before the last rows are given away
            raise BadInput(f"{name}: bytes follow the array; give one array only")
        yield first, as_floats(np.frombuffer(held, header.kind).reshape(rows, width), first)


def _exactly(stream: IO[bytes], size: int, first: int, header: Header, name: str) -> bytearray:
    """``size`` bytes, or ``BadInput``; memory grows with what arrives, not with what a header claims."""
    held = bytearray()
    while len(held) < size:
        piece = stream.read(min(PIECE, size - len(held)))
        if not piece:
            row = first + len(held) // (header.shape[-1] * header.kind.itemsize)
            raise BadInput(f"{name}: the file ends in row {row} of {header.rows}")
        held += piece
    return held


def _mapped(stream: IO[bytes], header: Header, name: str) -> np.ndarray[Any, Any]:
    """The array as it lies on disk, in Fortran order, without reading it."""
    if stream.seekable() and not isinstance(stream, io.BytesIO):  # bytes in memory have no file to map
        return _view(stream, stream.tell(), header, name)
    with tempfile.TemporaryFile() as file:
        copyfileobj(stream, file, PIECE)
        return _view(file, 0, header, name)


def _view(file: IO[bytes], start: int, header: Header, name: str) -> np.ndarray[Any, Any]:
    """The mapping, which stays when the file is closed."""
    size, needed = file.seek(0, 2) - start, prod(header.shape) * header.kind.itemsize
    if size < needed:
        raise BadInput(f"{name}: the file ends early: {size} bytes of scores, {needed} needed")
    if size > needed:
        raise BadInput(f"{name}: bytes follow the array; give one array only")
    held = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return np.ndarray(header.shape, header.kind, held, offset=start, order="F")
