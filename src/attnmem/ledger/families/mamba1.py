"""Mamba-1: a state of state size per channel, and a convolution over the channels.

Keeps   channels × state size recurrent elements, channels convolution channels
Source  mamba_ssm ``modules/mamba_simple.py``; field names of Mamba, Falcon-Mamba, Jamba and Zamba in
        transformers 5.24
Limits  where a pure Mamba file gives ``intermediate_size`` that is the channel count (Falcon-Mamba's
        ``expand`` is not); in Jamba that field is the width of the feed-forward part
"""

from attnmem.ledger.families import gqa, mamba2
from attnmem.ledger.families.convolution import columns
from attnmem.ledger.fields import Fields
from attnmem.ledger.layer import Kind, Layer, Parts, part
from attnmem.ledger.layouts.words import Word
from attnmem.ledger.traced import Traced


def claims(f: Fields) -> bool:
    return ("mamba_d_state" in f or "state_size" in f) and not mamba2.claims(f)


def layer(f: Fields, word: Word) -> Layer:
    """One such layer."""
    state, conv, conv_k = memory(f)
    return Layer(
        kind=Kind.RECURRENT, state=state, conv=conv, conv_k=conv_k, values=part("values", _channels(f), 1)
    )


def memory(f: Fields) -> tuple[Parts, Parts, Parts]:
    """State and convolution, for layers that have these beside attention too."""
    channels = _channels(f)
    conv, conv_k = columns(part("channels", channels, 1), _needed(f, "mamba_d_conv", "conv_kernel"))
    return (part("state", channels, _needed(f, "mamba_d_state", "state_size")),), conv, conv_k


def _channels(f: Fields) -> Traced:
    pure = f.first("intermediate_size", "d_inner") if "mamba_d_state" not in f else None
    return pure or _needed(f, "mamba_expand", "expand") * _needed(f, *gqa.HIDDEN)


def _needed(f: Fields, *names: str) -> Traced:
    found = f.first(*names)
    if found is None:
        raise f.unclear(names[0], f"absent, and recurrent layers need it; known names: {', '.join(names)}")
    return found
