"""What a config's attention holds, by direct rules, first half: attention of every sort.

Written for the tests, from the model classes, without the package: every rule takes the plain object, reads
the fields it needs by name and raises ``Unsure`` where one is missing or is not a size. A layer is a
dictionary of numbers.
"""


class Unsure(Exception):
    """The rules give no answer for this file."""


def size(t, name, least=1):
    value = t.get(name)
    if type(value) is not int or not least <= value <= 2**60:
        raise Unsure(name)
    return value


def maybe(t, name, least=1):
    return None if t.get(name) is None else size(t, name, least)


def flag(t, name):
    if not isinstance(t.get(name), (bool, type(None))):
        raise Unsure(name)
    return t.get(name)


def words(t, name, count, known):
    listed = t.get(name)
    drafts = max(
        maybe(t, n, 0) or 0 for n in ("num_nextn_predict_layers", "num_mtp_modules", "mtp_num_hidden_layers")
    )
    if not isinstance(listed, (list, str)) or not count <= len(listed) <= count + drafts:
        raise Unsure(name)
    if any(type(one) not in (str, int) or one not in known for one in listed[:count]):
        raise Unsure(name)
    return [known[one] for one in listed[:count]]


def exactly(whole, by):
    if whole % by:
        raise Unsure("not whole")
    return whole // by


def layer(entry=0, **rest):
    return {
        "entry": entry,
        "idx": 0,
        "per": 1,
        "cap": None,
        "raw": 0,
        "state": 0,
        "conv": 0,
        "k": 0,
        "tail": 0,
    } | rest


def depth(t):
    return size(t, "num_hidden_layers" if "n_layer" not in t else "n_layer")


def kv(t, heads="num_key_value_heads", width="head_dim"):
    """Keys and values of one token: KV heads times twice the head width."""
    queries = maybe(t, "num_attention_heads") or maybe(t, "n_head")
    count = maybe(t, heads) or queries
    if count is None or (queries is not None and queries % count):
        raise Unsure(heads)
    wide = maybe(t, width)
    if wide is None:
        hidden = maybe(t, "hidden_size") or maybe(t, "n_embd")
        if hidden is None or queries is None:
            raise Unsure(width)
        wide = exactly(hidden, queries)
    return 2 * count * wide


def windowed(t, entry, field="sliding_window"):
    """One layer with a window, or a full one where the window is not below the context."""
    length = size(t, field)
    context = maybe(t, "max_position_embeddings")
    return layer(entry, cap=length if context is None or length < context else None)


# -- one function for each family


def plain(t):
    return [layer(kv(t))] * depth(t)


def always_windowed(t):
    if t.get("sliding_window") is None:
        return plain(t)
    return [windowed(t, kv(t))] * depth(t)


def qwen(t):
    if not flag(t, "use_sliding_window") or t.get("sliding_window") is None:
        return plain(t)
    first = size(t, "max_window_layers", 0)
    return [windowed(t, kv(t)) if at >= first else layer(kv(t)) for at in range(depth(t))]


def multi_query(t):
    if flag(t, "new_decoder_architecture"):
        return [layer(kv(t, "num_kv_heads"))] * depth(t)
    one = t if flag(t, "multi_query") is False else {**t, "num_key_value_heads": 1}
    if flag(t, "multi_query") is False and maybe(t, "num_kv_heads"):
        one = {**t, "num_key_value_heads": size(t, "num_kv_heads")}
    return [layer(kv(one))] * depth(t)


def period(field, default):
    def rule(t):
        for needed in ("head_dim", "num_key_value_heads") if "gemma" in str(t.get("model_type")) else ():
            size(t, needed)
        every = (maybe(t, field) if field else None) or default
        return [layer(kv(t)) if (at + 1) % every == 0 else windowed(t, kv(t)) for at in range(depth(t))]

    return rule


FULL_OR_WINDOW = {"full_attention": 1, "sliding_attention": 0}


def listed(t):
    is_full = words(t, "layer_types", depth(t), FULL_OR_WINDOW)
    return [layer(kv(t)) if full else windowed(t, kv(t)) for full in is_full]


def shared_tail(layers, t, kinds):
    """The last so many layers store nothing."""
    count = size(t, "num_kv_shared_layers", 0)
    if count >= len(layers) or not set(kinds[len(layers) - count :]) <= set(kinds[: len(layers) - count]):
        raise Unsure("num_kv_shared_layers")
    return layers[: len(layers) - count] if count else layers


def gemma3n(t):
    kinds = words(t, "layer_types", depth(t), FULL_OR_WINDOW)
    return shared_tail(listed(t), t, kinds)


