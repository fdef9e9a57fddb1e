"""What one layer keeps: for each word of a layout, the families that may be meant. Exactly one must claim
the file.

Families are told apart by their fields; two that both claim a file, or none, stop the reading.
"""

from types import ModuleType

from attnmem.errors import NotUnderstood
from attnmem.ledger.families import (
    block_sparse,
    deepseek_v4,
    gated_deltanet,
    gqa,
    griffin,
    hybrid,
    kda,
    lightning,
    mamba1,
    mamba2,
    mamba_package,
    mla,
    nas,
    rwkv4,
    rwkv7,
    short_conv,
)
from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer
from attnmem.ledger.layouts.words import Word

RECURRENT = (kda, gated_deltanet, lightning, mamba2, mamba1, mamba_package, rwkv4, rwkv7, griffin)
FAMILIES: dict[Word, tuple[ModuleType, ...]] = {
    Word.FULL: (mla, mamba_package, gqa),
    Word.WINDOW: (deepseek_v4, mla, mamba_package, gqa),
    Word.CHUNK: (gqa,),
    Word.INDEXED: (mla,),
    Word.SPARSE: (block_sparse,),
    Word.CSA: (deepseek_v4,),
    Word.HCA: (deepseek_v4,),
    Word.LINEAR: RECURRENT,
    Word.CONV: (short_conv,),
    Word.HYBRID: (hybrid,),
    Word.HYBRID_WINDOW: (hybrid,),
}

__all__ = ["FAMILIES", "layer", "nas"]


def layer(f: Fields, word: Word) -> Layer:
    """One layer of that type."""
    if word is Word.NONE:
        return Layer(kind=Kind.NONE)
    meant = [family for family in FAMILIES[word] if family.claims(f)]
    if len(meant) != 1:
        raise NotUnderstood(f"{f.where}: {_why(f, word, meant)}")
    found: Layer = meant[0].layer(f, word)
    return found


def _why(f: Fields, word: Word, meant: list[ModuleType]) -> str:
    names = ", ".join(_name(family) for family in meant or FAMILIES[word])
    if meant:
        return f"the fields of a layer of type '{word}' fit more than one family: {names}"
    odd = [name for name in gqa.LATENT if f.peek(name) is not None]
    hint = f" ({', '.join(odd)} given, so not plain keys and values)" if odd and word in gqa.KINDS else ""
    return f"no family has the fields of a layer of type '{word}'{hint}; known: {names}"


def _name(family: ModuleType) -> str:
    return family.__name__.rpartition(".")[2]
