"""What a config's attention holds, by direct rules, second half: recurrent stacks, table, totals."""

from fractions import Fraction

from oracle_attention import (
    Unsure,
    always_windowed,
    depth,
    dsa,
    exactly,
    gemma3n,
    gemma4,
    glm5,
    hunyuan,
    kv,
    latent,
    layer,
    listed,
    llama4,
    m3,
    mimo,
    mla,
    multi_query,
    nas,
    period,
    plain,
    qwen,
    size,
    v4,
    words,
)


def mamba2(t, heads, width, state, groups, kernel):
    heads, width, state, groups, kernel = (
        size(t, heads),
        size(t, width),
        size(t, state),
        size(t, groups),
        size(t, kernel),
    )
    channels = heads * width + 2 * groups * state
    return {"state": heads * width * state, "conv": channels * (kernel - 1), "k": channels * kernel}


def delta(heads, key, value, key_heads, kernel):
    channels = 2 * key_heads * key + heads * value
    return layer(state=heads * key * value, conv=channels * (kernel - 1), k=channels * kernel)


def m1(t):
    is_full = words(t, "attn_type_list", depth(t), {0: 0, 1: 1})
    heads, wide = size(t, "num_attention_heads"), size(t, "head_dim")
    return [layer(kv(t)) if full else layer(state=heads * wide * wide) for full in is_full]


def kimi(t):
    inner = t.get("linear_attn_config")
    if not isinstance(inner, dict):
        raise Unsure("linear_attn_config")
    full, linear = inner.get("full_attn_layers"), inner.get("kda_layers")
    numbers = [*full, *linear] if isinstance(full, list) and isinstance(linear, list) else [None]
    if any(type(one) is not int for one in numbers) or sorted(numbers) != list(range(1, depth(t) + 1)):
        raise Unsure("linear_attn_config")
    heads, wide = size(inner, "num_heads"), size(inner, "head_dim")
    kda = delta(heads, wide, wide, heads, size(inner, "short_conv_kernel_size"))
    return [layer(latent(t)) if at in full else kda for at in range(1, depth(t) + 1)]


def gdn(t):
    names = ("linear_num_value_heads", "linear_key_head_dim", "linear_value_head_dim", "linear_num_key_heads")
    mixed = delta(*(size(t, name) for name in names), size(t, "linear_conv_kernel_dim"))
    if t.get("layer_types") is not None:
        is_full = words(t, "layer_types", depth(t), {"full_attention": 1, "linear_attention": 0})
    else:
        every = size(t, "full_attention_interval")
        is_full = [(at + 1) % every == 0 for at in range(depth(t))]
    return [layer(kv(t)) if full else mixed for full in is_full]


def jamba(t):
    every, offset = size(t, "attn_layer_period"), size(t, "attn_layer_offset", 0)
    if offset >= every:
        raise Unsure("attn_layer_offset")
    channels = size(t, "mamba_expand") * size(t, "hidden_size")
    kernel = size(t, "mamba_d_conv")
    mamba = layer(
        state=channels * size(t, "mamba_d_state"), conv=channels * (kernel - 1), k=channels * kernel
    )
    return [layer(kv(t)) if at % every == offset else mamba for at in range(depth(t))]


def falcon_h1(t):
    if t.get("attn_layer_indices") is not None:
        raise Unsure("attn_layer_indices")
    half = mamba2(t, "mamba_n_heads", "mamba_d_head", "mamba_d_state", "mamba_n_groups", "mamba_d_conv")
    return [layer(kv(t), **half)] * depth(t)


def nemotron_h(t):
    half = mamba2(t, "mamba_num_heads", "mamba_head_dim", "ssm_state_size", "n_groups", "conv_kernel")
    attention = layer(kv(t, width="attention_head_dim"))
    known = {"M": layer(**half), "*": attention, "-": layer(), "E": layer()}
    return words(t, "hybrid_override_pattern", depth(t), known)


def zamba2(t):
    inner = size(t, "expansion_factor") * size(t, "hidden_size")
    t = {**t, "heads": exactly(inner, size(t, "mamba_headdim"))}
    half = mamba2(t, "heads", "mamba_headdim", "state_size", "mamba_ngroups", "conv_dimension")
    queries = size(t, "num_attention_heads")
    entry = kv({**t, "wide": exactly(2 * size(t, "hidden_size"), queries)}, width="wide")
    return words(
        t,
        "layers_block_type",
        depth(t),
        {"mamba": layer(**half), "hybrid": layer(entry, **half), "linear_attention": layer(**half)},
    )


