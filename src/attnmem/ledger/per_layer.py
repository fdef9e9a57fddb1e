"""Sizes that a file gives layer by layer, as lists or as overrides, seen as one plain view per layer.

Source  OpenELM (``num_kv_heads`` and ``num_query_heads`` as lists), DeciLM
        (``num_key_value_heads_per_layer``), Laguna (``num_attention_heads_per_layer``), and
        ``per_layer_config`` of transformers 5.24
"""

from typing import Any

from attnmem.ledger.fields import Fields
from attnmem.ledger.layouts.listed import cut_to_depth
from attnmem.ledger.strict_json import joined

LISTS = {
    "num_key_value_heads": "num_key_value_heads",
    "num_kv_heads": "num_kv_heads",
    "num_query_heads": "num_query_heads",
    "num_attention_heads": "num_attention_heads",
    "num_key_value_heads_per_layer": "num_key_value_heads",
    "num_attention_heads_per_layer": "num_attention_heads",
    "sliding_window": "sliding_window",
}
OVERRIDES = (
    "num_attention_heads",
    "num_key_value_heads",
    "head_dim",
    "v_head_dim",
    "sliding_window",
    "kv_lora_rank",
    "q_lora_rank",
    "qk_nope_head_dim",
    "qk_rope_head_dim",
)

Overlay = dict[str, tuple[str, Any]]


def views(f: Fields, layers: int) -> tuple[Fields, ...]:
    """One view a layer; layers with equal sizes share one."""
    lists = [(name, base) for name, base in LISTS.items() if isinstance(f.peek(name), list)]
    if not lists and f.peek("per_layer_config") is None:
        return (f,) * layers
    overlays: list[Overlay] = [{} for _ in range(layers)]
    for name, base in lists:
        values = f.raw(name)
        cut_to_depth(f, name, len(values), layers)
        for at in range(layers):
            overlays[at][base] = (f"{name}[{at}]", values[at])
    _override(f, overlays)
    known: dict[str, Fields] = {}
    return tuple(
        known.setdefault(repr(sorted((n, v) for n, (_, v) in o.items())), f.overlaid(o)) for o in overlays
    )


def _override(f: Fields, overlays: list[Overlay]) -> None:
    given = f.inside("per_layer_config")
    for number in given.names() if given is not None else ():
        assert given is not None
        inner = given.inside(number)
        if inner is None or not number.isdecimal() or int(number) >= len(overlays):
            raise given.fail(number, "sizes under the number of a layer")
        for name in inner.names():
            if name not in OVERRIDES:
                raise inner.unclear(name, f"not understood layer by layer; known: {', '.join(OVERRIDES)}")
            overlays[int(number)][name] = (joined(joined("per_layer_config", number), name), inner.raw(name))
