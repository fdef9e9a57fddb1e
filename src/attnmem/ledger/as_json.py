"""The ledger as one JSON object: whole numbers stay whole, other exact numbers are strings ``p/q``."""

from fractions import Fraction
from typing import Any

from attnmem.ledger.account import Account, RowNumbers
from attnmem.ledger.layer import Model, elements
from attnmem.ledger.traced import Traced

SCHEMA = "attnmem.ledger/1"


def exact(number: int | Fraction) -> int | str:
    """An integer, or ``p/q``.

    >>> exact(Fraction(8, 2)), exact(Fraction(7, 2))
    (4, '7/2')
    """
    fraction = Fraction(number)
    return fraction.numerator if fraction.denominator == 1 else f"{fraction.numerator}/{fraction.denominator}"


def answer(found: Account) -> dict[str, Any]:
    """The object for an account."""
    return {
        "schema": SCHEMA,
        "model": found.model.name,
        "tokens": found.tokens,
        "batch": found.terms.batch,
        "tp": found.terms.devices,
        "page": found.terms.page,
        "engine": str(found.terms.engine),
        "formats": {
            role: getattr(found.terms, role).name for role in ("kv", "index", "state", "conv", "compressor")
        },
        "layers": [row(numbers) for numbers in found.rows],
        "growth_elements_per_token": exact(found.growth),
        "uniform_elements_per_token": exact(found.uniform),
        "window_elements": found.window,
        "recurrent_elements": found.recurrent,
        "state_elements": found.state,
        "state_elements_conv_k": found.state_conv_k,
        "compressor_elements": found.compressor,
        "held_elements": found.held,
        "reach_entries": found.reach,
        "units": found.units,
        "decision_bits": found.decision_bits,
        "read_elements_per_step": found.read,
        "written_elements_per_step": exact(found.written),
        "bytes": sizes(found),
        "notes": list(found.notes),
        "assumed": list(found.model.assumed),
        "unread": list(found.model.unread),
        "refused": [],
    }


def sizes(found: Account) -> dict[str, int | str]:
    """Bytes of the batch."""
    return {
        "growth_per_token": exact(found.bytes_growth()),
        "held": exact(found.bytes_held()),
        "held_without_scales": exact(found.bytes_held(scales=False)),
        "state": exact(found.bytes_state()),
        "allocated": exact(found.bytes_allocated()),
        "per_device": exact(found.bytes_allocated(devices=found.terms.devices)),
        "read_per_step": exact(found.bytes_read()),
        "read_per_step_per_device": exact(found.bytes_read(devices=found.terms.devices)),
    }


def row(numbers: RowNumbers) -> dict[str, Any]:
    """One row of layers."""
    layer = numbers.row.layer
    return {
        "kind": str(layer.kind),
        "count": numbers.row.count,
        "positions": list(numbers.row.positions),
        "shared": numbers.row.shared,
        "shared_positions": list(numbers.row.shared_positions),
        "kv_elements_per_entry": elements(layer.entry),
        "index_elements_per_entry": elements(layer.index),
        "tokens_per_entry": layer.tokens_per_entry.value,
        "cap": _number(layer.cap),
        "raw_window": _number(layer.raw),
        "recurrent_elements": elements(layer.state),
        "conv_elements": elements(layer.conv),
        "conv_elements_conv_k": elements(layer.conv_k),
        "compressor_elements": elements(layer.compressor),
        "topk": _number(layer.topk),
        "units": layer.units(numbers.tokens),
        "held_elements": numbers.held,
    }


def _number(limit: Traced | None) -> int | None:
    return None if limit is None else limit.value


def refusal(name: str, why: str) -> dict[str, Any]:
    """The object for a model that was not accounted."""
    return {"schema": SCHEMA, "model": name, "refused": [why]}


def described(model: Model) -> str:
    return f"{model.name}: {len(model.layers)} layers"
