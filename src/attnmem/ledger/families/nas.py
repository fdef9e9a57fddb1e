"""Stacks found by search: each block says for itself whether it attends and with how many KV heads.

Keeps   as full attention, with num_attention_heads / n_heads_in_group KV heads; nothing where attention is
        skipped or replaced
Source  the hub files of the Nemotron NAS models (``block_configs``), e.g. Llama-3.3-Nemotron-Super-49B
"""

from attnmem.errors import BadInput
from attnmem.ledger.families import gqa
from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer, part
from attnmem.ledger.layouts.listed import cut_to_depth
from attnmem.ledger.traced import Traced

UNKNOWN = ("sparsify", "num_sink_tokens", "unshifted_sink", "llama4")


def claims(f: Fields) -> bool:
    return "block_configs" in f


def layers(f: Fields, count: int) -> tuple[Layer, ...]:
    """All layers, in order."""
    blocks = f.each_inside("block_configs") or ()
    cut_to_depth(f, "block_configs", len(blocks), count)
    query = gqa.query_heads(f)
    width = gqa.head_width(f, query)
    return tuple(_one(f, block, query, width) for block in blocks[:count])


def _one(f: Fields, block: Fields, query: Traced | None, width: Traced) -> Layer:
    attention = block.inside("attention")
    if attention is None:
        raise block.unclear("attention", "absent, and each block says how it attends")
    if attention.flag("no_op") or attention.flag("replace_with_linear"):
        return Layer(kind=Kind.NONE, rule="no_op or replace_with_linear")
    for name in UNKNOWN:
        if attention.raw(name):
            raise attention.unclear(name, "not understood; known: n_heads_in_group, window_length, no_op")
    group = attention.whole("n_heads_in_group")
    if query is None or (group is not None and query.value % group.value):
        raise BadInput(f"{f.where}: {attention.path}.n_heads_in_group does not divide the query heads")
    heads = query // group if group is not None else attention.first(*gqa.KV_HEADS)
    if heads is None:
        raise attention.unclear("n_heads_in_group", "absent, and the block attends")
    keys, values = part("keys", heads, width), part("values", heads, width)
    cap = attention.first("window_length", "sliding_window")
    kind = Kind.FULL if cap is None else Kind.WINDOW
    return Layer(kind=kind, entry=(keys, values), cap=cap, values=values)
