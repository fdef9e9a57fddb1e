"""Where a model's memory goes as its context grows: a stack by kind of layer, every height in per cent."""

from dataclasses import replace

from sympy import Integer
from sympy.core.expr import Expr

from attnmem.figures.controls import Control
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Part, Rule, Stack
from attnmem.figures.records.cache_counts import (
    BATCHES,
    CHOICES,
    CONTEXTS,
    DEVICES,
    FORMATS,
    HELD,
    LETTERS,
    MODELS,
    PACKINGS,
    SEEN,
    choice,
    devices,
    full,
    index,
    latent,
    model,
    packing,
    pooled,
    presets,
)
from attnmem.proof.record import Formula
from attnmem.symbols import Scale
from attnmem.theory.cache_held import (
    CACHE_FIXED,
    CACHE_GROWN,
    CACHE_HELD,
    CACHE_SHARE,
    CACHE_WINDOWS,
    B,
    g,
    n,
    part,
    whole,
)


def with_kinds(found: Formula) -> Formula:
    """The formula with its growth made of the growth of each kind of layer."""
    return replace(found, expression=found.expression.xreplace({g: full + latent + pooled + index}))


def grown(rate: Expr) -> Formula:
    """The bytes that one kind of layer has grown to."""
    return replace(CACHE_GROWN, expression=CACHE_GROWN.expression.xreplace({g: rate}))


def share(of: Formula) -> Formula:
    """A part of what is held, in per cent."""
    both = {part: of.expression, whole: TOTAL.expression}
    return replace(CACHE_SHARE, expression=CACHE_SHARE.expression.xreplace(both), conditions=())


TOTAL = with_kinds(CACHE_HELD)

CACHE_SHARES_FIGURE = Figure(
    key="cache-shares",
    title="Where a model's cache memory goes",
    x=Axis(
        symbol=n,
        low=Integer(2**10),
        high=Integer(2**20),
        label="context n, tokens",
        scale=Scale.LOG2,
        points=61,
    ),
    y=Axis(low=Integer(0), high=Integer(100), label="share of the memory held", unit="%"),
    marks=(
        Stack(
            key="kinds",
            parts=(
                Part("share-full", "keys and values", share(grown(full))),
                Part("share-latent", "latents (MLA)", share(grown(latent))),
                Part("share-pooled", "pooled entries", share(grown(pooled))),
                Part("share-index", "index keys", share(grown(index))),
                Part("share-windows", "windows", share(CACHE_WINDOWS)),
                Part("share-fixed", "fixed state", share(CACHE_FIXED)),
            ),
        ),
        Rule(key="here", label="chosen context", at=n),
    ),
    sliders=(
        Control(symbol=model, grid=CHOICES, names=MODELS, start=choice("kimi-k3"), label="model"),
        Control(symbol=n, grid=CONTEXTS, start=Integer(2**17)),
        Control(symbol=B, range=BATCHES, label="batch, sequences"),
        Control(symbol=packing, grid=PACKINGS, names=tuple(FORMATS), label="entries and index keys in"),
        Control(symbol=devices, grid=DEVICES, label="devices (tensor-parallel)"),
    ),
    presets=presets(*SEEN),
    counted=(HELD,),
    readouts=(
        Readout(key="held", label="held on the fullest device", value=TOTAL, unit="B"),
        Readout(key="full", label="keys and values", value=grown(full), unit="B"),
        Readout(key="latent", label="latents", value=grown(latent), unit="B"),
        Readout(key="pooled", label="pooled entries", value=grown(pooled), unit="B"),
        Readout(key="index", label="index keys", value=grown(index), unit="B"),
        Readout(key="windows", label="windows", value=CACHE_WINDOWS, unit="B"),
        Readout(key="fixed", label="fixed state", value=CACHE_FIXED, unit="B"),
    ),
    says=(
        Sentence(
            "{model}, {n} tokens, batch {B}, {format}, tensor-parallel {tp}: "
            "the fullest device holds {held}. Of it, windows take {windows} and fixed state {fixed}."
        ),
    ),
    letters=LETTERS,
    outside="Nothing is held",
)
