"""What no rule understands stops the reading with exit 3; what is damaged, with exit 2; both say where."""

import pytest

from attnmem import ledger
from attnmem.errors import AttnmemError, BadInput, NotUnderstood

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

REFUSED = {
    "an unknown layer type": (GQA | {"layer_types": ["full_attention"] * 3 + ["jet"]}, "layer_types[3]"),
    "a window without a layout": (GQA | {"sliding_window": 64}, "sliding_window"),
    "recurrent sizes without a layout": (GQA | MAMBA2, "mamba_n_heads"),
    "latent fields without the latent": (GQA | {"qk_rope_head_dim": 64}, "qk_rope_head_dim"),
    "an indexer on plain keys": (GQA | {"index_topk": 64, "index_head_dim": 16}, "index_topk"),
    "pooled index keys": (MLA | {"index_topk": 8, "index_head_dim": 16, "index_kpool": 4}, "index_kpool"),
    "half an indexer": (MLA | {"index_topk": 8}, "index_head_dim"),
    "cross attention": (GQA | {"cross_attention_layers": [1]}, "cross_attention_layers"),
    "an encoder and a decoder": (GQA | {"is_encoder_decoder": True}, "is_encoder_decoder"),
    "attention layers under an unknown name": (GQA | {"attn_layer_idxs": [1]}, "attn_layer_idxs"),
    "linear attention of an unknown kind": (
        GQA | {"layer_types": ["linear_attention"] * 4},
        "linear",
    ),
    "delta nets of another library": (
        {"num_hidden_layers": 2, "hidden_size": 64, "num_heads": 4, "head_dim": 16, "expand_v": 2},
        "expand_v",
    ),
    "an unknown compression": (
        {
            "num_hidden_layers": 1,
            "compress_ratios": [8],
            "head_dim": 512,
            "sliding_window": 8,
            "num_key_value_heads": 1,
        },
        "compress_ratios[0]",
    ),
    "a cache format": (
        GQA | {"quantization_config": {"kv_cache_scheme": {"num_bits": 3, "type": "float"}}},
        "quantization_config.kv_cache_scheme",
    ),
    "two names that disagree": (GQA | {"num_kv_heads": 4}, "num_kv_heads"),
    "heads that do not divide": (
        {"num_hidden_layers": 1, "hidden_size": 5120, "num_attention_heads": 96},
        "hidden_size",
    ),
    "a misspelt head count": (
        {"num_hidden_layers": 1, "hidden_size": 64, "num_attention_heads": 4, "num_key_value_head": 2},
        "num_key_value_head",
    ),
    "no layer count": ({"hidden_size": 64, "num_attention_heads": 4}, "num_hidden_layers"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_rule_understands_stops_the_reading(name):
    config, told = REFUSED[name]
    with pytest.raises(NotUnderstood) as caught:
        ledger.read(config)
    assert told in str(caught.value)
    assert caught.value.exit_code == 3


DAMAGED = {
    "a list of the wrong length": (GQA | {"layer_types": ["full_attention"] * 3}, "3 entries for 4 layers"),
    "a negative size": (GQA | {"num_key_value_heads": -2}, "num_key_value_heads is -2"),
    "a zero": (GQA | {"num_hidden_layers": 0}, "num_hidden_layers is 0"),
    "a text for a number": (GQA | {"num_key_value_heads": "2"}, "num_key_value_heads is the text '2'"),
    "a truth for a number": (GQA | {"num_key_value_heads": True}, "num_key_value_heads is true"),
    "a part of a head": (GQA | {"num_key_value_heads": 2.0}, "num_key_value_heads is 2.0"),
    "infinity in a field that is read": (GQA | {"head_dim": float("inf")}, "head_dim is inf"),
    "a number in a list of words": (
        GQA | {"layer_types": ["full_attention", 1, 1, 1]},
        "layer_types[1] is 1",
    ),
    "heads that cannot be shared": (GQA | {"num_key_value_heads": 3}, "cannot share 3"),
    "a list for an object": (
        GQA | {"text_config": []} | {"linear_attn_config": [1]},
        "linear_attn_config is a list",
    ),
    "more readers than layers": (
        GQA | {"layer_types": ["full_attention"] * 4, "num_kv_shared_layers": 4},
        "num_kv_shared_layers is 4",
    ),
    "a layer named twice": (
        MLA | {"linear_attn_config": {"full_attn_layers": [1, 2], "kda_layers": [2]}},
        "need each of 1 to 2 once",
    ),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_refused_with_the_path(name):
    config, told = DAMAGED[name]
    with pytest.raises(BadInput) as caught:
        ledger.read(config)
    assert told in str(caught.value)
    assert caught.value.exit_code == 2


def test_infinity_passes_where_nothing_reads_it(rows_of):
    assert rows_of(GQA | {"time_step_limit": [0.0, float("inf")]}) == rows_of(GQA)


def test_a_refusal_is_one_line():
    for config, _ in [*REFUSED.values(), *DAMAGED.values()]:
        with pytest.raises(AttnmemError) as caught:
            ledger.read(config)
        assert "\n" not in str(caught.value)
