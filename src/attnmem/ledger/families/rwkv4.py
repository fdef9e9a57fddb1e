"""RWKV-4: a numerator, a denominator and a running maximum per channel, and two shifted inputs.

Keeps   3 × attention_hidden_size recurrent elements, 2 × hidden_size shifted elements
Source  RWKV in transformers 5.24 (``state`` of five vectors a layer)
"""

from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer, part
from attnmem.ledger.layouts.words import Word


def claims(f: Fields) -> bool:
    return f.text("model_type") == "rwkv" or "rescale_every" in f


def layer(f: Fields, word: Word) -> Layer:
    """One such layer."""
    hidden = f.whole("hidden_size")
    if hidden is None:
        raise f.unclear("hidden_size", "absent, and RWKV layers need it")
    channels = f.whole("attention_hidden_size") or hidden
    shift = (part("shifted inputs", 1, hidden * 2),)
    return Layer(
        kind=Kind.RECURRENT,
        state=(part("state", channels, 3),),
        conv=shift,
        conv_k=shift,
        values=part("values", channels, 1),
    )
