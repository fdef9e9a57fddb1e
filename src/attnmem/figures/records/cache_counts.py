"""What the ledger counts of the bundled models, as tables that figures take their numbers from."""

from collections.abc import Mapping
from functools import cache

from sympy import Integer, Symbol

from attnmem.figures.controls import Preset
from attnmem.figures.counted import Counted
from attnmem.ledger import account, bundled_names, load
from attnmem.ledger.account import Account
from attnmem.ledger.layer import Kind, Model
from attnmem.ledger.rates import Group, Rates, rates
from attnmem.proof.record import Letter
from attnmem.symbols import Scale, symbols
from attnmem.symbols.quantity import slider
from attnmem.theory.cache_held import LETTERS as HELD_LETTERS
from attnmem.theory.cache_held import W, n, s, u, w

MODELS = bundled_names()
FORMATS = {"16 bits": ("bf16", "bf16"), "8 bits": ("fp8", "fp8"), "4 bits": ("fp4", "fp4")}
CONTEXTS = tuple(2.0**power for power in range(10, 21))
BATCHES = slider(1, 2**8, 1, Scale.LOG2)
DEVICES = (1.0, 2.0, 4.0, 8.0)
SEEN = ("kimi-k3", "deepseek-v4-pro", "deepseek-v3.2", "llama-3.1-70b", "gemma-3-4b", "qwen3-next-80b-a3b")
PUBLISHED = "its published config"

model, packing, devices = symbols("model_choice", "format_choice", "device_count")
full, latent, pooled, index = symbols("full_bytes", "latent_bytes", "pooled_bytes", "index_bytes")
growing, windowed = symbols("growing_values", "windowed_values")
units, kept = symbols("scale_units", "scale_elements")

LETTERS = {
    **HELD_LETTERS,
    model: Letter("model"),
    packing: Letter("format"),
    devices: Letter("tp"),
    full: Letter("g_full"),
    latent: Letter("g_latent"),
    pooled: Letter("g_pooled"),
    index: Letter("g_index"),
    growing: Letter("d_grow"),
    windowed: Letter("d_window"),
    units: Letter("units"),
    kept: Letter("kept"),
}
CHOICES = tuple(float(place) for place, _ in enumerate(MODELS))
PACKINGS = tuple(float(place) for place, _ in enumerate(FORMATS))
BY_TERMS = {model: CHOICES, packing: PACKINGS, devices: DEVICES}


@cache
def loaded(name: str) -> Model:
    """A bundled model, read once."""
    return load(name)


def choice(name: str) -> Integer:
    """Where the slider stands for that model."""
    return Integer(MODELS.index(name))


def presets(*names: str) -> tuple[Preset, ...]:
    """Buttons that choose a model."""
    return tuple(Preset(name, {model: choice(name)}, PUBLISHED) for name in names)


def found_at(state: Mapping[Symbol, float]) -> Account:
    """The account of the model that the sliders name."""
    kv, index_format = tuple(FORMATS.values())[int(state.get(packing, 0))]
    return account(
        loaded(MODELS[int(state[model])]),
        int(state.get(n, CONTEXTS[0])),
        tp=int(state.get(devices, 1)),
        kv_format=kv,
        index_format=index_format,
    )


def _rates(state: Mapping[Symbol, float]) -> Rates:
    return rates(found_at(state))


def _by_kind(state: Mapping[Symbol, float]) -> tuple[float, ...]:
    found = _rates(state)
    grown = tuple(float(found.growth[group]) for group in Group)
    return (*grown, float(found.window), float(found.window_tokens), float(found.fixed))


def _beside(state: Mapping[Symbol, float]) -> tuple[float, ...]:
    found = _rates(state)
    return (float(found.uniform), float(found.growing_values), float(found.windowed_values))


def per_layer(found: Account) -> tuple[float, float]:
    """Units a query can tell apart and elements kept for each token, as means of the layers that remember."""
    layers = [layer for layer in found.model.layers if layer.kind is not Kind.NONE]
    elements = found.held + found.state + found.compressor
    return found.units / len(layers), elements / found.tokens / len(layers)


HELD = Counted(
    key="cache-rates", grid=BY_TERMS, symbols=(full, latent, pooled, index, w, W, s), count=_by_kind
)
BESIDE = Counted(key="cache-beside", grid=BY_TERMS, symbols=(u, growing, windowed), count=_beside)
SCALE = Counted(
    key="cache-scale-chosen",
    grid={model: CHOICES, n: CONTEXTS},
    symbols=(units, kept),
    count=lambda state: per_layer(found_at(state)),
)
