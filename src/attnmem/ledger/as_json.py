"""The ledger as one JSON object: whole numbers stay whole, other exact numbers are strings ``p/q``."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from attnmem.ledger.account import Account, RowNumbers
from attnmem.ledger.bound import Bound
from attnmem.ledger.explain import Explained
from attnmem.ledger.fit import Fit
from attnmem.ledger.layer import elements
from attnmem.ledger.strict_json import named
from attnmem.ledger.traced import Traced
from attnmem.units import milliseconds

SCHEMA = "attnmem.ledger/1"


def exact(number: int | Fraction) -> int | str:
    """An integer, or ``p/q``.

    >>> exact(Fraction(8, 2)), exact(Fraction(7, 2))
    (4, '7/2')
    """
    fraction = Fraction(number)
    return fraction.numerator if fraction.denominator == 1 else f"{fraction.numerator}/{fraction.denominator}"


def answer(found: Account, bandwidth: int | None = None) -> dict[str, Any]:
    """The object for an account; with a bandwidth also the least time a decode step takes."""
    read = found.bytes_read(devices=found.terms.devices)
    floor = None if bandwidth is None else float(milliseconds(read, bandwidth))
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
        "floor_ms_per_token": floor,
        "context": found.context,
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


def fitted(found: Fit) -> dict[str, Any]:
    """What fits; null for a value that no size limits."""
    return {
        "what": found.what,
        "value": found.value,
        "budget_bytes": found.budget,
        "weights_bytes": found.weights,
        "allocated_bytes": exact(found.allocated),
    }


def bound(found: Sequence[Bound], delta: float) -> dict[str, Any]:
    """Bits needed and kept, a row of layers each."""
    return {
        "delta": delta,
        "layers": [
            {
                "kind": str(one.numbers.row.layer.kind),
                "count": one.numbers.row.count,
                "tokens": one.tokens,
                "value_elements": one.width,
                "needed_bits": one.needed,
                "kept_bits": exact(one.kept),
            }
            for one in found
        ],
    }


def explained(found: Sequence[Explained]) -> list[dict[str, Any]]:
    """Each number with its formula and the fields read."""
    return [
        {
            "what": one.what,
            "of": one.of,
            "value": one.value if isinstance(one.value, float) else exact(one.value),
            "formula": one.formula,
            "fields": {read.path: _json_safe(read.value) for read in one.reads},
        }
        for one in found
    ]


def _json_safe(value: object) -> object:
    """Values as they stood, with long lists left to the file."""
    return value if not isinstance(value, (list, dict)) else named(value)


def flat(found: dict[str, Any]) -> dict[str, Any]:
    """One line of names and plain values; bytes under their own names, lists joined."""
    line: dict[str, Any] = {}
    for name, value in found.items():
        if isinstance(value, dict):
            line |= {f"{name}.{inner}": one for inner, one in value.items()}
        elif name == "layers":
            line[name] = " + ".join(f"{r['count'] + r['shared']} {r['kind']}" for r in value)
        else:
            line[name] = "; ".join(map(str, value)) if isinstance(value, list) else value
    return line
