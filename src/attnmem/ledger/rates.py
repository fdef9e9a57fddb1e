"""A model's bytes as rates by what they stand for: what a token adds, while windows fill and after.

The pieces of ``cache-held`` for one sequence on the fullest device, counted stream by stream. A window has
one length in every bundled model; two lengths are refused rather than mixed.
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from attnmem.errors import NotUnderstood
from attnmem.ledger.account import Account, divided
from attnmem.ledger.layer import Kind
from attnmem.ledger.streams import Engine, Role, Stream, streams


class Group(StrEnum):
    """What growing bytes are for."""

    FULL = "keys and values of every token"
    LATENT = "latents of every token"
    POOLED = "pooled entries"
    INDEX = "index keys"


@dataclass(frozen=True, slots=True)
class Rates:
    """Bytes a token by group, bytes a token while windows fill, their length, fixed bytes.

    ``uniform`` is what a token adds if nothing is capped. Value elements are those the bound counts.
    """

    growth: dict[Group, Fraction]
    window: Fraction
    window_tokens: int
    fixed: Fraction
    uniform: Fraction
    growing_values: int
    windowed_values: int


def rates(found: Account) -> Rates:
    """The rates of an account, for one sequence and the largest share of one of its devices."""
    growth = dict.fromkeys(Group, Fraction(0))
    window = fixed = Fraction(0)
    lengths: set[int] = set()
    for numbers in found.rows:
        for stream in streams(numbers.row.layer, Engine.PAYLOAD):
            size = numbers.row.count * _size(found, stream)
            if not numbers.row.count:
                continue
            if stream.grows:
                growth[_group(stream, numbers.row.layer.kind)] += size / stream.per
            elif stream.per and stream.cap is not None:
                window += size / stream.per
                lengths.add(stream.cap * stream.per)
            else:
                fixed += size
    if len(lengths) > 1:
        raise NotUnderstood(f"windows of {sorted(lengths)} tokens side by side have no single length")
    values = [
        (n.row.count * n.row.layer.values.elements, n.row.layer)
        for n in found.rows
        if n.row.layer.values is not None and n.row.layer.stores
    ]
    return Rates(
        growth,
        window,
        max(lengths, default=0),
        fixed,
        _uniform(found),
        sum(count for count, layer in values if layer.cap is None),
        sum(count for count, layer in values if layer.cap is not None),
    )


def _uniform(found: Account) -> Fraction:
    sizes = (
        numbers.row.count * _size(found, stream) / stream.per
        for numbers in found.rows
        for stream in streams(numbers.row.layer, Engine.UNIFORM)
        if stream.per
    )
    return sum(sizes, Fraction(0))


def _size(found: Account, stream: Stream) -> Fraction:
    return found.terms.format(stream.role).bytes(divided(stream.parts, found.terms.devices))


def _group(stream: Stream, kind: Kind) -> Group:
    if stream.role is Role.INDEX:
        return Group.INDEX
    if kind is Kind.MLA:
        return Group.LATENT
    return Group.POOLED if kind in (Kind.CSA, Kind.HCA) else Group.FULL