def gemma4(t):
    kinds = words(t, "layer_types", depth(t), FULL_OR_WINDOW)
    kinds[-1] = 1
    wide = size(t, "global_head_dim")
    alike = flag(t, "attention_k_eq_v")
    heads = None if alike is False else maybe(t, "num_global_key_value_heads")
    full = layer(kv({**t, "head_dim": wide} | ({"num_key_value_heads": heads} if heads else {})))
    if heads:
        full = layer(2 * heads * wide)
    return shared_tail([full if one else windowed(t, kv(t)) for one in kinds], t, kinds)


def llama4(t):
    if "attention_chunk_size" in t and t["attention_chunk_size"] is None:
        return plain(t)
    chunk = size(t, "attention_chunk_size")
    return [layer(kv(t), cap=None if (at + 1) % 4 == 0 else chunk) for at in range(depth(t))]


def mimo(t):
    is_window = words(t, "hybrid_layer_pattern", depth(t), {0: 0, 1: 1})
    lengths = {maybe(t, n) for n in ("sliding_window", "sliding_window_size")} - {None}
    if len(lengths) != 1:
        raise Unsure("sliding_window")
    t = {**t, "sliding_window": lengths.pop()}
    full = kv(t) // 2 // size(t, "head_dim") * (size(t, "head_dim") + size(t, "v_head_dim"))
    near = size(t, "swa_num_key_value_heads") * (size(t, "swa_head_dim") + size(t, "swa_v_head_dim"))
    return [windowed(t, near) if one else layer(full) for one in is_window]


def latent(t):
    return size(t, "kv_lora_rank") + size(t, "qk_rope_head_dim", 0)


def mla(t):
    return [layer(latent(t))] * depth(t)


def dsa(t):
    size(t, "index_topk")
    return [layer(latent(t), idx=size(t, "index_head_dim"))] * depth(t)


def glm5(t):
    size(t, "index_topk")
    owns = words(t, "indexer_types", depth(t), {"full": 1, "shared": 0})
    if not owns[0]:
        raise Unsure("indexer_types")
    return [layer(latent(t), idx=size(t, "index_head_dim") * own) for own in owns]


def v4(t):
    if maybe(t, "num_key_value_heads") not in (None, 1):
        raise Unsure("num_key_value_heads")
    wide, index, near = size(t, "head_dim"), size(t, "index_head_dim"), size(t, "sliding_window")
    size(t, "index_topk")
    csa = layer(wide, idx=index, per=4, raw=near, tail=8 * 4 * (wide + index))
    hca = layer(wide, per=128, raw=near, tail=128 * 2 * wide)
    known = {0: layer(wide, cap=near), 4: csa, 128: hca}
    return words(t, "compress_ratios", depth(t), known)


def m3(t):
    inner = t.get("sparse_attention_config")
    if not isinstance(inner, dict):
        raise Unsure("sparse_attention_config")
    if flag(inner, "use_sparse_attention") is False:
        return plain(t)
    size(inner, "sparse_topk_blocks"), size(inner, "sparse_block_size")
    index = size(inner, "sparse_index_dim")
    inner = {
        **inner,
        "num_nextn_predict_layers": t.get("num_nextn_predict_layers"),
        "num_mtp_modules": t.get("num_mtp_modules"),
    }
    sparse = words(inner, "sparse_attention_freq", depth(t), {0: 0, 1: 1})
    off = inner.get("sparse_disable_index_value")
    if off is not None and (not isinstance(off, list) or any(type(one) is not int or one < 0 for one in off)):
        raise Unsure("sparse_disable_index_value")
    if off is not None and any(s and not o for s, o in zip(sparse, off, strict=False)):
        raise Unsure("sparse_disable_index_value")
    return [layer(kv(t), idx=index * one) for one in sparse]


def hunyuan(t):
    used, factor = flag(t, "use_cla"), maybe(t, "cla_share_factor")
    if used is False:
        return plain(t)
    if used is None or factor is None:
        raise Unsure("use_cla")
    return [layer(kv(t)) for at in range(depth(t)) if at % factor == 0]


def nas(t):
    blocks = t.get("block_configs")
    if not isinstance(blocks, list) or len(blocks) != depth(t):
        raise Unsure("block_configs")
    queries = size(t, "num_attention_heads")
    wide = maybe(t, "head_dim") or exactly(size(t, "hidden_size"), queries)
    return [nas_block(block, queries, wide) for block in blocks]


def nas_block(block, queries, wide):
    attention = block.get("attention") if isinstance(block, dict) else None
    if not isinstance(attention, dict):
        raise Unsure("attention")
    if flag(attention, "no_op") or flag(attention, "replace_with_linear"):
        return layer()
    if any(attention.get(name) for name in ("sparsify", "num_sink_tokens", "unshifted_sink")):
        raise Unsure("attention")
    heads = exactly(queries, size(attention, "n_heads_in_group"))
    return layer(2 * heads * wide, cap=maybe(attention, "window_length"))
