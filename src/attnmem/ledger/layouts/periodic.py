"""A rhythm given by its length: every so many layers one is different.

Source  transformers 5.24: ``full_attention_interval`` (Qwen3-Next), ``sliding_window_pattern`` (Gemma 3,
        Cohere 2, EXAONE 4), ``global_attn_every_n_layers`` (AFMoE), ``layer_group_size`` (Ling hybrid),
        ``attn_layer_period`` with its offset (Jamba), ``no_rope_layers`` with a chunk size (Llama 4)
"""

from attnmem.ledger.fields import Fields
from attnmem.ledger.layouts import spelled
from attnmem.ledger.layouts.listed import cut_to_depth
from attnmem.ledger.layouts.words import Layout, Word
from attnmem.units import counted

LAST_IS_FULL = {
    "full_attention_interval": Word.LINEAR,
    "sliding_window_pattern": Word.WINDOW,
    "_sliding_window_pattern": Word.WINDOW,
    "layer_switch": Word.WINDOW,
    "global_attn_every_n_layers": Word.WINDOW,
    "layer_group_size": Word.LINEAR,
}


def every(period: int, others: Word, layers: int) -> tuple[Word, ...]:
    """Full at the end of each period, the others before it.

    >>> [str(word) for word in every(3, Word.WINDOW, 4)]
    ['window', 'window', 'full', 'window']
    """
    return tuple(Word.FULL if (at + 1) % period == 0 else others for at in range(layers))


def layout(f: Fields, layers: int) -> Layout | None:
    """The layout if one of the periods is there."""
    if "local_attention" in f:
        return _modernbert(f, layers)
    for name, others in LAST_IS_FULL.items():
        if isinstance(f.raw(name), str):
            return spelled.rhythm(f, name, layers)
        period = f.whole(name)
        if period is not None:
            if "group_norm_size" in f and layers % period.value:
                many = counted(layers, "layers")
                raise f.unclear(name, f"{many} cannot be split into groups of {period.value}")
            return Layout(
                every(period.value, others, layers), f"one in {period.value} full ({name})", f.read(name)
            )
    return _jamba(f, layers) or _llama4(f, layers)


def _modernbert(f: Fields, layers: int) -> Layout | None:
    """Here the full layer opens the period."""
    period = f.whole("global_attn_every_n_layers")
    if period is None:
        return None
    words = tuple(Word.WINDOW if at % period.value else Word.FULL for at in range(layers))
    return Layout(words, f"one in {period.value} full, from the first", period.reads)


def _jamba(f: Fields, layers: int) -> Layout | None:
    period, offset = f.whole("attn_layer_period"), f.whole("attn_layer_offset", 0)
    if period is None and offset is None:
        return None
    if period is None or offset is None or offset.value >= period.value:
        raise f.fail("attn_layer_offset", "an offset below attn_layer_period, with both given")
    if f.text("model_type") == "zamba":
        words = _zamba(period.value, offset.value, layers)
    else:
        words = tuple(Word.FULL if at % period.value == offset.value else Word.LINEAR for at in range(layers))
    return Layout(
        words,
        f"attention where layer mod {period.value} is {offset.value} (attn_layer_period, attn_layer_offset)",
        f.read("attn_layer_period", "attn_layer_offset"),
    )


def _zamba(period: int, offset: int, layers: int) -> tuple[Word, ...]:
    """Zamba's first three layers stand outside the rhythm."""
    later = (Word.HYBRID if at % period == offset else Word.LINEAR for at in range(layers - 3))
    return (Word.LINEAR, Word.LINEAR, Word.HYBRID, *later)[:layers]


def _llama4(f: Fields, layers: int) -> Layout | None:
    """Rotary layers attend within a chunk, the others to everything; an empty list means the interval."""
    if "attention_chunk_size" not in f:
        return None
    rotary = f.wholes("no_rope_layers")
    interval = f.whole("no_rope_layer_interval")
    if rotary:
        cut_to_depth(f, "no_rope_layers", len(rotary), layers)
        words = tuple(Word.CHUNK if rotary[at] else Word.FULL for at in range(layers))
        return Layout(words, "no_rope_layers", f.read("no_rope_layers", "attention_chunk_size"))
    if interval is not None:
        words = every(interval.value, Word.CHUNK, layers)
        reads = f.read("no_rope_layer_interval", "attention_chunk_size")
        return Layout(words, f"one in {interval.value} full (no_rope_layer_interval)", reads)
    return None
