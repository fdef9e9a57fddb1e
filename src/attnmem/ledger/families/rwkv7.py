"""RWKV-7: a square state per head, and the last token's input to the time mix and to the channel mix.

Keeps   hidden / d heads × d × d recurrent elements, 2 × hidden shifted elements
Source  flash-linear-attention ``fla/models/rwkv7``; arXiv 2503.14456
Limits  a shift keeps one column by either convolution convention
"""

from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer, part
from attnmem.ledger.layouts.words import Word


def claims(f: Fields) -> bool:
    return f.text("model_type") == "rwkv7" or "decay_low_rank_dim" in f


def layer(f: Fields, word: Word) -> Layer:
    """One such layer."""
    hidden, width = f.whole("hidden_size"), f.whole("head_dim")
    if hidden is None or width is None or hidden.value % width.value:
        raise f.unclear("head_dim", "need hidden_size and a head_dim that divides it")
    heads = hidden // width
    shift = (part("shifted inputs", 1, hidden * 2),)
    return Layer(
        kind=Kind.RECURRENT,
        state=(part("state", heads, width * width),),
        conv=shift,
        conv_k=shift,
        values=part("values", heads, width),
    )
