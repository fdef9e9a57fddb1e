"""The words by which published configs say what a layer is, and the ledger's own word for each.

Source  the layer types that transformers 5.24 admits (``configuration_utils.py``), with the older spellings
        of the hub files of Zamba, Jamba, Nemotron-H, Griffin, GPT-Neo and DeepSeek
"""

from dataclasses import dataclass
from enum import StrEnum

from attnmem.errors import NotUnderstood, unknown
from attnmem.ledger.traced import Read


class Word(StrEnum):
    """What a layout says of one layer; which family then reads its sizes depends on the fields."""

    FULL = "full"
    WINDOW = "window"
    CHUNK = "chunk"
    INDEXED = "indexed"
    SPARSE = "sparse"
    CSA = "csa"
    HCA = "hca"
    LINEAR = "linear"
    CONV = "conv"
    HYBRID = "hybrid"
    HYBRID_WINDOW = "hybrid window"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Layout:
    """One word a layer, the rule that gave them in the file's own names, and the fields read."""

    words: tuple[Word, ...]
    rule: str
    reads: tuple[Read, ...] = ()


PUBLISHED = {
    "full_attention": Word.FULL,
    "attention": Word.FULL,
    "global_attention": Word.FULL,
    "full": Word.FULL,
    "global": Word.FULL,
    "sliding_attention": Word.WINDOW,
    "sliding_window_attention": Word.WINDOW,
    "sliding_window": Word.WINDOW,
    "local_attention": Word.WINDOW,
    "sliding": Word.WINDOW,
    "local": Word.WINDOW,
    "chunked_attention": Word.CHUNK,
    "indexed_attention": Word.INDEXED,
    "deepseek_sparse_attention": Word.INDEXED,
    "minimax_m3_sparse": Word.SPARSE,
    "compressed_sparse_attention": Word.CSA,
    "heavily_compressed_attention": Word.HCA,
    "linear_attention": Word.LINEAR,
    "linear": Word.LINEAR,
    "mamba": Word.LINEAR,
    "mamba1": Word.LINEAR,
    "mamba2": Word.LINEAR,
    "recurrent": Word.LINEAR,
    "conv": Word.CONV,
    "hybrid": Word.HYBRID,
    "hybrid_sliding": Word.HYBRID_WINDOW,
    "mlp": Word.NONE,
    "moe": Word.NONE,
}


def word(text: str, where: str) -> Word:
    """The word for a published spelling; an unknown one stops the reading."""
    found = PUBLISHED.get(text)
    if found is None:
        raise NotUnderstood(f"{where}: {unknown('layer type', text[:60], PUBLISHED)}")
    return found
