"""One word per layer: ``layer_types``, ``layers_block_type``, ``attention_layers``, ``block_types``.

Source  transformers 5.24 (``layer_types`` almost everywhere, ``layers_block_type`` in Jamba, Bamba, Zamba,
        Nemotron-H, ``block_types`` repeated over the depth in RecurrentGemma, ``attention_types`` in GPT-Neo)
Limits  entries beyond the layer count belong to draft layers (next-token prediction) and are left out, and
        only as many as the file declares
"""

from typing import Any

from attnmem.errors import BadInput
from attnmem.ledger.fields import Fields
from attnmem.ledger.layouts.words import Layout, Word, word
from attnmem.ledger.strict_json import joined, named
from attnmem.ledger.traced import Traced
from attnmem.units import counted

DRAFT_COUNTS = ("num_nextn_predict_layers", "num_mtp_layers", "mtp_num_hidden_layers", "num_mtp_modules")


def drafts(f: Fields) -> Traced | None:
    """Layers of a multi-token-prediction head that the file declares; they are never counted."""
    found = [count for name in DRAFT_COUNTS if (count := f.whole(name, 0)) is not None]
    return max(found, key=lambda count: count.value, default=None)


def cut_to_depth(f: Fields, name: str, found: int, layers: int) -> None:
    """Refuse a per-layer list that is too short, or longer than the draft layers explain."""
    if found == layers:
        return
    declared = drafts(f)
    more = 0 if declared is None else declared.value
    if not layers < found <= layers + more:
        raise BadInput(
            f"{f.where}: {joined(f.path, name)} has {counted(found, 'entries')} for "
            f"{counted(layers, 'layers')}" + (f" and {counted(more, 'layers')} of drafts" if more else "")
        )


def layout(f: Fields, layers: int) -> Layout | None:
    """The layout if one of the lists is there."""
    for name in ("layer_types", "layers_block_type", "attention_layers"):
        listed = f.words(name)
        if listed is not None:
            return _words(f, name, listed, layers)
    return _repeated(f, layers) or _neo(f, layers)


def _words(f: Fields, name: str, listed: tuple[str, ...], layers: int) -> Layout:
    cut_to_depth(f, name, len(listed), layers)
    at = joined(f.path, name)
    words = tuple(word(text, f"{f.where}: {at}[{i}]") for i, text in enumerate(listed[:layers]))
    return Layout(words, name, f.read(name))


def _repeated(f: Fields, layers: int) -> Layout | None:
    """Griffin's three-layer rhythm, written once."""
    rhythm = f.words("block_types")
    if rhythm is None:
        return None
    if not rhythm:
        raise f.fail("block_types", "at least one block")
    at = joined(f.path, "block_types")
    once = [word(text, f"{f.where}: {at}[{i}]") for i, text in enumerate(rhythm)]
    if "attention_window_size" in f:
        once = [Word.WINDOW if one is Word.FULL else one for one in once]
    return Layout(
        tuple(once[i % len(once)] for i in range(layers)), "block_types, repeated", f.read("block_types")
    )


def _neo(f: Fields, layers: int) -> Layout | None:
    """GPT-Neo: ``[[["global", "local"], 12]]`` says a pair of words and how often it comes."""
    given: Any = f.raw("attention_types")
    if given is None:
        return None
    listed: list[str] = []
    for item in given if isinstance(given, list) else (None,):
        match item:
            case [list(words), int(times)] if all(isinstance(w, str) for w in words) and 0 < times <= layers:
                listed += words * times
            case _:
                raise f.fail("attention_types", f"pairs of words and a count, not {named(item)}")
    return _words(f, "attention_types", tuple(listed), layers)