def granite(t):
    kinds = words(
        t,
        "layer_types",
        depth(t),
        {"mamba": "m", "linear_attention": "m", "attention": "a", "full_attention": "a"},
    )
    half = {}
    if "m" in kinds:
        half = mamba2(t, "mamba_n_heads", "mamba_d_head", "mamba_d_state", "mamba_n_groups", "mamba_d_conv")
    return [layer(**half) if kind == "m" else layer(kv(t)) for kind in kinds]


def falcon_mamba(t):
    channels, kernel = size(t, "intermediate_size"), size(t, "conv_kernel")
    return [
        layer(state=channels * size(t, "state_size"), conv=channels * (kernel - 1), k=channels * kernel)
    ] * depth(t)


def pure_mamba2(t):
    return [layer(**mamba2(t, "num_heads", "head_dim", "state_size", "n_groups", "conv_kernel"))] * depth(t)


def rwkv7(t):
    hidden, wide = size(t, "hidden_size"), size(t, "head_dim")
    return [layer(state=exactly(hidden, wide) * wide * wide, conv=2 * hidden, k=2 * hidden)] * depth(t)


RULES = {
    **dict.fromkeys(
        ("llama-2-7b", "llama-3.1-8b", "llama-3.1-70b", "gpt2", "pythia-6.9b", "bloom-176b", "glm-4.5"), plain
    ),
    **dict.fromkeys(
        (
            "mistral-7b-v0.1",
            "mistral-nemo-12b",
            "mixtral-8x7b",
            "starcoder2-7b",
            "phi-3-mini-4k",
            "phi-3.5-mini",
        ),
        always_windowed,
    ),
    **dict.fromkeys(("qwen2.5-7b", "qwen3-8b", "qwen3-32b"), qwen),
    **dict.fromkeys(("falcon-7b", "santacoder-1b"), multi_query),
    **dict.fromkeys(("gpt-oss-120b", "step-3.7-flash"), listed),
    **dict.fromkeys(("gemma-4-e2b", "gemma-4-12b"), gemma4),
    **dict.fromkeys(("deepseek-v2-lite", "deepseek-v3"), mla),
    **dict.fromkeys(("kimi-k3", "kimi-linear-48b-a3b"), kimi),
    **dict.fromkeys(("qwen3-next-80b-a3b", "qwen3.5-27b"), gdn),
    **dict.fromkeys(("granite-4.0-h-tiny", "granite-4.0-micro"), granite),
    **dict.fromkeys(("gemma-3-1b", "gemma-3-4b"), period("sliding_window_pattern", 6)),
    "gemma-2-9b": period(None, 2),
    "olmo-3-7b": period(None, 4),
    "command-a": period("sliding_window_pattern", 4),
    "gemma-3n-e4b": gemma3n,
    "llama-4-scout": llama4,
    "mimo-v2-flash": mimo,
    "deepseek-v3.2": dsa,
    "glm-5.2": glm5,
    "deepseek-v4-pro": v4,
    "minimax-m3": m3,
    "minimax-m1": m1,
    "hunyuan-large": hunyuan,
    "llama-3.3-nemotron-super-49b": nas,
    "jamba-1.5-mini": jamba,
    "falcon-h1-7b": falcon_h1,
    "nemotron-h-56b": nemotron_h,
    "zamba2-7b": zamba2,
    "falcon-mamba-7b": falcon_mamba,
    "mamba2-2.7b": pure_mamba2,
    "rwkv7-1.5b": rwkv7,
}


def totals(name, config):
    """Growth, uniform, full windows, state by both conventions, rows being pooled."""
    text = config.get("text_config") if isinstance(config.get("text_config"), dict) else config
    layers = RULES[name](text)
    return (
        sum(
            (Fraction(one["entry"] + one["idx"], one["per"]) for one in layers if one["cap"] is None),
            Fraction(0),
        ),
        sum(
            (
                Fraction(one["entry"] + one["idx"], one["per"]) + one["entry"] * (one["raw"] > 0)
                for one in layers
            ),
            Fraction(0),
        ),
        sum(one["entry"] * ((one["cap"] or 0) + one["raw"]) for one in layers),
        sum(one["state"] + one["conv"] for one in layers),
        sum(one["state"] + one["k"] for one in layers),
        sum(one["tail"] for one in layers),
    )
