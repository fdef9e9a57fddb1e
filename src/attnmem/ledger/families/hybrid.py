"""Layers that attend and recur at once: side by side (Falcon-H1), or a shared attention block on twice the
width (Zamba).

Keeps   keys and values as in full attention, and the state and convolution of the recurrent half
Source  Falcon-H1, Zamba and Zamba2 in transformers 5.24 and their hub files
Limits  Zamba's block works on the input beside the first embedding, so its head width is 2 × hidden /
        heads; its weights are shared between call sites, its cache is not
"""

from attnmem.ledger.families import gqa, mamba1, mamba2
from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer, Part, Parts, part
from attnmem.ledger.layouts.words import Word
from attnmem.ledger.traced import Traced

ZAMBA = ("num_mem_blocks", "attention_hidden_size")


def claims(f: Fields) -> bool:
    return any(name in f for name in ZAMBA) or "mamba_d_ssm" in f


def layer(f: Fields, word: Word) -> Layer:
    """One such layer."""
    keys, values = _shared_block(f) if any(name in f for name in ZAMBA) else gqa.keys_and_values(f, Word.FULL)
    state, conv, conv_k = _recurrent(f)
    cap = gqa.length(f, Word.WINDOW) if word is Word.HYBRID_WINDOW else None
    return Layer(
        kind=Kind.HYBRID, entry=(keys, values), cap=cap, state=state, conv=conv, conv_k=conv_k, values=values
    )


def _recurrent(f: Fields) -> tuple[Parts, Parts, Parts]:
    return mamba2.memory(f) if mamba2.claims(f) else mamba1.memory(f)


def _shared_block(f: Fields) -> tuple[Part, Part]:
    query = gqa.query_heads(f)
    heads = gqa.kv_heads(f, query)
    width = f.whole("attention_head_dim") or _twice_the_width(f, query)
    return part("keys", heads, width), part("values", heads, width)


def _twice_the_width(f: Fields, query: Traced | None) -> Traced:
    hidden = f.first(*gqa.HIDDEN)
    if hidden is None or query is None or 2 * hidden.value % query.value:
        raise f.unclear(
            "attention_head_dim", "absent, and 2 × hidden_size over the heads gives no head width"
        )
    return hidden * 2 // query
