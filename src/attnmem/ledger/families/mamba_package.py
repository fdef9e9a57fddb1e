"""Files of the ``mamba_ssm`` package: recurrent sizes in ``ssm_cfg``, attention layers in ``attn_cfg``.

Keeps   as Mamba-1 or Mamba-2; attention layers keys and values, and a convolution over them where
        ``d_conv`` is set
Source  mamba_ssm ``models/config_mamba.py``, with the defaults of ``modules/mamba_simple.py``,
        ``modules/mamba2.py`` and ``modules/mha.py`` for sizes that the object leaves out, as these files do
"""

from attnmem.ledger.families.convolution import both, columns
from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer, part
from attnmem.ledger.layouts.words import Word
from attnmem.ledger.traced import Traced, traced

MAMBA1 = {"d_state": 16, "d_conv": 4, "expand": 2}
MAMBA2 = {"d_state": 128, "d_conv": 4, "expand": 2, "headdim": 64, "ngroups": 1}


def claims(f: Fields) -> bool:
    return f.inside("ssm_cfg") is not None


def layer(f: Fields, word: Word) -> Layer:
    """One such layer."""
    hidden, sizes = f.whole("d_model"), f.inside("ssm_cfg")
    if hidden is None or sizes is None:
        raise f.unclear("d_model", "absent, and these files give sizes relative to it")
    if word is not Word.LINEAR:
        return _attention(f, hidden)
    kind = sizes.text("layer") or "Mamba1"
    if kind not in ("Mamba1", "Mamba2"):
        raise sizes.unclear("layer", f"{kind[:40]!r}; known: Mamba1, Mamba2")
    return _mamba1(sizes, hidden) if kind == "Mamba1" else _mamba2(sizes, hidden)


def _size(f: Fields, name: str, defaults: dict[str, int]) -> Traced:
    return f.whole(name) or Traced(defaults[name], f"{name} (default {defaults[name]})")


def _mamba1(sizes: Fields, hidden: Traced) -> Layer:
    channels = _size(sizes, "expand", MAMBA1) * hidden
    conv, conv_k = columns(part("channels", channels, 1), _size(sizes, "d_conv", MAMBA1))
    state = part("state", channels, _size(sizes, "d_state", MAMBA1))
    return Layer(
        kind=Kind.RECURRENT, state=(state,), conv=conv, conv_k=conv_k, values=part("values", channels, 1)
    )


def _mamba2(sizes: Fields, hidden: Traced) -> Layer:
    width, size, kernel = (_size(sizes, name, MAMBA2) for name in ("headdim", "d_state", "d_conv"))
    inner = _size(sizes, "expand", MAMBA2) * hidden
    if inner.value % width.value:
        raise sizes.unclear("headdim", f"{width.value} does not divide the inner width {inner.value}")
    heads = inner // width
    conv, conv_k = both(
        columns(part("x channels", heads, width), kernel),
        columns(part("B and C channels", _size(sizes, "ngroups", MAMBA2), size * 2), kernel),
    )
    state = part("state", heads, width * size)
    return Layer(
        kind=Kind.RECURRENT, state=(state,), conv=conv, conv_k=conv_k, values=part("values", heads, width)
    )


def _attention(f: Fields, hidden: Traced) -> Layer:
    sizes = f.inside("attn_cfg")
    query = None if sizes is None else sizes.whole("num_heads")
    if sizes is None or query is None:
        raise f.unclear("attn_cfg", "absent or without num_heads, and some layers attend")
    heads, width = sizes.whole("num_heads_kv") or query, sizes.whole("head_dim") or hidden // query
    kernel = sizes.whole("d_conv", 0) or traced(0)
    keys, values = part("keys", heads, width), part("values", heads, width)
    if not kernel.value:
        return Layer(kind=Kind.FULL, entry=(keys, values), values=values)
    conv, conv_k = columns(part("q, k and v channels", query + heads * 2, width), kernel)
    return Layer(kind=Kind.HYBRID, entry=(keys, values), conv=conv, conv_k=conv_k, values=values)
