"""Softmax attention that keeps a key and a value per head: full, within a window, or within a chunk.

Keeps   KV heads × (key width + value width) elements a token
Source  transformers 5.24 for the field names: Llama and its kin (``num_key_value_heads``), Falcon
        (``multi_query`` wins unless ``new_decoder_architecture``), GPT-2 and BLOOM (one KV head per query
        head), ChatGLM (``multi_query_group_num``), MPT and DBRX (``attn_config``), Step
        (``num_attention_groups``, ``attention_other_setting``), MiMo-V2 (``swa_*`` and ``v_head_dim``),
        Gemma 4 (``global_head_dim``, ``num_global_key_value_heads``)
"""

from attnmem.errors import BadInput, NotUnderstood
from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer, Part, part
from attnmem.ledger.layouts.unlisted import CONTEXT, window_field
from attnmem.ledger.layouts.words import Word
from attnmem.ledger.traced import Traced
from attnmem.units import counted

KINDS = {Word.FULL: Kind.FULL, Word.WINDOW: Kind.WINDOW, Word.CHUNK: Kind.CHUNK}
QUERY_HEADS = ("num_attention_heads", "n_head", "n_heads", "num_query_heads", "attention_heads")
KV_HEADS = (
    "num_key_value_heads",
    "num_kv_heads",
    "n_head_kv",
    "kv_n_heads",
    "n_kv_heads",
    "num_attention_groups",
    "num_query_groups",
)
HIDDEN = ("hidden_size", "n_embd", "d_model", "n_embed", "model_dim", "dim")
HEAD_WIDTH = ("head_dim", "attention_head_dim", "kv_channels", "hidden_size_per_head", "dim_head")
OTHER_SHAPES = ("ssm_cfg", "num_mem_blocks", "attention_hidden_size")
COMPRESSED = ("compress_ratios", "compress_rates")
LATENT = (
    "kv_lora_rank",
    "q_lora_rank",
    "qk_rope_head_dim",
    "qk_nope_head_dim",
    "index_topk",
    "index_head_dim",
    *COMPRESSED,
)
MULTI_QUERY_BY_DEFAULT = ("falcon", "RefinedWeb", "RefinedWebModel", "gpt_bigcode")


def claims(f: Fields) -> bool:
    """Whether nothing in the file speaks of latents or index keys."""
    if f.flag("use_mla") is False or f.peek("index_topk_blocks") is not None:
        return True
    if any(f.peek(name) is not None for name in OTHER_SHAPES):
        return False
    return not any(f.peek(name) is not None for name in LATENT)


def layer(f: Fields, word: Word) -> Layer:
    """One such layer."""
    keys, values = keys_and_values(f, word)
    cap = length(f, word)
    kind = KINDS[word]
    if cap is not None and word is Word.WINDOW and not binds(f, cap):
        kind, cap = Kind.FULL, None
    return Layer(kind=kind, entry=(keys, values), values=values, cap=cap)


def keys_and_values(f: Fields, word: Word) -> tuple[Part, Part]:
    """The two parts of an entry, with the sizes that hold for this type of layer."""
    special = _own_sizes(f, word)
    if special is not None:
        heads, key, value = special
    else:
        query = query_heads(f)
        heads = kv_heads(f, query)
        key = head_width(f, query)
        value = f.whole("v_head_dim") or key
    return part("keys", heads, key), part("values", heads, value)


def query_heads(f: Fields) -> Traced | None:
    """Heads that ask; ``num_heads`` is this count only in files that count ``num_layers`` (GPT-Neo)."""
    given = next((one for name in QUERY_HEADS if (one := f.whole(name)) is not None), None)
    return f.whole("num_heads") if given is None and "num_layers" in f else given


def kv_heads(f: Fields, query: Traced | None) -> Traced:
    """Heads that keep keys and values; without a field of their own, one per query head."""
    given = _multi_query(f) or f.first(*KV_HEADS) or _in_attention_object(f)
    if given is None:
        if query is None:
            raise NotUnderstood(f"{f.where}: no head count; known names: {', '.join(KV_HEADS + QUERY_HEADS)}")
        f.assume(f"no key-value head count in the file: one per query head ({query.formula})", KV_HEADS)
        return query
    if query is not None and query.value % given.value:
        raise BadInput(
            f"{f.where}: {counted(query.value, 'heads')} of queries ({query.formula}) cannot share "
            f"{counted(given.value, 'heads')} of keys and values evenly"
        )
    return given


