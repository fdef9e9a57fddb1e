"""Kimi delta attention: a square state per head, and three short convolutions.

Keeps   heads × d × d recurrent elements, 3 × heads × d convolution channels
Source  arXiv 2510.26692; ``linear_attn_config`` of the Kimi hub files, ``linear_num_heads`` and kin in
        transformers 5.24, and the Ling hybrid class there (``short_conv_kernel_size`` beside
        ``layer_group_size``)
"""

from attnmem.ledger.families.convolution import columns
from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer, part
from attnmem.ledger.layouts.words import Word
from attnmem.ledger.traced import Traced


def claims(f: Fields) -> bool:
    return (
        "linear_attn_config" in f
        or "linear_num_heads" in f
        or ("short_conv_kernel_size" in f and "layer_group_size" in f)
    )


def layer(f: Fields, word: Word) -> Layer:
    """One such layer."""
    heads, width, kernel = _sizes(f)
    conv, conv_k = columns(part("q, k and v channels", heads, width * 3), kernel)
    return Layer(
        kind=Kind.RECURRENT,
        state=(part("state", heads, width * width),),
        conv=conv,
        conv_k=conv_k,
        values=part("values", heads, width),
    )


def _sizes(f: Fields) -> tuple[Traced, Traced, Traced]:
    inner = f.inside("linear_attn_config")
    if inner is not None:
        return (
            _needed(inner, "num_heads"),
            _needed(inner, "head_dim"),
            _needed(inner, "short_conv_kernel_size"),
        )
    if "linear_num_heads" in f:
        names = ("linear_num_heads", "linear_head_dim", "linear_conv_kernel_dim")
    else:
        names = ("num_attention_heads", "head_dim", "short_conv_kernel_size")
    return (_needed(f, names[0]), _needed(f, names[1]), _needed(f, names[2]))


def _needed(f: Fields, name: str) -> Traced:
    found = f.whole(name)
    if found is None:
        raise f.unclear(name, "absent, and delta-rule layers need it")
    return found
