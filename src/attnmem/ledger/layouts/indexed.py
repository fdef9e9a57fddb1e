"""Lists of layer numbers: ``linear_attn_config``, ``attn_layer_indices``, ``full_attn_idxs``,
``attn_layer_idx``.

Source  the hub files of Kimi Linear and Kimi K3 (1-based numbers), transformers 5.24 for Bamba and LFM2, the
        ``mamba_ssm`` package for ``attn_layer_idx`` (0-based)
"""

from attnmem.errors import BadInput
from attnmem.ledger.fields import Fields
from attnmem.ledger.layouts.words import Layout, Word
from attnmem.ledger.strict_json import joined

ZERO_BASED = {
    "attn_layer_indices": (Word.FULL, Word.LINEAR),
    "full_attn_idxs": (Word.FULL, Word.CONV),
    "attn_layer_idx": (Word.FULL, Word.LINEAR),
    "hybrid_layer_ids": (Word.HYBRID, Word.LINEAR),
}


def layout(f: Fields, layers: int) -> Layout | None:
    """The layout if one of the lists is there."""
    linear = f.inside("linear_attn_config")
    if linear is not None and ("kda_layers" in linear or "full_attn_layers" in linear):
        return _kimi(linear, layers)
    for name, (inside, outside) in ZERO_BASED.items():
        if name in f:
            if "mamba_d_ssm" in f:
                raise f.unclear(name, "given although every layer of these models attends and recurs")
            numbers = set(_distinct(f, name, layers, 0))
            words = tuple(inside if at in numbers else outside for at in range(layers))
            return Layout(words, name, f.read(name))
    return None


def _kimi(f: Fields, layers: int) -> Layout:
    """Two 1-based lists that name each layer exactly once."""
    full = _distinct(f, "full_attn_layers", layers, 1)
    linear = _distinct(f, "kda_layers", layers, 1)
    if sorted(full + linear) != list(range(1, layers + 1)):
        raise BadInput(
            f"{f.where}: {f.path}: full_attn_layers and kda_layers name {len(full)} + {len(linear)}; "
            f"need each of 1 to {layers} once"
        )
    words = tuple(Word.FULL if at in set(full) else Word.LINEAR for at in range(1, layers + 1))
    return Layout(
        words, "full_attn_layers and kda_layers, counted from 1", f.read("full_attn_layers", "kda_layers")
    )


def _distinct(f: Fields, name: str, layers: int, first: int) -> tuple[int, ...]:
    numbers = f.wholes(name)
    if numbers is None:
        raise f.fail(name, "a list of layer numbers")
    if len(set(numbers)) != len(numbers) or any(not first <= n < first + layers for n in numbers):
        raise BadInput(
            f"{f.where}: {joined(f.path, name)} must hold different layer numbers from {first} to "
            f"{first + layers - 1}"
        )
    return numbers
