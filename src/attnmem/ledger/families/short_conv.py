"""Short convolution blocks: a gated causal convolution and no recurrent state.

Keeps   hidden convolution channels
Source  LFM2 in transformers 5.24 (``conv_L_cache`` is the kernel length)
"""

from attnmem.ledger.families.convolution import columns
from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer, part
from attnmem.ledger.layouts.words import Word


def claims(f: Fields) -> bool:
    return "conv_L_cache" in f


def layer(f: Fields, word: Word) -> Layer:
    """One such layer."""
    hidden, kernel = f.whole("hidden_size"), f.whole("conv_L_cache")
    if hidden is None or kernel is None:
        raise f.unclear("hidden_size", "absent, and convolution layers need it")
    conv, conv_k = columns(part("channels", hidden, 1), kernel)
    return Layer(kind=Kind.RECURRENT, conv=conv, conv_k=conv_k)
