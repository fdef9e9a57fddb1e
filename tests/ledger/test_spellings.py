"""Spellings of attention in published configs that are not bundled, counted by hand.

Sizes are those of the released models where the field set is; otherwise small numbers under the real field
names.
"""

import pytest


def full(count, entry):
    return ("full", count, 0, entry, None, 0, 0)


def window(count, entry, cap):
    return ("window", count, 0, entry, cap, 0, 0)


GQA = {"num_hidden_layers": 4, "hidden_size": 256, "num_attention_heads": 8, "num_key_value_heads": 2}
MLA = {"num_hidden_layers": 2, "num_attention_heads": 8, "kv_lora_rank": 32, "qk_rope_head_dim": 8}
SPELLINGS = {
    "chatglm": (
        {
            "num_layers": 28,
            "hidden_size": 4096,
            "num_attention_heads": 32,
            "kv_channels": 128,
            "multi_query_attention": True,
            "multi_query_group_num": 2,
            "seq_length": 8192,
        },
        [full(28, 512)],
    ),
    "qwen 1": (
        {"num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32, "kv_channels": 128},
        [full(32, 8192)],
    ),
    "mpt, one head per query head": (
        {"d_model": 4096, "n_heads": 32, "n_layers": 32, "attn_config": {"attn_type": "multihead_attention"}},
        [full(32, 8192)],
    ),
    "mpt, grouped": (
        {"d_model": 64, "n_heads": 4, "n_layers": 2, "attn_config": {"kv_n_heads": 2}},
        [full(2, 64)],
    ),
    "dbrx": (
        {"d_model": 6144, "n_heads": 48, "n_layers": 40, "attn_config": {"kv_n_heads": 8}},
        [full(40, 2048)],
    ),
    "gpt-j": ({"n_embd": 4096, "n_head": 16, "n_layer": 28, "n_positions": 2048}, [full(28, 8192)]),
    "gpt-neo": (
        {
            "hidden_size": 2048,
            "num_heads": 16,
            "num_layers": 4,
            "attention_types": [[["global", "local"], 2]],
            "window_size": 256,
            "max_position_embeddings": 2048,
        },
        [full(2, 4096), window(2, 4096, 256)],
    ),
    "falcon 40b, old names": (
        {
            "model_type": "RefinedWeb",
            "hidden_size": 8192,
            "n_head": 128,
            "n_head_kv": 8,
            "n_layer": 60,
            "multi_query": True,
            "new_decoder_architecture": True,
        },
        [full(60, 1024)],
    ),
    "falcon 11b": (
        {
            "model_type": "falcon",
            "hidden_size": 4096,
            "num_attention_heads": 32,
            "num_kv_heads": 8,
            "num_hidden_layers": 60,
            "multi_query": True,
            "new_decoder_architecture": True,
        },
        [full(60, 2048)],
    ),
    "phi-2, old names": ({"n_embd": 2560, "n_head": 32, "n_head_kv": None, "n_layer": 32}, [full(32, 5120)]),
    "mistral params.json": (
        {"dim": 4096, "n_layers": 32, "head_dim": 128, "n_heads": 32, "n_kv_heads": 8},
        [full(32, 2048)],
    ),
    "openelm": (
        {
            "num_transformer_layers": 3,
            "model_dim": 1280,
            "head_dim": 64,
            "num_query_heads": [12, 12, 16],
            "num_kv_heads": [3, 3, 4],
            "max_context_length": 2048,
        },
        [full(2, 384), full(1, 512)],
    ),
    "decilm": (
        {
            "num_hidden_layers": 3,
            "hidden_size": 64,
            "num_attention_heads": 8,
            "num_key_value_heads_per_layer": [4, 4, 1],
        },
        [full(2, 64), full(1, 16)],
    ),
    "qwen 2 with a window from layer 2 on": (
        GQA | {"use_sliding_window": True, "max_window_layers": 2, "sliding_window": 64},
        [full(2, 128), window(2, 128, 64)],
    ),
    "exaone 4 letters": (
        GQA | {"sliding_window_pattern": "LLLG", "sliding_window": 64},
        [window(3, 128, 64), full(1, 128)],
    ),
    "afmoe": (
        GQA | {"global_attn_every_n_layers": 4, "sliding_window": 64, "head_dim": 32},
        [window(3, 128, 64), full(1, 128)],
    ),
    "command r7b": (GQA | {"layer_switch": 4, "sliding_window": 64}, [window(3, 128, 64), full(1, 128)]),
    "modernbert decoder": (
        GQA | {"global_attn_every_n_layers": 3, "local_attention": 128, "num_hidden_layers": 6},
        [full(2, 128), window(4, 128, 64)],
    ),
    "llama 4, rotary layers listed": (
        GQA | {"no_rope_layers": [1, 1, 1, 0], "attention_chunk_size": 32},
        [("chunk", 3, 0, 128, 32, 0, 0), full(1, 128)],
    ),
    "smollm 3": (GQA | {"no_rope_layers": [1, 1, 1, 0], "no_rope_layer_interval": 4}, [full(4, 128)]),
    "step 3": (
        {
            "text_config": {
                "num_hidden_layers": 2,
                "num_attention_heads": 64,
                "num_attention_groups": 1,
                "head_dim": 256,
                "share_q_dim": 2048,
            }
        },
        [full(2, 512)],
    ),
    "step 3.5, the other setting": (
        {
            "num_hidden_layers": 2,
            "num_attention_heads": 64,
            "num_attention_groups": 8,
            "head_dim": 128,
            "sliding_window": 512,
            "layer_types": ["full_attention", "sliding_attention", "full_attention"],
            "num_nextn_predict_layers": 3,
            "attention_other_setting": {
                "attention_type": "sliding_attention",
                "num_attention_heads": 96,
                "num_attention_groups": 4,
                "head_dim": 64,
            },
        },
        [full(1, 2048), window(1, 512, 512)],
    ),
    "laguna": (
        GQA
        | {
            "layer_types": ["full_attention"] + ["sliding_attention"] * 3,
            "sliding_window": 64,
            "num_attention_heads_per_layer": [8, 4, 4, 4],
            "head_dim": 32,
        },
        [full(1, 128), window(3, 128, 64)],
    ),
    "gemma 4 as saved, sizes by layer": (
        {
            "num_hidden_layers": 2,
            "num_attention_heads": 4,
            "num_key_value_heads": 2,
            "head_dim": 16,
            "sliding_window": 64,
            "layer_types": ["sliding_attention", "full_attention"],
            "per_layer_config": {"1": {"head_dim": 32, "num_key_value_heads": 1}},
        },
        [window(1, 64, 64), full(1, 64)],
    ),
    "hunyuan a13b": (
        GQA
        | {
            "use_cla": False,
            "cla_share_factor": 2,
            "use_mla": False,
            "kv_lora_rank": None,
            "attention_head_dim": 32,
        },
        [full(4, 128)],
    ),
    "kv_source_layers": (
        MLA | {"kv_source_layers": [0, 0]},
        [("mla", 1, 1, 40, None, 0, 0)],
    ),
    "minimax m3 as saved": (
        GQA
        | {
            "layer_types": ["full_attention"] * 2 + ["minimax_m3_sparse"] * 2,
            "index_head_dim": 16,
            "index_n_heads": 4,
            "index_block_size": 8,
            "index_topk_blocks": 2,
        },
        [full(2, 128), ("msa", 2, 0, 128, None, 0, 0)],
    ),
    "nested twice": ({"thinker_config": {"text_config": GQA}}, [full(4, 128)]),
    "llava, sizes left to the class": ({"text_config": {"model_type": "llama"}}, [full(32, 8192)]),
    "gemma 3 4b, head counts left to the class": (
        {
            "text_config": {
                "model_type": "gemma3_text",
                "hidden_size": 2560,
                "num_hidden_layers": 34,
                "sliding_window": 1024,
            }
        },
        [window(29, 2048, 1024), full(5, 2048)],
    ),
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_a_published_spelling_is_read(name, rows_of):
    config, expected = SPELLINGS[name]
    assert rows_of(config) == expected
