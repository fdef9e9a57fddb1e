"""The object inside a config that describes the language model, and how many layers it has.

Multimodal files nest it; what lies beside it (vision, audio) is never read. A nested object is stored as
the difference from its class's defaults, so the few defaults that published files rely on are kept here.

Source  Gemma 3, Llama and Mistral classes of transformers 5.24 (Gemma 3 4B and LLaVA leave head counts
        out); LongCat-Flash there for two attention blocks a layer
"""

from attnmem.errors import NotUnderstood
from attnmem.ledger.fields import Fields
from attnmem.ledger.layouts.listed import drafts
from attnmem.ledger.traced import Traced

NESTED = (
    "text_config",
    "llm_config",
    "language_config",
    "thinker_config",
    "language_model_config",
    "lm_config",
)
COUNTS = ("num_hidden_layers", "n_layer", "n_layers", "num_layers", "num_transformer_layers")
LISTS = ("layer_types", "layers_block_type", "hybrid_override_pattern")
MOST_LAYERS = 10_000
LEFT_OUT: dict[str, dict[str, int]] = {
    "gemma3_text": {"num_attention_heads": 8, "num_key_value_heads": 4, "head_dim": 256},
    "llama": {"hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32},
    "mistral": {
        "hidden_size": 4096,
        "num_hidden_layers": 32,
        "num_attention_heads": 32,
        "num_key_value_heads": 8,
    },
}


def text_part(f: Fields) -> Fields:
    """The view that holds the language model's fields."""
    for name in NESTED:
        inner = f.inside(name) if isinstance(f.peek(name), dict) else None
        if inner is not None:
            _refuse_picture(inner)
            return text_part(_completed(inner))
    if f.flag("is_encoder_decoder"):
        raise f.unclear(
            "is_encoder_decoder", "an encoder beside the decoder keeps further entries; not understood"
        )
    if f.raw("use_bidirectional_attention") in (True, "all"):
        raise f.unclear("use_bidirectional_attention", "every token reads every other: nothing is cached")
    masked = next((a for a in f.words("architectures") or () if a.endswith("ForMaskedLM")), None)
    if masked is not None:
        raise f.unclear("architectures", f"{masked[:60]} reads a whole text at once and keeps no cache")
    return f


def _refuse_picture(f: Fields) -> None:
    """A nested object that speaks of images or sound is not the language model."""
    for name in ("patch_size", "image_size", "num_mel_bins"):
        if name in f:
            raise f.unclear(name, "belongs to an encoder of pictures or sound, not to a language model")


def _completed(f: Fields) -> Fields:
    """The nested object with its class's defaults for what it may leave out."""
    model_type = f.peek("model_type")
    defaults = LEFT_OUT.get(model_type, {}) if isinstance(model_type, str) else {}
    gaps = {name: value for name, value in defaults.items() if name not in f.names()}
    for name, value in gaps.items():
        f.assume(
            f"{name} is not in the nested object: {value:,}, the default of model_type {model_type}", (name,)
        )
    return f.overlaid({n: (f"{n} (default of {model_type})", v) for n, v in gaps.items()}) if gaps else f


def layer_count(f: Fields) -> Traced:
    """The number of layers that attend, draft layers left out."""
    count = f.first(*COUNTS) or _from_list(f)
    if count is None:
        raise NotUnderstood(f"{f.where}: no layer count; known names: {', '.join(COUNTS)}")
    if "num_hidden_layers" not in f and _attends_twice(f):
        count = count * 2
    if count.value > MOST_LAYERS:
        raise NotUnderstood(f"{f.where}: {count} layers; more than {MOST_LAYERS:,} is no model")
    return count


def _attends_twice(f: Fields) -> bool:
    """LongCat-Flash counts pairs of attention blocks."""
    return "kv_lora_rank" in f and ("zero_expert_num" in f or f.text("model_type") == "longcat_flash")


def _from_list(f: Fields) -> Traced | None:
    """The length of the layer list, where no count is given and no draft layers could be in it."""
    declared = drafts(f)
    if declared is not None and declared.value:
        return None
    for name in LISTS:
        listed = f.raw(name)
        if isinstance(listed, (list, str)) and listed:
            return Traced(len(listed), f"length of {name}", f.read(name))
    return None
