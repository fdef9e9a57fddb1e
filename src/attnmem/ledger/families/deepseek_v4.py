"""Compressed attention: one shared key-and-value vector, pooled over 4 or 128 tokens, beside a raw window.

Keeps   CSA: head_dim + index_head_dim elements per 4 tokens; HCA: head_dim per 128; both and plain window
        layers: head_dim for each of the last ``sliding_window`` tokens; the rows not yet pooled in the
        compressor
Source  arXiv 2606.19348 (section 2.3); ``compress_ratios`` of the hub files, ``layer_types`` with
        ``compress_rates`` in transformers 5.24; compressor rings of 2 × 4 and 128 rows as in the memory
        pool of SGLang
Limits  keys and values are one vector, so an entry has no factor 2
"""

from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer, Part, part
from attnmem.ledger.layouts.words import Word
from attnmem.ledger.traced import Traced, traced

RATES = {Word.CSA: "compressed_sparse_attention", Word.HCA: "heavily_compressed_attention"}
PUBLISHED_RATES = {Word.CSA: 4, Word.HCA: 128}


def claims(f: Fields) -> bool:
    return "compress_ratios" in f or "compress_rates" in f or f.text("model_type") == "deepseek_v4"


def layer(f: Fields, word: Word) -> Layer:
    """One such layer."""
    width, window = _needed(f, "head_dim"), _window(f)
    heads = f.whole("num_key_value_heads") or traced(1)
    if heads.value != 1:
        raise f.unclear("num_key_value_heads", f"{heads.value} heads, and compressed layers share one")
    rotary = f.first("qk_rope_head_dim", "rope_head_dim")
    shared = part("shared keys and values", 1, width, 0 if rotary is None else rotary.value)
    values = part("values", 1, width)
    if word is Word.WINDOW:
        return Layer(kind=Kind.WINDOW, entry=(shared,), cap=window, values=values)
    if word is Word.HCA:
        return _hca(f, shared, window, values)
    return _csa(f, shared, window, values)


def _hca(f: Fields, shared: Part, window: Traced, values: Part) -> Layer:
    rate = _rate(f, Word.HCA)
    ring = part("rows being pooled", 1, rate * (shared.width * 2))
    return Layer(
        kind=Kind.HCA, entry=(shared,), tokens_per_entry=rate, raw=window, compressor=(ring,), values=values
    )


def _csa(f: Fields, shared: Part, window: Traced, values: Part) -> Layer:
    """Two overlapping series, each with values and scores, for the entry and for its index key."""
    rate, index, topk = _rate(f, Word.CSA), _needed(f, "index_head_dim"), _needed(f, "index_topk")
    ring = part("rows being pooled", 1, rate * 2 * ((shared.width + index) * 4))
    return Layer(
        kind=Kind.CSA,
        entry=(shared,),
        index=(part("index key", 1, index),),
        tokens_per_entry=rate,
        raw=window,
        topk=topk,
        compressor=(ring,),
        values=values,
    )


def _needed(f: Fields, name: str) -> Traced:
    found = f.whole(name)
    if found is None:
        raise f.unclear(name, "absent, and compressed attention needs it")
    return found


def _window(f: Fields) -> Traced:
    return f.first("sliding_window", "window_size") or _needed(f, "sliding_window")


def _rate(f: Fields, word: Word) -> Traced:
    rates = f.inside("compress_rates")
    if rates is not None:
        return _needed(rates, RATES[word])
    return Traced(PUBLISHED_RATES[word], str(PUBLISHED_RATES[word]), f.read("compress_ratios"))
