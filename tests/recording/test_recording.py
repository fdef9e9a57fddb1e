"""The bundled recording: what it holds, that it adds up, and that a changed byte is noticed."""

import hashlib
import json
import shutil
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from attnmem.core.softmax import softmax
from attnmem.errors import BadInput
from attnmem.recording import load
from attnmem.recording.files import read

DATA = Path(str(files("attnmem.recording"))) / "data"
LIMIT = 5_000_000


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DATA, tmp_path / "data"))


def test_it_holds_what_it_says():
    held = load()
    assert held.last_row.shape == (30, 9, 2048)
    assert held.rows.shape == (12, 32, 2048)
    assert held.block_mass.shape == (30, 9, 32, 64)
    assert held.value_norms.shape == (30, 3, 2048)
    assert {array.dtype for array in (held.last_row, held.rows, held.block_mass, held.value_norms)} == {
        np.dtype(np.float16)
    }


def test_it_is_small_and_says_where_it_comes_from():
    assert sum(path.stat().st_size for path in DATA.iterdir()) <= LIMIT
    facts = load().provenance
    assert {
        "model",
        "quantisation",
        "licence",
        "text",
        "tokens",
        "seed",
        "versions",
        "date",
        "checked",
    } <= set(facts)
    assert set(facts["sha256"]) == {path.name for path in DATA.iterdir()} - {"provenance.json"}
    for name, digest in facts["sha256"].items():
        assert hashlib.sha256((DATA / name).read_bytes()).hexdigest() == digest


def test_the_run_reproduced_itself():
    checked = load().provenance["checked"]
    assert 1 < checked["next_token_loss_nats"] < 4
    assert checked["logits_largest_change_by_recording"] == 0
    assert checked["attention_output_error_largest"] < 0.01


def test_the_future_is_masked_and_nothing_else():
    held = load()
    assert np.isfinite(held.last_row).all()
    step, key = np.arange(32)[:, None], np.arange(2048)[None]
    assert (np.isneginf(held.rows) == (key > 2048 - 32 + step)).all()


def test_the_parts_agree_with_each_other():
    """The chosen rows end in the last row, and their softmax has the recorded mass in every block."""
    held = load()
    for place, (layer, head) in enumerate(held.heads):
        assert (held.rows[place, -1] == held.last_row[layer, head]).all()
        mass = softmax(held.rows[place]).reshape(32, 64, 32).sum(axis=-1)
        assert mass == pytest.approx(held.block_mass[layer, head].astype(np.float64), rel=2e-2, abs=1e-4)
    assert held.block_mass.sum(axis=-1, dtype=np.float64) == pytest.approx(1, abs=2e-3)
    assert (held.value_norms > 0).all()


def test_truncation_costs_more_where_more_is_dropped():
    effects = load().truncations
    assert [effect.kl_budget for effect in effects] == [0.1, 0.01, 0.001]
    for name in ("next_token_kl_mean", "changed_argmax_share"):
        values = [getattr(effect, name) for effect in effects]
        assert values == sorted(values, reverse=True)
    kept = [effect.kept_share_mean for effect in effects]
    assert kept == sorted(kept)
    assert all(0 < share < 1 for share in kept)


def test_nothing_in_it_can_be_changed():
    held = load()
    assert load() is held
    with pytest.raises(ValueError, match="read-only"):
        held.last_row[0, 0, 0] = 1
    with pytest.raises(AttributeError):
        held.last_row = held.rows  # type: ignore[misc]
    with pytest.raises(TypeError):
        held.provenance["model"] = "another"  # type: ignore[index]


def test_a_copy_reads_the_same(copy):
    assert (read(copy).last_row == load().last_row).all()


@pytest.mark.parametrize(
    "name", ["last_row.npz", "rows.npz", "block_mass.npz", "value_norms.npz", "truncation.json"]
)
def test_a_changed_byte_is_noticed(copy, name):
    content = bytearray((copy / name).read_bytes())
    content[len(content) // 2] ^= 1
    (copy / name).write_bytes(content)
    with pytest.raises(BadInput, match=f"recording {name}: SHA-256 is"):
        read(copy)


def test_a_file_without_digest_is_refused(copy):
    facts = json.loads((copy / "provenance.json").read_text())
    del facts["sha256"]["rows.npz"]
    (copy / "provenance.json").write_text(json.dumps(facts))
    with pytest.raises(BadInput, match="the provenance says None"):
        read(copy)
