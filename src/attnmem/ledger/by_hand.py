"""A stack written by hand, for a model that has no config yet: ``69 kda(96,128,128) + 24 mla(512,64)``.

Each term is a count and a layer with its sizes, in the order of the list below or by name (``mla(512, 64,
heads=96, v=128)``). A term is turned into the fields that its family reads, so the counting rules exist once.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from attnmem.errors import BadInput, NotUnderstood, unknown
from attnmem.ledger.families import (
    block_sparse,
    deepseek_v4,
    gated_deltanet,
    gqa,
    lightning,
    mamba1,
    mamba2,
    mla,
    rwkv7,
    short_conv,
)
from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer, Model
from attnmem.ledger.layouts.words import Word
from attnmem.units import counted

MOST_LAYERS = 10_000
_TERM = re.compile(r"\s*(?:([0-9]{1,6})\s*[x×*]?\s*)?([A-Za-z]\w{0,20})\s*(?:\(([^()]*)\))?\s*")
_SIZE = re.compile(r"\s*(?:([A-Za-z_]\w{0,20})\s*=\s*)?([0-9]{1,15})\s*")

Sizes = dict[str, int]


@dataclass(frozen=True, slots=True)
class Term:
    """Sizes by name, those that may be left out (None: simply absent), and the fields of the family."""

    family: ModuleType | None
    word: Word
    needed: tuple[str, ...]
    optional: dict[str, int | None]
    fields: Callable[[Sizes], dict[str, Any]]


def _attention(s: Sizes) -> dict[str, Any]:
    names = {
        "heads": "num_key_value_heads",
        "width": "head_dim",
        "v": "v_head_dim",
        "window": "sliding_window",
    }
    return {names.get(k, "attention_chunk_size"): v for k, v in s.items()}


def _latent(s: Sizes) -> dict[str, Any]:
    names = {"latent": "kv_lora_rank", "rope": "qk_rope_head_dim", "heads": "num_attention_heads"}
    names |= {"nope": "qk_nope_head_dim", "v": "v_head_dim", "index": "index_head_dim", "topk": "index_topk"}
    return {names[k]: v for k, v in s.items()}


def _compressed(s: Sizes) -> dict[str, Any]:
    rates = dict.fromkeys(deepseek_v4.RATES.values(), s["rate"])
    names = {"width": "head_dim", "window": "sliding_window", "index": "index_head_dim", "topk": "index_topk"}
    return {names[k]: v for k, v in s.items() if k != "rate"} | {"compress_rates": rates}


def _blocks(s: Sizes) -> dict[str, Any]:
    inner = {
        "sparse_index_dim": s["index"],
        "sparse_topk_blocks": s["blocks"],
        "sparse_block_size": s["block"],
    }
    outer = {"num_key_value_heads": s["heads"], "head_dim": s["width"]}
    return outer | {"sparse_attention_config": inner}


def _delta(s: Sizes) -> dict[str, Any]:
    return {
        "linear_num_key_heads": s.get("key_heads", s.get("heads")),
        "linear_num_value_heads": s["heads"],
        "linear_key_head_dim": s["key"],
        "linear_value_head_dim": s["value"],
        "linear_conv_kernel_dim": s["kernel"],
    }


def _renamed(**names: str) -> Callable[[Sizes], dict[str, Any]]:
    return lambda s: {names[k]: v for k, v in s.items()}


_V: dict[str, int | None] = {"v": None}
_MLA: dict[str, int | None] = {"heads": None, "nope": None, "v": None}
_SSM2 = _renamed(
    heads="mamba_n_heads",
    width="mamba_d_head",
    state="mamba_d_state",
    groups="mamba_n_groups",
    kernel="mamba_d_conv",
)
_SSM1 = _renamed(channels="intermediate_size", state="state_size", kernel="conv_kernel")
TERMS: dict[str, Term] = {
    "full": Term(gqa, Word.FULL, ("heads", "width"), _V, _attention),
    "window": Term(gqa, Word.WINDOW, ("heads", "width", "window"), _V, _attention),
    "chunk": Term(gqa, Word.CHUNK, ("heads", "width", "chunk"), _V, _attention),
    "mla": Term(mla, Word.FULL, ("latent", "rope"), _MLA, _latent),
    "dsa": Term(mla, Word.INDEXED, ("latent", "rope", "index", "topk"), _MLA, _latent),
    "csa": Term(deepseek_v4, Word.CSA, ("width", "index", "topk", "window"), {"rate": 4}, _compressed),
    "hca": Term(deepseek_v4, Word.HCA, ("width", "window"), {"rate": 128}, _compressed),
    "msa": Term(block_sparse, Word.SPARSE, ("heads", "width", "index", "blocks", "block"), {}, _blocks),
    "kda": Term(gated_deltanet, Word.LINEAR, ("heads", "key", "value"), {"kernel": 4}, _delta),
    "gdn": Term(gated_deltanet, Word.LINEAR, ("key_heads", "heads", "key", "value"), {"kernel": 4}, _delta),
    "mamba2": Term(mamba2, Word.LINEAR, ("heads", "width", "state"), {"groups": 1, "kernel": 4}, _SSM2),
    "mamba1": Term(mamba1, Word.LINEAR, ("channels", "state"), {"kernel": 4}, _SSM1),
    "lightning": Term(
        lightning,
        Word.LINEAR,
        ("heads", "width"),
        {},
        _renamed(heads="num_attention_heads", width="head_dim"),
    ),
    "rwkv7": Term(
        rwkv7, Word.LINEAR, ("hidden", "width"), {}, _renamed(hidden="hidden_size", width="head_dim")
    ),
    "conv": Term(
        short_conv,
        Word.CONV,
        ("channels", "kernel"),
        {},
        _renamed(channels="hidden_size", kernel="conv_L_cache"),
    ),
    "none": Term(None, Word.NONE, (), {}, dict),
}


def stack(text: str) -> Model:
    """The model that a line of terms describes.

    >>> model = stack("69 kda(96,128,128) + 24 mla(512,64)")
    >>> len(model.layers), model.layers[92].entry[0].elements
    (93, 576)

    Raises  BadInput for a term that cannot be parsed, NotUnderstood for an unknown layer
    """
    layers: list[Layer] = []
    for at, piece in enumerate(text.split("+")):
        match = _TERM.fullmatch(piece)
        if match is None:
            raise BadInput(
                f"--layers: term {at + 1} is {piece.strip()[:60]!r}; need a form such as 24 mla(512,64)"
            )
        count, name, given = int(match.group(1) or 1), match.group(2).lower(), match.group(3)
        if not 1 <= count <= MOST_LAYERS - len(layers):
            raise BadInput(
                f"--layers: term {at + 1} asks for {counted(count, 'layers')}; "
                f"need 1 to {MOST_LAYERS:,} in all"
            )
        layers += [_layer(name, given)] * count
    return Model(name=text.strip(), layers=tuple(layers))


def signature(name: str) -> str:
    """A layer with its sizes, as help text.

    >>> signature("mla")
    'mla(latent,rope,[heads],[nope],[v])'
    """
    term = TERMS[name]
    return f"{name}({','.join([*term.needed, *(f'[{size}]' for size in term.optional)])})"


def _layer(name: str, given: str | None) -> Layer:
    term = TERMS.get(name)
    if term is None:
        raise NotUnderstood(f"--layers: {unknown('layer', name, TERMS)}")
    sizes = _sizes(name, term, given or "")
    if term.family is None:
        return Layer(kind=Kind.NONE)
    found: Layer = term.family.layer(Fields(term.fields(sizes), "--layers"), term.word)
    return found


def _sizes(name: str, term: Term, given: str) -> Sizes:
    order = (*term.needed, *term.optional)
    sizes: dict[str, int | None] = dict(term.optional)
    for at, piece in enumerate(given.split(",") if given.strip() else ()):
        match = _SIZE.fullmatch(piece)
        size = None if match is None else match.group(1) or (order[at] if at < len(order) else None)
        if match is None or size not in order:
            raise BadInput(
                f"--layers: {piece.strip()[:40]!r} in {name}(…) is not one of its sizes: {', '.join(order)}"
            )
        sizes[size] = int(match.group(2))
    missing = [size for size in term.needed if size not in sizes]
    if missing:
        raise BadInput(f"--layers: {name} needs {', '.join(term.needed)}; {', '.join(missing)} not given")
    return {size: value for size, value in sizes.items() if value is not None}
