"""Multi-head latent attention: one latent and one shared rotary key a token, for all heads.

Keeps   kv_lora_rank + qk_rope_head_dim elements a token (576 in DeepSeek-V3), and an index key of
        index_head_dim where an indexer picks the entries a query reads
Unpacks to query heads × (nope + rope) keys and query heads × v_head_dim values in engines that do not keep
latents
Source  arXiv 2412.19437 and 2512.02556; field names from transformers 5.24 (DeepSeek-V3, V3.2, GLM-MoE-DSA,
        Kimi Linear)
Limits  the rotary part is kept even where no rotation is applied (``mla_use_nope``)
"""

from attnmem.errors import NotUnderstood
from attnmem.ledger.families.gqa import length, query_heads
from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer, Part, Parts, part
from attnmem.ledger.layouts.listed import cut_to_depth
from attnmem.ledger.layouts.words import Word
from attnmem.ledger.traced import Traced, traced


def claims(f: Fields) -> bool:
    return f.flag("use_mla") is not False and "kv_lora_rank" in f


def layer(f: Fields, word: Word) -> Layer:
    """One such layer; the index key is there if the layout or the fields say that entries are picked."""
    latent, rotary = f.whole("kv_lora_rank"), f.whole("qk_rope_head_dim", 0)
    if latent is None or rotary is None:
        raise f.unclear(
            "qk_rope_head_dim", "absent, and a latent entry holds kv_lora_rank and the rotary key"
        )
    unpacked, values = _unpacked(f, rotary)
    entry = part("latent", 1, latent + rotary, rotary.value)
    if word is Word.WINDOW:
        return Layer(kind=Kind.WINDOW, entry=(entry,), cap=length(f, word), values=values)
    index, topk = _indexer(f, word)
    return Layer(kind=Kind.MLA, entry=(entry,), unpacked=unpacked, values=values, index=index, topk=topk)


def _unpacked(f: Fields, rotary: Traced) -> tuple[Parts, Part | None]:
    """Keys and values per query head, as far as the file gives them."""
    heads, nope, width = query_heads(f), f.whole("qk_nope_head_dim"), f.whole("v_head_dim")
    if heads is None or width is None:
        return (), None
    values = part("values", heads, width)
    return ((part("keys", heads, nope + rotary), values) if nope is not None else ()), values


def _indexer(f: Fields, word: Word) -> tuple[Parts, Traced | None]:
    width, topk = f.whole("index_head_dim"), f.whole("index_topk")
    if f.flag("use_dsa") is False or (width is None and topk is None and word is not Word.INDEXED):
        return (), None
    if width is None or topk is None:
        raise f.unclear(
            "index_topk" if topk is None else "index_head_dim",
            "absent although the file speaks of an indexer",
        )
    if "index_kpool" in f:
        raise f.unclear("index_kpool", "pooled index keys are not understood; nearest known: index_head_dim")
    return (part("index key", 1, width),), topk


def index_owners(f: Fields, layers: int) -> tuple[bool, ...]:
    """Which layers keep index keys of their own; the others use the last owner's selection.

    The list ``indexer_types`` decides, then a pattern of F and S, then the frequency and offset of the class.
    """
    listed = f.words("indexer_types")
    if listed is None:
        pattern = f.raw("index_topk_pattern")
        if isinstance(pattern, (str, list)):
            listed = tuple({"F": "full", "S": "shared"}.get(str(c), str(c)) for c in pattern)
    if listed is not None:
        return _listed(f, listed, layers)
    often, offset = f.whole("index_topk_freq") or traced(1), f.whole("index_skip_topk_offset", 0) or traced(2)
    return tuple(max(at - offset.value + 1, 0) % often.value == 0 for at in range(layers))


def _listed(f: Fields, listed: tuple[str, ...], layers: int) -> tuple[bool, ...]:
    cut_to_depth(f, "indexer_types", len(listed), layers)
    for at, text in enumerate(listed[:layers]):
        if text not in ("full", "shared"):
            raise f.unclear(f"indexer_types[{at}]", f"{text[:40]!r}; known: full, shared")
    if layers and listed[0] != "full":
        raise NotUnderstood(f"{f.where}: indexer_types[0] shares an indexer and none comes before it")
    return tuple(text == "full" for text in listed[:layers])
