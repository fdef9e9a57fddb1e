"""Spellings of latent, recurrent and hybrid stacks that are not bundled, counted by hand.

Sizes are those of the released models where the field set is; otherwise small numbers under the real field
names.
"""

import pytest

from attnmem import ledger


def full(count, entry):
    return ("full", count, 0, entry, None, 0, 0)


def window(count, entry, cap):
    return ("window", count, 0, entry, cap, 0, 0)


GQA = {"num_hidden_layers": 4, "hidden_size": 256, "num_attention_heads": 8, "num_key_value_heads": 2}
MLA = {"num_hidden_layers": 2, "num_attention_heads": 8, "kv_lora_rank": 32, "qk_rope_head_dim": 8}
DELTA = {
    "linear_num_key_heads": 2,
    "linear_num_value_heads": 4,
    "linear_key_head_dim": 8,
    "linear_value_head_dim": 16,
    "linear_conv_kernel_dim": 4,
}
MAMBA2 = {"mamba_n_heads": 4, "mamba_d_head": 8, "mamba_d_state": 16, "mamba_n_groups": 1, "mamba_d_conv": 4}

SPELLINGS = {
    "longcat flash": (
        {
            "num_layers": 28,
            "num_attention_heads": 64,
            "kv_lora_rank": 512,
            "qk_rope_head_dim": 64,
            "zero_expert_num": 256,
        },
        [("mla", 56, 0, 576, None, 0, 0)],
    ),
    "deepseek inference names": (
        {"n_layers": 61, "n_heads": 128, "dim": 7168, "kv_lora_rank": 512, "qk_rope_head_dim": 64},
        [("mla", 61, 0, 576, None, 0, 0)],
    ),
    "ling hybrid": (
        MLA
        | {
            "num_hidden_layers": 3,
            "layer_group_size": 3,
            "short_conv_kernel_size": 4,
            "head_dim": 16,
            "v_head_dim": 16,
        },
        [("recurrent", 2, 0, 0, None, 8 * 256, 8 * 16 * 9), ("mla", 1, 0, 40, None, 0, 0)],
    ),
    "ring linear": (
        GQA | {"layer_group_size": 2, "group_norm_size": 4, "head_dim": 32},
        [("recurrent", 2, 0, 0, None, 8 * 32 * 32, 0), full(2, 128)],
    ),
    "kimi linear as saved": (
        MLA
        | {
            "layer_types": ["linear_attention", "full_attention"],
            "linear_num_heads": 2,
            "linear_head_dim": 16,
            "linear_conv_kernel_dim": 4,
        },
        [("recurrent", 1, 0, 0, None, 512, 288), ("mla", 1, 0, 40, None, 0, 0)],
    ),
    "olmo hybrid": (
        GQA | DELTA | {"layer_types": ["linear_attention"] * 3 + ["full_attention"]},
        [("recurrent", 3, 0, 0, None, 512, 288), full(1, 128)],
    ),
    "bamba": (
        GQA | MAMBA2 | {"attn_layer_indices": [1]},
        [("recurrent", 3, 0, 0, None, 512, 192), full(1, 128)],
    ),
    "bamba, widths from expand": (
        GQA | MAMBA2 | {"attn_layer_indices": [1], "mamba_d_head": "auto", "mamba_expand": 2},
        [("recurrent", 3, 0, 0, None, 8192, 1632), full(1, 128)],
    ),
    "nemotron 3": (
        GQA
        | {
            "num_hidden_layers": 5,
            "hybrid_override_pattern": "MEM*E",
            "mamba_num_heads": 4,
            "mamba_head_dim": 8,
            "ssm_state_size": 16,
            "n_groups": 1,
            "conv_kernel": 4,
            "mtp_hybrid_override_pattern": "*E",
        },
        [("recurrent", 2, 0, 0, None, 512, 192), ("none", 2, 0, 0, None, 0, 0), full(1, 128)],
    ),
    "zamba 1": (
        {
            "model_type": "zamba",
            "num_hidden_layers": 6,
            "hidden_size": 64,
            "num_attention_heads": 4,
            "num_key_value_heads": 4,
            "attention_hidden_size": 128,
            "attention_head_dim": 32,
            "attn_layer_period": 3,
            "attn_layer_offset": 1,
            "mamba_d_state": 4,
            "mamba_d_conv": 4,
            "mamba_expand": 2,
            "n_mamba_heads": 2,
            "mamba_dt_rank": 8,
        },
        [("recurrent", 4, 0, 0, None, 512, 384), ("hybrid", 2, 0, 256, None, 512, 384)],
    ),
    "lfm 2": (
        GQA | {"conv_L_cache": 3, "full_attn_idxs": [1, 3]},
        [("recurrent", 2, 0, 0, None, 0, 512), full(2, 128)],
    ),
    "recurrentgemma": (
        GQA
        | {
            "block_types": ["recurrent", "recurrent", "attention"],
            "attention_window_size": 64,
            "lru_width": 256,
            "conv1d_width": 4,
        },
        [("recurrent", 3, 0, 0, None, 256, 768), window(1, 128, 64)],
    ),
    "mamba_ssm package, mamba 2": (
        {
            "d_model": 2560,
            "n_layer": 64,
            "ssm_cfg": {"layer": "Mamba2"},
            "attn_layer_idx": [],
            "attn_cfg": {},
        },
        [("recurrent", 64, 0, 0, None, 655360, 16128)],
    ),
    "mamba_ssm package, mamba 1": (
        {"d_model": 2560, "n_layer": 64, "ssm_cfg": {}},
        [("recurrent", 64, 0, 0, None, 81920, 15360)],
    ),
    "mamba_ssm package with attention": (
        {
            "d_model": 2560,
            "n_layer": 3,
            "ssm_cfg": {"layer": "Mamba2"},
            "attn_layer_idx": [1],
            "attn_cfg": {"causal": True, "d_conv": 4, "head_dim": 128, "num_heads": 30, "rotary_emb_dim": 64},
        },
        [("recurrent", 2, 0, 0, None, 655360, 16128), ("hybrid", 1, 0, 7680, None, 0, 34560)],
    ),
    "rwkv 4": (
        {"model_type": "rwkv", "hidden_size": 64, "num_hidden_layers": 2, "rescale_every": 6},
        [("recurrent", 2, 0, 0, None, 192, 128)],
    ),
}


@pytest.mark.parametrize("name", SPELLINGS)
def test_a_published_spelling_is_read(name, rows_of):
    config, expected = SPELLINGS[name]
    assert rows_of(config) == expected


def test_deepseek_v4_flash_starts_with_two_layers_that_only_have_a_window(v4_flash):
    """43 layers, two of them with a window only, and one entry for the draft layer that is left out."""
    found = ledger.account(v4_flash)
    assert [(str(n.row.layer.kind), n.row.count) for n in found.rows] == [
        ("window", 2),
        ("csa", 21),
        ("hca", 20),
    ]
    assert (found.growth, found.window) == (3440, 43 * 128 * 512)
