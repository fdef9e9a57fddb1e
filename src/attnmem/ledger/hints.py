"""Fields without which a file of a certain ``model_type`` would be misread.

A hint can only make a reading stop. Each of these classes has layers of more than one type, or sizes of its
own for some layers, and its published files always say so; a file that does not is damaged, and a reading
as plain attention a guess.
"""

from attnmem.errors import NotUnderstood
from attnmem.ledger.fields import Fields

HYBRID = ("layers_block_type", "layer_types", "hybrid_override_pattern")
EXPECTED: dict[str, tuple[tuple[str, ...], ...]] = {
    "cohere2": (("sliding_window_pattern", "layer_types", "layer_switch"), ("sliding_window",)),
    "deepseek_v2": (("kv_lora_rank",),),
    "deepseek_v3": (("kv_lora_rank",),),
    "deepseek_v32": (("kv_lora_rank",), ("index_topk",), ("index_head_dim",)),
    "deepseek_v4": (("compress_ratios", "layer_types"), ("sliding_window",)),
    "falcon_mamba": (("intermediate_size",),),
    "gemma2": (("sliding_window",), ("head_dim",), ("num_key_value_heads",)),
    "gemma3_text": (("sliding_window",), ("head_dim",), ("num_key_value_heads",)),
    "gemma3n_text": (
        ("layer_types",),
        ("num_kv_shared_layers",),
        ("sliding_window",),
        ("head_dim",),
        ("num_key_value_heads",),
    ),
    "gemma4_text": (
        ("layer_types",),
        ("num_kv_shared_layers",),
        ("sliding_window",),
        ("global_head_dim", "per_layer_config"),
        ("head_dim",),
        ("num_key_value_heads",),
    ),
    "glm4_moe": (("head_dim",),),
    "glm_moe_dsa": (("kv_lora_rank",), ("index_topk",), ("index_head_dim",)),
    "gpt_oss": (("layer_types",), ("sliding_window",), ("head_dim",)),
    "hunyuan": (("use_cla",),),
    "jamba": (("attn_layer_period", "layers_block_type", "layer_types"),),
    "kimi_linear": (("linear_attn_config", "layer_types"), ("kv_lora_rank",)),
    "llama4_text": (("attention_chunk_size", "layer_types"),),
    "minimax": (("attn_type_list", "layer_types"),),
    "minimax_m1": (("attn_type_list", "layer_types"), ("head_dim",)),
    "minimax_m3": (("sparse_attention_config", "layer_types"),),
    "minimax_text_01": (("attn_type_list", "layer_types"),),
    "mimo_v2_flash": (
        ("hybrid_layer_pattern", "layer_types"),
        ("v_head_dim",),
    ),
    "nemotron-nas": (("block_configs",),),
    "nemotron_h": (HYBRID, ("attention_head_dim", "head_dim")),
    "olmo3": (("sliding_window",),),
    "qwen3": (("head_dim",),),
    "qwen3_5_text": (("layer_types", "full_attention_interval"), ("head_dim",)),
    "qwen3_next": (("layer_types", "full_attention_interval"), ("head_dim",)),
    "step3p7": (("layer_types",),),
    "zamba2": (("layers_block_type", "hybrid_layer_ids", "layer_types"),),
}

MAY_BE_NULL = ("attention_chunk_size",)


def check(f: Fields) -> None:
    """Refuse a file that lacks what its class always says."""
    model_type = f.text("model_type")
    for spellings in EXPECTED.get(model_type or "", ()):
        if not any(
            f.peek(name) is not None or (name in MAY_BE_NULL and name in f.names()) for name in spellings
        ):
            raise NotUnderstood(
                f"{f.where}: files of model_type {model_type} name {' or '.join(spellings)}; here is none"
            )
