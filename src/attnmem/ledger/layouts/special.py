"""Layouts that come with a family's own object: compression ratios, and the frequency list of block-sparse
layers.

Source  the hub files of DeepSeek-V4 (``compress_ratios``: 0 window only, 4 CSA, 128 HCA, one more for the
        draft layer) and MiniMax-M3 (``sparse_attention_config``), read as transformers 5.24 reads them
"""

from attnmem.ledger.fields import Fields
from attnmem.ledger.layouts.listed import cut_to_depth
from attnmem.ledger.layouts.words import Layout, Word
from attnmem.units import counted

RATIOS = {0: Word.WINDOW, 4: Word.CSA, 128: Word.HCA}


def layout(f: Fields, layers: int) -> Layout | None:
    """The layout if one of the two is there."""
    return _compressed(f, layers) or _sparse(f, layers)


def _compressed(f: Fields, layers: int) -> Layout | None:
    ratios = f.wholes("compress_ratios")
    if ratios is None:
        return None
    cut_to_depth(f, "compress_ratios", len(ratios), layers)
    for at, ratio in enumerate(ratios[:layers]):
        if ratio not in RATIOS:
            known = min(RATIOS, key=lambda one: abs(one - ratio))
            raise f.unclear(
                f"compress_ratios[{at}]",
                f"no layer type compresses {counted(ratio, 'tokens')} into an entry; nearest known: {known}",
            )
    return Layout(
        tuple(RATIOS[ratio] for ratio in ratios[:layers]), "compress_ratios", f.read("compress_ratios")
    )


def _sparse(f: Fields, layers: int) -> Layout | None:
    sparse = f.inside("sparse_attention_config")
    if sparse is None:
        return None
    if sparse.flag("use_sparse_attention") is False:
        return Layout(
            (Word.FULL,) * layers, "use_sparse_attention is false", sparse.read("use_sparse_attention")
        )
    often = sparse.wholes("sparse_attention_freq")
    if often is None:
        raise sparse.unclear("sparse_attention_freq", "absent, and nothing else says which layers are sparse")
    cut_to_depth(sparse, "sparse_attention_freq", len(often), layers)
    words = tuple(Word.SPARSE if one else Word.FULL for one in often[:layers])
    return Layout(words, "sparse_attention_freq", sparse.read("sparse_attention_freq"))
