"""Lightning attention: linear attention with a fixed decay per head and no convolution.

Keeps   query heads × d × d recurrent elements; the key-value heads of the full layers play no part
Source  the hub file of MiniMax-M1 and its modelling code; the MiniMax class of transformers 5.24; Ling and
        Ring linear (``group_norm_size``) as vLLM reads them
"""

from attnmem.ledger.families import gqa
from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer, part
from attnmem.ledger.layouts.words import Word

MARKS = ("attn_type_list", "layernorm_linear_attention_alpha", "linear_attn_alpha_factor", "group_norm_size")


def claims(f: Fields) -> bool:
    return any(name in f for name in MARKS)


def layer(f: Fields, word: Word) -> Layer:
    """One such layer."""
    heads = gqa.query_heads(f)
    width = gqa.head_width(f, heads)
    if heads is None:
        raise f.unclear("num_attention_heads", "absent, and lightning layers keep a state per query head")
    return Layer(
        kind=Kind.RECURRENT,
        state=(part("state", heads, width * width),),
        values=part("values", heads, width),
    )
