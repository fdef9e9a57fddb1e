"""What is held, what an engine may reserve for it, and what no query-blind memory can do without."""

from dataclasses import replace

from sympy import Integer, Min

from attnmem.figures.controls import Control
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Line, Points
from attnmem.figures.records.cache_counts import (
    BATCHES,
    BESIDE,
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
    growing,
    model,
    packing,
    presets,
    windowed,
)
from attnmem.figures.records.cache_shares import TOTAL
from attnmem.proof.record import Letter
from attnmem.symbols import Scale
from attnmem.theory import index_letters
from attnmem.theory.cache_held import CACHE_RESERVED, B, W, n, p
from attnmem.theory.index_bits import INDEX_BITS_PER_TOKEN

VALUES = growing * n + windowed * Min(n, W)
NEEDED = replace(
    INDEX_BITS_PER_TOKEN,
    key="cache-needed",
    title="Bytes that a query-blind memory needs for arbitrary values, on the mean device",
    expression=INDEX_BITS_PER_TOKEN.expression.xreplace({index_letters.d: B * VALUES / (8 * devices)}),
    unit="B",
)

CACHE_LINES_FIGURE = Figure(
    key="cache-lines",
    title="Held, reserved, and needed by a memory that does not know the query",
    x=Axis(symbol=n, low=Integer(2**10), high=Integer(2**20), label="context n, tokens", scale=Scale.LOG2),
    y=Axis(low=Integer(2**20), high=Integer(2**46), label="bytes on a device", unit="B", scale=Scale.LOG2),
    marks=(
        Line(key="reserved", label="reserved at most", y=CACHE_RESERVED, series=2),
        Line(key="held", label="held", y=TOTAL, series=1),
        Line(key="needed", label="lower bound", y=NEEDED, series=3),
        Points(key="here", label="What is held", places=((n, TOTAL),), series=1),
    ),
    sliders=(
        Control(symbol=model, grid=CHOICES, names=MODELS, start=choice("deepseek-v4-pro"), label="model"),
        Control(symbol=n, grid=CONTEXTS, start=Integer(2**17)),
        Control(symbol=B, range=BATCHES, label="batch, sequences"),
        Control(symbol=packing, grid=PACKINGS, names=tuple(FORMATS), label="entries and index keys in"),
        Control(symbol=devices, grid=DEVICES, label="devices (tensor-parallel)"),
        Control(symbol=p, label="tokens a page"),
        Control(symbol=index_letters.delta, label="errors the bound allows"),
    ),
    presets=presets(*SEEN),
    counted=(HELD, BESIDE),
    readouts=(
        Readout(key="total", label="held", value=TOTAL, unit="B"),
        Readout(key="pages", label="reserved, at most", value=CACHE_RESERVED, unit="B"),
        Readout(key="bound", label="needed by a query-blind memory, at least", value=NEEDED, unit="B"),
    ),
    says=(
        Sentence(
            "{model} at {n} tokens holds {total}. An engine without window management reserves up to {pages}."
        ),
        Sentence(
            "What is held lies above the {bound} that a query-blind memory needs for arbitrary values, which "
            "is necessary for exact recall and not sufficient.",
            "What is held lies below the {bound} that a query-blind memory needs for arbitrary values: "
            "no method can read every value back from it.",
            when=(NEEDED, TOTAL),
        ),
    ),
    letters={**LETTERS, index_letters.delta: Letter("delta", r"\delta")},
    outside="Nothing is held",
)
