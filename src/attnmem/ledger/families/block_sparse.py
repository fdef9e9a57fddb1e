"""Block-sparse attention with an index key: full keys and values are kept, a query reads the best blocks.

Keeps   KV heads × 2 × head width and one index key a token
Source  the hub file of MiniMax-M3 (``sparse_attention_config``); the flat names of the MiniMax-M3 class of
        transformers 5.24
"""

from attnmem.ledger.families import gqa
from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer, part
from attnmem.ledger.layouts.words import Word
from attnmem.ledger.traced import Traced

OLD = ("sparse_index_dim", "sparse_topk_blocks", "sparse_block_size")
FLAT = ("index_head_dim", "index_topk_blocks", "index_block_size")


def claims(f: Fields) -> bool:
    return "sparse_attention_config" in f or "index_topk_blocks" in f


def layer(f: Fields, word: Word) -> Layer:
    """One such layer."""
    inner = f.inside("sparse_attention_config")
    view, names = (f, FLAT) if inner is None else (inner, OLD)
    width, blocks, size = (_needed(view, name) for name in names)
    if inner is not None and 0 in _index_values_off(inner):
        raise inner.unclear(
            "sparse_disable_index_value", "index values kept beside index keys are not understood"
        )
    keys, values = gqa.keys_and_values(f, Word.FULL)
    index = part("index key", 1, width)
    return Layer(
        kind=Kind.MSA, entry=(keys, values), index=(index,), topk=blocks * size, block=size, values=values
    )


def _index_values_off(inner: Fields) -> tuple[int, ...]:
    """The switches of the sparse layers; absent means off everywhere."""
    off, often = inner.wholes("sparse_disable_index_value"), inner.wholes("sparse_attention_freq")
    if off is None or often is None:
        return ()
    return tuple(one for one, sparse in zip(off, often, strict=False) if sparse)


def _needed(f: Fields, name: str) -> Traced:
    found = f.whole(name)
    if found is None:
        raise f.unclear(name, "absent, and block-sparse layers need it")
    return found
