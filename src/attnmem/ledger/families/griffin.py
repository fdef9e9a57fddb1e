"""Griffin's recurrent block: a gated linear recurrence over channels, and a convolution before it.

Keeps   lru_width recurrent elements, lru_width convolution channels
Source  RecurrentGemma in transformers 5.24; arXiv 2402.19427
"""

from attnmem.ledger.families import gqa
from attnmem.ledger.families.convolution import columns
from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer, part
from attnmem.ledger.layouts.words import Word


def claims(f: Fields) -> bool:
    return "lru_width" in f or "conv1d_width" in f


def layer(f: Fields, word: Word) -> Layer:
    """One such layer."""
    width, kernel = f.whole("lru_width") or f.first(*gqa.HIDDEN), f.whole("conv1d_width")
    if width is None or kernel is None:
        raise f.unclear("conv1d_width", "absent, and recurrent layers need it")
    conv, conv_k = columns(part("channels", width, 1), kernel)
    state = part("state", width, 1)
    return Layer(
        kind=Kind.RECURRENT, state=(state,), conv=conv, conv_k=conv_k, values=part("values", width, 1)
    )
