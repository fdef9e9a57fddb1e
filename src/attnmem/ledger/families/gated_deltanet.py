"""Gated DeltaNet: one state of key width × value width per value head.

Keeps   value heads × key width × value width recurrent elements; a convolution over q, k (key heads) and v
        (value heads)
Source  transformers 5.24 (Qwen3-Next, Qwen3.5, OLMo hybrid)
"""

from attnmem.ledger.families.convolution import both, columns
from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer, part
from attnmem.ledger.layouts.words import Word
from attnmem.ledger.traced import Traced


def claims(f: Fields) -> bool:
    return "linear_num_value_heads" in f or "linear_num_key_heads" in f


def layer(f: Fields, word: Word) -> Layer:
    """One such layer."""
    key_heads, value_heads, key, value, kernel = (
        _needed(f, name)
        for name in (
            "linear_num_key_heads",
            "linear_num_value_heads",
            "linear_key_head_dim",
            "linear_value_head_dim",
            "linear_conv_kernel_dim",
        )
    )
    conv, conv_k = both(
        columns(part("q and k channels", key_heads, key * 2), kernel),
        columns(part("v channels", value_heads, value), kernel),
    )
    return Layer(
        kind=Kind.RECURRENT,
        state=(part("state", value_heads, key * value),),
        conv=conv,
        conv_k=conv_k,
        values=part("values", value_heads, value),
    )


def _needed(f: Fields, name: str) -> Traced:
    found = f.whole(name)
    if found is None:
        raise f.unclear(name, "absent, and gated delta layers need it")
    return found
