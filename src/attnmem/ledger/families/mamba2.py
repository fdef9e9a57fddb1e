"""Mamba-2: a state of head width × state size per head, and one convolution over x, B and C.

Keeps   heads × head width × state size recurrent elements; heads × head width + 2 × groups × state size
        channels
Source  mamba_ssm ``modules/mamba2.py``; field names of Mamba-2, Bamba, Granite 4, Falcon-H1, Zamba2 and
        Nemotron-H in transformers 5.24 and their hub files
Limits  heads × head width decides; expand × hidden is used only where one of the two is absent
"""

from attnmem.errors import NotUnderstood
from attnmem.ledger.families import gqa
from attnmem.ledger.families.convolution import both, columns
from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer, Parts, part
from attnmem.ledger.layouts.words import Word
from attnmem.ledger.traced import Traced

HEADS = ("mamba_n_heads", "mamba_num_heads")
WIDTH = ("mamba_d_head", "mamba_head_dim", "mamba_headdim")
STATE = ("mamba_d_state", "ssm_state_size", "state_size")
GROUPS = ("mamba_n_groups", "mamba_ngroups", "n_groups")
KERNEL = ("mamba_d_conv", "conv_kernel", "conv_dimension")
EXPAND = ("mamba_expand", "expand", "expansion_factor")


def claims(f: Fields) -> bool:
    if any(name in f for name in (*HEADS, *WIDTH, *GROUPS[:2])):
        return True
    return "state_size" in f and any(name in f for name in ("num_heads", "head_dim", "n_groups"))


def layer(f: Fields, word: Word) -> Layer:
    """One such layer."""
    state, conv, conv_k = memory(f)
    heads, width = _heads(f)
    return Layer(
        kind=Kind.RECURRENT, state=state, conv=conv, conv_k=conv_k, values=part("values", heads, width)
    )


def memory(f: Fields) -> tuple[Parts, Parts, Parts]:
    """State and convolution, for layers that have these beside attention too."""
    heads, width = _heads(f)
    size, groups, kernel = (_needed(f, names) for names in (STATE, GROUPS, KERNEL))
    conv, conv_k = both(
        columns(part("x channels", heads, width), kernel),
        columns(part("B and C channels", groups, size * 2), kernel),
    )
    return (part("state", heads, width * size),), conv, conv_k


def _heads(f: Fields) -> tuple[Traced, Traced]:
    """Heads and head width; one of the two may follow from the inner width."""
    pure = "mamba_d_state" not in f and "ssm_state_size" not in f
    heads = f.first(*HEADS) or (f.whole("num_heads") if pure else None)
    width = None if _auto(f) else f.first(*WIDTH) or (f.whole("head_dim") if pure else None)
    if heads is not None and width is not None:
        return heads, width
    inner = f.whole("mamba_d_ssm") or _needed(f, EXPAND) * _needed(f, gqa.HIDDEN)
    known = heads or width
    if known is None or inner.value % known.value:
        raise NotUnderstood(
            f"{f.where}: heads and head width do not follow from {inner.formula} = {inner.value:,}; "
            f"known names: {', '.join(HEADS + WIDTH)}"
        )
    return (heads, inner // heads) if heads is not None else (inner // known, known)


def _auto(f: Fields) -> bool:
    return any(f.raw(name) == "auto" for name in WIDTH)


def _needed(f: Fields, names: tuple[str, ...]) -> Traced:
    found = f.first(*names)
    if found is None:
        raise f.unclear(names[0], f"absent, and recurrent layers need it; known names: {', '.join(names)}")
    return found
