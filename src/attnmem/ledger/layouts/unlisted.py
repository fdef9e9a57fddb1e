"""Layouts that the file does not spell out: every layer alike, or a rhythm known only from ``model_type``.

Source  transformers 5.24 class defaults for Gemma 2, Gemma 3, OLMo 3 and Llama 4, whose hub files (or
        common copies of them) leave the rhythm out; ``max_window_layers`` and ``use_sliding_window`` as in
        its Qwen2 class
Limits  ``model_type`` is a hint: it may complete a file, it never overrides a field, and a class whose
        files always spell their layout is refused without one
"""

from attnmem.ledger.fields import Fields
from attnmem.ledger.layouts.periodic import every
from attnmem.ledger.layouts.words import Layout, Word

RHYTHMS = {
    "gemma2": (2, Word.WINDOW),
    "gemma3": (6, Word.WINDOW),
    "gemma3_text": (6, Word.WINDOW),
    "olmo3": (4, Word.WINDOW),
    "llama4_text": (4, Word.CHUNK),
}
WINDOW_EVERYWHERE = ("mistral", "mixtral", "starcoder2", "phi3", "phimoe")
WINDOWS = ("sliding_window", "sliding_window_size", "attention_window_size", "local_attention", "window_size")
RECURRENT_ONLY = ("state_size", "ssm_cfg", "decay_low_rank_dim")
OTHER_KINDS = (
    "mamba",
    "ssm",
    "linear_attn",
    "linear_num",
    "linear_key",
    "linear_value",
    "linear_head",
    "linear_conv",
    "layernorm_linear_attention",
    "lightning",
    "kda_",
    "gla_",
    "conv_L_cache",
    "lru_width",
    "conv1d_width",
    "recurrent",
    "state_size",
    "conv_kernel",
    "swa_",
    "compress_",
    "sparse_",
    "cross_attention_layers",
    "cca_",
    "expand_k",
    "expand_v",
    "use_short_conv",
    "attn_mode",
    "qk_dim_factor",
    "hyena",
    "blocksparse",
    "dense_attention_every_n_layers",
)
QUERY_HEADS = ("num_attention_heads", "n_head", "n_heads", "num_query_heads")


def window_field(f: Fields) -> str | None:
    """The name under which a window is set, None if it is absent, null or zero-length by another switch."""
    for name in WINDOWS:
        if name in f:
            return name
    return None


def layout(f: Fields, layers: int) -> Layout:
    """The layout, or a refusal that says what is missing."""
    model_type = f.text("model_type") or ""
    if _no_attention(f, model_type):
        return Layout((Word.LINEAR,) * layers, "no attention heads: every layer recurrent")
    if "mamba_d_ssm" in f:
        return Layout((Word.HYBRID,) * layers, "mamba_d_ssm: both in every layer", f.read("mamba_d_ssm"))
    if model_type in RHYTHMS:
        return _known_rhythm(f, model_type, layers)
    return _one_window(f, model_type, layers)


def _no_attention(f: Fields, model_type: str) -> bool:
    recurrent = any(name in f for name in RECURRENT_ONLY) or model_type.startswith("rwkv")
    return recurrent and not any(name in f for name in QUERY_HEADS)


def _known_rhythm(f: Fields, model_type: str, layers: int) -> Layout:
    period, others = RHYTHMS[model_type]
    if others is Word.CHUNK and f.raw("attention_chunk_size") is None and "attention_chunk_size" in f.names():
        return Layout((Word.FULL,) * layers, "attention_chunk_size is null", f.read("attention_chunk_size"))
    rule = f"one in {period} full (model_type {model_type})"
    return Layout(every(period, others, layers), rule, f.read("model_type"))


def _one_window(f: Fields, model_type: str, layers: int) -> Layout:
    hint = next((n for n in f.names() if n.startswith(OTHER_KINDS) and f.peek(n) is not None), None)
    if hint is not None:
        raise f.unclear(
            hint, "speaks of other layers, and nothing says which they are; nearest known: layer_types"
        )
    if "attention_chunk_size" in f:
        raise f.unclear("attention_chunk_size", "a chunk is set and nothing says which layers use it")
    everywhere = Layout((Word.FULL,) * layers, "no window and no other layer type in the file")
    name = window_field(f)
    if name is None:
        return everywhere
    used, from_layer = f.flag("use_sliding_window"), f.whole("max_window_layers", 0)
    if used is False or (used is None and from_layer is not None):
        reads = f.read("use_sliding_window", name)
        return Layout((Word.FULL,) * layers, "use_sliding_window is not true", reads)
    window, context = f.whole(name), f.first(*CONTEXT)
    if window is not None and context is not None and window.value >= context.value:
        return Layout(
            (Word.FULL,) * layers,
            f"{name} {window.value:,} is not below the context {context.value:,}",
            (*window.reads, *context.reads),
        )
    if used and from_layer is not None:
        words = tuple(Word.WINDOW if at >= from_layer.value else Word.FULL for at in range(layers))
        reads = f.read("use_sliding_window", "max_window_layers", name)
        return Layout(words, f"window from layer {from_layer.value} on (max_window_layers)", reads)
    if used or model_type in WINDOW_EVERYWHERE:
        return Layout((Word.WINDOW,) * layers, f"{name} in every layer", f.read(name, "use_sliding_window"))
    raise f.unclear(
        name,
        "a window is set and nothing says which layers use it; known: layer_types, sliding_window_pattern, "
        "hybrid_layer_pattern, use_sliding_window with max_window_layers",
    )


CONTEXT = (
    "max_position_embeddings",
    "model_max_length",
    "n_positions",
    "max_seq_len",
    "seq_length",
    "max_sequence_length",
    "n_ctx",
    "context_length",
    "max_context_length",
)
