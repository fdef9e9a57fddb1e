"""Every bundled model on one scale: what it keeps of a token, and how finely a query can address the past."""

from collections.abc import Callable, Mapping

from sympy import Integer, Rational, Symbol

from attnmem.figures.controls import Control
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Points, Rule, Trials
from attnmem.figures.measured import Measured, Seen
from attnmem.figures.records.cache_counts import (
    CHOICES,
    CONTEXTS,
    LETTERS,
    MODELS,
    SCALE,
    SEEN,
    choice,
    found_at,
    kept,
    loaded,
    model,
    per_layer,
    presets,
    units,
)
from attnmem.ledger.layer import Kind, Model
from attnmem.symbols import Scale
from attnmem.theory.cache_held import n

POOLED, RECURRENT, LATENT, WINDOWS, EVERY = (
    "with pooled layers",
    "with recurrent layers",
    "latents only",
    "with windows",
    "every token in every layer",
)


def family(found: Model) -> str:
    """What sets a model apart on the scale: the first that applies."""
    kinds = {layer.kind for layer in found.layers}
    if kinds & {Kind.CSA, Kind.HCA}:
        return POOLED
    if kinds & {Kind.RECURRENT, Kind.HYBRID}:
        return RECURRENT
    if Kind.MLA in kinds:
        return LATENT
    return WINDOWS if kinds & {Kind.WINDOW, Kind.CHUNK} else EVERY


def _members(name: str) -> tuple[str, ...]:
    return tuple(each for each in MODELS if family(loaded(each)) == name)


def _seen(name: str) -> Callable[[Mapping[Symbol, float]], tuple[Seen, ...]]:
    def run(state: Mapping[Symbol, float]) -> tuple[Seen, ...]:
        places = (
            (each, per_layer(found_at({model: MODELS.index(each), **state}))) for each in _members(name)
        )
        return tuple(Seen(float(f"{x:.6g}"), float(f"{y:.6g}"), name=each) for each, (x, y) in places)

    return run


def _trials(key: str, name: str, series: int) -> Trials:
    table = Measured(
        key=f"cache-{key}",
        title=f"Models {name}" if name.startswith("with") else f"Models, {name}",
        grid={n: CONTEXTS},
        run=_seen(name),
        how="counted, nothing drawn at random",
        source="configs as published",
    )
    return Trials(key=key, label=name, table=table, series=series)


CACHE_SCALE_FIGURE = Figure(
    key="cache-scale",
    title="What is kept of a token, and how finely the past can be addressed",
    x=Axis(
        low=Rational(1, 2),
        high=Integer(2**21),
        label="told apart by a query, mean of a layer",
        unit="units",
        scale=Scale.LOG2,
    ),
    y=Axis(
        low=Rational(1, 20),
        high=Integer(10**5),
        label="kept for each token, mean of a layer",
        unit="elements",
        scale=Scale.LOG10,
    ),
    marks=(
        _trials("every", EVERY, 1),
        _trials("windows", WINDOWS, 2),
        _trials("latent", LATENT, 3),
        _trials("recurrent", RECURRENT, 4),
        _trials("pooled", POOLED, 5),
        Rule(key="across", label="chosen model", at=units),
        Rule(key="up", label="", direction="y", at=kept),
        Points(key="chosen", label="The chosen model", places=((units, kept),), series=6),
    ),
    sliders=(
        Control(symbol=n, grid=CONTEXTS, start=Integer(2**20)),
        Control(symbol=model, grid=CHOICES, names=MODELS, start=choice("kimi-k3"), label="model"),
    ),
    presets=presets(*SEEN),
    counted=(SCALE,),
    readouts=(
        Readout(key="mean_units", label="units, mean of a layer", value=units, unit="units"),
        Readout(
            key="mean_kept", label="elements for each token, mean of a layer", value=kept, unit="elements"
        ),
    ),
    says=(
        Sentence(
            "At {n} tokens a layer of {model} keeps {mean_kept} for each token and lets a query tell "
            "{mean_units} apart, as a mean over its layers."
        ),
    ),
    letters=LETTERS,
    outside="Nothing is kept",
)