def _multi_query(f: Fields) -> Traced | None:
    """The switches that outrank a head count."""
    if f.flag("multi_query_attention") is not False and "multi_query_group_num" in f:
        return f.whole("multi_query_group_num")
    if f.flag("new_decoder_architecture"):
        return None
    switch = f.flag("multi_query")
    if switch is None and f.text("model_type") in MULTI_QUERY_BY_DEFAULT:
        return Traced(1, "one head (the default of this model_type)", f.read("model_type"))
    return Traced(1, "one head (multi_query)", f.read("multi_query")) if switch else None


def _in_attention_object(f: Fields) -> Traced | None:
    """MPT and DBRX keep the head count in an object of its own."""
    inner = f.inside("attn_config")
    if inner is None:
        return None
    if inner.text("attn_type") == "multiquery_attention":
        return Traced(1, "one head (attn_type)", inner.read("attn_type"))
    return inner.first("kv_n_heads")


def head_width(f: Fields, query: Traced | None) -> Traced:
    """The explicit head width, or hidden size over query heads where that is whole."""
    given = f.first(*HEAD_WIDTH)
    if given is not None:
        return given
    if "swa_head_dim" in f:
        raise f.unclear("head_dim", "absent although window layers give a head width of their own")
    hidden = f.first(*HIDDEN)
    if hidden is None or query is None:
        raise NotUnderstood(
            f"{f.where}: no head width; known names: {', '.join(HEAD_WIDTH)}, or hidden_size over heads"
        )
    if hidden.value % query.value:
        raise NotUnderstood(
            f"{f.where}: no head width in the file, and {hidden.formula} {hidden.value:,} over "
            f"{query.formula} {query.value} is not whole; nearest known: head_dim"
        )
    return hidden // query


def _own_sizes(f: Fields, word: Word) -> tuple[Traced, Traced, Traced] | None:
    """Sizes that only this type of layer has."""
    if word is Word.WINDOW:
        return _window_sizes(f) or _other_setting(f)
    return _global_sizes(f) if word is Word.FULL else None


def _window_sizes(f: Fields) -> tuple[Traced, Traced, Traced] | None:
    """MiMo-V2: window layers with head counts and widths of their own, all named or none."""
    heads, key, value = (f.whole(n) for n in ("swa_num_key_value_heads", "swa_head_dim", "swa_v_head_dim"))
    if heads is None and key is None and value is None and "swa_num_attention_heads" not in f:
        return None
    if heads is None or key is None or (value is None and "v_head_dim" in f):
        raise f.unclear(
            "swa_num_key_value_heads", "window layers have sizes of their own, and not all are given"
        )
    if value is not None and "v_head_dim" not in f:
        raise f.unclear("v_head_dim", "absent although window layers give a value width of their own")
    return heads, key, value or key


def _other_setting(f: Fields) -> tuple[Traced, Traced, Traced] | None:
    """Step: the layers of the other type in an object of their own."""
    other = f.inside("attention_other_setting")
    if other is None:
        return None
    if other.text("attention_type") not in (None, "sliding_attention"):
        raise other.unclear("attention_type", "known: sliding_attention")
    query = query_heads(other) or query_heads(f)
    heads = other.first(*KV_HEADS) or kv_heads(f, query)
    width = other.first(*HEAD_WIDTH) or head_width(f, query)
    return heads, width, width


def _global_sizes(f: Fields) -> tuple[Traced, Traced, Traced] | None:
    """Gemma 4: full layers with a width of their own, and heads too where K and V share a projection."""
    width = f.whole("global_head_dim")
    own = f.whole("num_global_key_value_heads")
    if width is None:
        if own is not None:
            raise f.unclear("global_head_dim", "absent although num_global_key_value_heads is given")
        return None
    if f.flag("attention_k_eq_v") is False:
        own = None
    heads = own or kv_heads(f, query_heads(f))
    return heads, width, width


def length(f: Fields, word: Word) -> Traced | None:
    """Most entries a layer of this type keeps."""
    if word is Word.FULL:
        return None
    if word is Word.CHUNK:
        chunk = f.whole("attention_chunk_size")
        if chunk is None:
            raise f.unclear("attention_chunk_size", "absent, and some layers attend within a chunk")
        return chunk
    return _window(f)


def _window(f: Fields) -> Traced:
    name = window_field(f)
    if name is None:
        raise f.unclear("sliding_window", "absent or null, and some layers attend within a window")
    if name == "local_attention":
        return _needed(f, name) // 2
    return f.first("sliding_window", "sliding_window_size") or _needed(f, name)


def _needed(f: Fields, name: str) -> Traced:
    found = f.whole(name)
    assert found is not None
    return found


def binds(f: Fields, window: Traced) -> bool:
    """Whether a window is shorter than the context that the file gives."""
    context = f.first(*CONTEXT)
    return context is None or window.value < context.value
