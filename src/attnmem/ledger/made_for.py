"""How long a context a config says its model was made for.

The length field, or what its RoPE scaling extends it to. YaRN files name the length before scaling and a
factor, and some name only that length in their context field; ``linear`` and ``dynamic`` scale the context
field itself, except in Gemma 3, whose field is the scaled length. ``llama3`` and ``longrope`` files have the
scaled length in the context field.

Source  vLLM's derivation of a model's length (``_get_and_verify_max_len``); arXiv 2309.00071 for YaRN;
        arXiv 2503.19786 for Gemma 3 (factor 8 for 128K tokens)
"""

from attnmem.ledger.fields import LARGEST, Fields
from attnmem.ledger.traced import Traced, merged

SCALINGS = ("rope_scaling", "rope_parameters")
FACTORS = (1, 2**20)  # what a factor of scaling can be


def made_for(f: Fields, context: Traced | None) -> Traced | None:
    """The longest context that the file speaks of, None if it gives no length."""
    if context is None:
        return None
    lengths = [context, *(_extended(f, inner, context) for inner in _scalings(f))]
    return max((one for one in lengths if one is not None), key=lambda one: one.value)


def _scalings(f: Fields) -> list[Fields]:
    """The objects that scale positions: one for all layers, or one for each type of layer."""
    found = [inner for name in SCALINGS if (inner := _object(f, name)) is not None]
    by_type = [each for one in found for name in one.names() if (each := _object(one, name)) is not None]
    return found + by_type


def _object(f: Fields, name: str) -> Fields | None:
    return f.inside(name) if isinstance(f.peek(name), dict) else None


def _extended(f: Fields, scaling: Fields, context: Traced) -> Traced | None:
    """What one such object extends the context to; one that does not say how far says nothing."""
    kind, factor = scaling.raw("rope_type") or scaling.raw("type"), scaling.raw("factor")
    number = isinstance(factor, (int, float)) and not isinstance(factor, bool)
    if not number or not FACTORS[0] <= factor <= FACTORS[1]:
        return None
    original = _original(scaling) or (_original(f) if kind == "yarn" else None)
    if original is None:
        scaled = kind in ("linear", "dynamic") and f.peek("model_type") not in ("gemma3", "gemma3_text")
        original = context if scaled else None
    if original is None or kind not in ("yarn", "linear", "dynamic"):
        return None
    reads = merged(original.reads, scaling.read("factor"))
    return Traced(int(original.value * factor), f"{original.reads[0].path} × {reads[-1].path}", reads)


def _original(f: Fields) -> Traced | None:
    name = "original_max_position_embeddings"
    value = f.peek(name)
    sound = isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LARGEST
    return f.whole(name) if sound else None
