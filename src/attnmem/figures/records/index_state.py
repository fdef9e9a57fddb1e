"""Where one head's state of fixed size runs out: bits needed grow with every token, bits held do not."""

from sympy import Integer

from attnmem.figures.controls import Control, Preset
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Line, Points
from attnmem.symbols import Scale
from attnmem.symbols.quantity import slider
from attnmem.theory.index_bits import INDEX_BITS_FORMULA, INDEX_STATE_EXHAUSTED
from attnmem.theory.index_kept import STATE_BITS
from attnmem.theory.index_letters import LETTERS, b, d, delta, dk, dv, n

K3 = "arXiv 2607.24653: heads of 128 × 128"

INDEX_STATE_FIGURE = Figure(
    key="index-state",
    title="Where a state of fixed size runs out",
    x=Axis(symbol=n, low=Integer(2**4), high=Integer(2**20), label="tokens streamed n", scale=Scale.LOG2),
    y=Axis(low=Integer(10**2), high=Integer(10**9), label="bits of one head", scale=Scale.LOG10),
    marks=(
        Line(key="needed", label="needed at least", y=INDEX_BITS_FORMULA, series=2),
        Line(key="held", label="held by the state", y=STATE_BITS, series=1),
        Points(key="here", label="The crossing", places=((INDEX_STATE_EXHAUSTED, STATE_BITS),), series=1),
    ),
    sliders=(
        Control(symbol=dk, label="rows of the state", range=slider(16, 1024, 128, Scale.LOG2)),
        Control(symbol=b, label="bits of one entry of the state", range=slider(4, 64, 16, Scale.LOG2)),
        Control(
            symbol=delta,
            label="bits read back wrongly, at most",
            range=slider("1/1000", "3/10", "1/10", Scale.LOG10),
        ),
    ),
    fixed={dv: Integer(128), d: Integer(128)},
    presets=(
        Preset("K3 head, BF16", {dk: Integer(128), b: Integer(16)}, K3),
        Preset("K3 head, FP32", {dk: Integer(128), b: Integer(32)}, K3),
    ),
    readouts=(
        Readout(key="out", label="runs out after", value=INDEX_STATE_EXHAUSTED, unit="tokens"),
        Readout(key="bits", label="held by the state", value=STATE_BITS, unit="bits"),
    ),
    says=(
        Sentence(
            "A state of {dk} by 128 entries of {b} bits holds {bits}. From {out} on it cannot give back "
            "every bit of the values with at most {delta} of them wrong, whatever is written into it."
        ),
    ),
    letters=LETTERS,
    outside="A coin needs no memory",
)
