"""Which arrays are taken as scores, and that they are read in pieces whatever their order in memory."""

import numpy as np
import pytest

from attnmem.core.scores import as_floats, as_scores, row_blocks, row_count
from attnmem.errors import BadInput


class Wrapped:
    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        return np.arange(6.0).reshape(2, 3)


def test_anything_with_an_array_inside_is_taken():
    assert as_scores(Wrapped()).shape == (2, 3)
    assert as_scores([1.0, 2.0]).shape == (2,)


@pytest.mark.parametrize(
    "bad",
    [np.array([None, "x"], dtype=object), np.zeros(3, complex), np.array(["a"]), np.zeros(2, bool), [{}]],
)
def test_other_types_are_refused(bad):
    with pytest.raises(BadInput, match="must be float16, float32, float64 or integers"):
        as_scores(bad)


def test_no_axis_and_no_key_are_refused():
    with pytest.raises(BadInput, match="at least one axis"):
        as_scores(np.float32(1))
    with pytest.raises(BadInput, match="at least one key"):
        as_scores(np.zeros((3, 0)))


@pytest.mark.parametrize("shape", [(5,), (4, 5), (2, 3, 5), (2, 3, 2, 5)])
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("kind", ["<f4", ">f4", "f2", "i8"])
@pytest.mark.parametrize("keys_at_once", [1, 12, 1000])
def test_blocks_put_together_are_the_array(shape, order, kind, keys_at_once):
    whole = np.arange(np.prod(shape)).reshape(shape).astype(kind)
    array = np.asarray(whole, order=order)
    blocks = list(row_blocks(array, keys_at_once))
    assert [first for first, _ in blocks] == list(np.cumsum([0] + [len(b) for _, b in blocks[:-1]]))
    assert sum(len(block) for _, block in blocks) == row_count(array)
    assert np.concatenate([block for _, block in blocks]).tolist() == whole.reshape(-1, 5).tolist()
    assert all(block.dtype.isnative and block.dtype.kind == "f" for _, block in blocks)
    assert all(len(block) == 1 or block.size <= keys_at_once for _, block in blocks)


def test_a_whole_number_beyond_exact_floats_is_refused_with_its_position():
    assert as_floats(np.array([[2**53, -(2**53)]])).tolist() == [[2.0**53, -(2.0**53)]]
    with pytest.raises(BadInput, match="row 7, key 1: 9007199254740993 is too large"):
        as_floats(np.array([[0, 2**53 + 1]]), first=7)


def test_no_rows_give_no_blocks():
    assert list(row_blocks(np.zeros((0, 4)))) == []
