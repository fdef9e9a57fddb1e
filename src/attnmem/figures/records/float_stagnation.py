"""A state rounded at every step, or once per chunk: what is left of it when it should be forgotten."""

from collections.abc import Mapping

import numpy as np
from sympy import Integer, Rational, Symbol

from attnmem.core.floats import float_format
from attnmem.core.stagnation import run_decay
from attnmem.figures.controls import Control, Preset
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Rule, Trials
from attnmem.figures.measured import Measured, Seen
from attnmem.symbols import Scale
from attnmem.theory.float_letters import LETTERS, C, L, p, theta
from attnmem.theory.float_stagnation import (
    STAGNATION_COMPLEMENT,
    STAGNATION_FREE_LIFETIME,
    STAGNATION_LIFETIME,
)

FORMATS = {8.0: "bf16", 11.0: "fp16"}
BITS, CHUNKS = tuple(FORMATS), (1.0, 16.0, 64.0)
PLACES = tuple(64 * max(1, round(10 ** (i / 8) / 64)) for i in range(17, 49))
FORGOTTEN = Rational(1, 100)


def left_over(state: Mapping[Symbol, float]) -> tuple[Seen, ...]:
    """The state after exactly its lifetime, for each lifetime: it should be the threshold."""
    fmt, chunk = float_format(FORMATS[state[p]]), int(state[C])
    threshold = float(FORGOTTEN)
    decays = np.array([threshold ** (1 / place) for place in PLACES])
    left = run_decay(decays, fmt, threshold=0.0, most=np.array(PLACES), chunk=chunk).last
    return tuple(
        Seen(float(place), float(f"{last:.4g}")) for place, last in zip(PLACES, left.tolist(), strict=True)
    )


RUN = Measured(
    key="left-over",
    title="Weight left after L tokens",
    grid={p: BITS, C: CHUNKS},
    run=left_over,
    how="the recursion run for L tokens from one; nothing drawn at random",
    source="decay held and multiplied in float64, the state rounded to nearest even in BF16 or FP16",
)

FLOAT_STAGNATION_FIGURE = Figure(
    key="float-stagnation",
    title="A rounded state stops fading",
    x=Axis(
        symbol=L,
        low=Integer(100),
        high=Integer(10**6),
        label="wanted lifetime L",
        unit="tokens",
        scale=Scale.LOG10,
    ),
    y=Axis(low=Rational(1, 1000), high=Rational(3, 2), label="weight left", scale=Scale.LOG10),
    marks=(
        Rule(key="goal", label="wanted", direction="y", at=FORGOTTEN),
        Rule(key="free", label="freezing begins", at=STAGNATION_FREE_LIFETIME, series=3),
        Rule(key="stuck", label="all frozen from", at=STAGNATION_LIFETIME, series=2),
        Trials(key="ran", label="measured", table=RUN, series=1),
    ),
    sliders=(
        Control(symbol=p, label="significant bits of the state", grid=BITS, start=Integer(8)),
        Control(symbol=C, label="tokens between roundings", grid=CHUNKS, start=Integer(1)),
    ),
    fixed={theta: FORGOTTEN},
    presets=(
        Preset("BF16, each token", {p: Integer(8), C: Integer(1)}, "a plain recurrence"),
        Preset(
            "BF16, chunks of 16",
            {p: Integer(8), C: Integer(16)},
            "FlashKDA keeps its state in BF16 and updates it once per 16 tokens",
        ),
        Preset("FP16, each token", {p: Integer(11), C: Integer(1)}, "a plain recurrence"),
    ),
    readouts=(
        Readout(key="fades", label="fades as it should up to", value=STAGNATION_FREE_LIFETIME, unit="tokens"),
        Readout(key="stands", label="stands still from", value=STAGNATION_LIFETIME, unit="tokens"),
        Readout(
            key="loss", label="loss per rounding that is lost itself", value=STAGNATION_COMPLEMENT, unit="1"
        ),
    ),
    says=(
        Sentence(
            "With {p} significant bits and a chunk length of {C}, no state freezes before a lifetime of "
            "{fades}; from {stands} on, every state stands still and nothing is ever forgotten."
        ),
    ),
    letters=LETTERS,
    outside="A decay lies between zero and one",
)
