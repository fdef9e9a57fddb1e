"""The recorded files as one immutable record."""

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnmem.errors import BadInput

Halves = NDArray[np.float16]


@dataclass(frozen=True, slots=True, kw_only=True)
class Truncation:
    """What keeping, in every head, only the keys that ``kl_budget`` needs does to the model's own next token.

    ``next_token_kl_*``  KL from the model's distribution to the truncated model's, in nats, over all
    positions ``changed_argmax_share``  share of positions where the likeliest next token is another one
    ``loss_change_mean``  nats per token of the text, truncated less full
    ``kept_share_*``  kept keys over visible keys, over all rows of all heads
    """

    kl_budget: float
    next_token_kl_mean: float
    next_token_kl_quantiles: Mapping[str, float]
    changed_argmax_share: float
    loss_change_mean: float
    kept_share_mean: float
    kept_share_quantiles: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """Scores before the softmax (masked keys are ``-inf``), attention masses after it, and value norms.

    Shapes   last_row (layers, heads, keys): the last query of every head
             heads (chosen, 2): layer and head of the chosen heads; rows (chosen, steps, keys): their last
             queries block_mass (layers, heads, steps, blocks): mass of consecutive blocks of keys at the
             last queries value_norms (layers, key-value heads, keys)
    """

    last_row: Halves
    heads: NDArray[np.int16]
    rows: Halves
    block_mass: Halves
    value_norms: Halves
    truncations: tuple[Truncation, ...]
    provenance: Mapping[str, Any]


def _folder() -> Traversable:
    return files("attnmem.recording") / "data"


def checked_bytes(folder: Traversable, name: str, digests: Mapping[str, str]) -> bytes:
    """The file's bytes if they are the recorded ones; ``BadInput`` otherwise."""
    content = (folder / name).read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != digests.get(name):
        raise BadInput(f"recording {name}: SHA-256 is {found}, the provenance says {digests.get(name)}")
    return content


@cache
def load() -> Recording:
    """The bundled recording, read once.

    >>> load().last_row.shape
    (30, 9, 2048)
    """
    return read(_folder())


def read(folder: Traversable) -> Recording:
    """The recording in a folder, every file checked."""
    facts = json.loads((folder / "provenance.json").read_text(encoding="utf-8"))
    arrays: dict[str, NDArray[Any]] = {}
    for name in ("last_row", "rows", "block_mass", "value_norms"):
        content = checked_bytes(folder, f"{name}.npz", facts["sha256"])
        with np.load(io.BytesIO(content), allow_pickle=False) as held:
            arrays |= {f"{name}/{key}": held[key] for key in held.files}
    for array in arrays.values():
        array.flags.writeable = False
    effects = json.loads(checked_bytes(folder, "truncation.json", facts["sha256"]))["budgets"]
    return Recording(
        last_row=arrays["last_row/scores"],
        heads=arrays["rows/heads"],
        rows=arrays["rows/scores"],
        block_mass=arrays["block_mass/mass"],
        value_norms=arrays["value_norms/norms"],
        truncations=tuple(Truncation(**_frozen(effect)) for effect in effects),
        provenance=MappingProxyType(facts),
    )


def _frozen(effect: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: MappingProxyType(value) if isinstance(value, dict) else value for key, value in effect.items()
    }
