"""Bits a layer keeps per token over bits the bound asks for: slots stay where they are, a state sinks."""

from sympy import Integer, Rational

from attnmem.figures.controls import Control, Preset
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Line, Points, Rule
from attnmem.symbols import Scale
from attnmem.symbols.quantity import slider
from attnmem.theory.index_bits import INDEX_BITS_PER_TOKEN, INDEX_STATE_EXHAUSTED
from attnmem.theory.index_kept import SLOT_BITS, SLOT_SHARE, STATE_SHARE
from attnmem.theory.index_letters import LETTERS, b, c, d, delta, dk, dv, m, n

STATE = {dk: Integer(128), dv: Integer(128), d: Integer(128)}
HCA = {c: Integer(512), m: Integer(128), d: Integer(512)}
CSA = {c: Integer(512), m: Integer(4), d: Integer(512)}
MLA = {c: Integer(576), m: Integer(1), d: Integer(96 * 128)}
WIDE = {d: Integer(512)}
V4 = "arXiv 2606.19348"
MIXED = f"{V4}: 448 entries of 8 bits and 64 of 16 are 576 bytes, 9 bits an entry"

INDEX_KEPT_FIGURE = Figure(
    key="index-kept",
    title="Bits kept over bits needed",
    x=Axis(
        symbol=n,
        low=Integer(2**8),
        high=Integer(2**22),
        label="tokens in context n",
        scale=Scale.LOG2,
    ),
    y=Axis(low=Rational(1, 10**4), high=Integer(1000), label="bits kept / bits needed", scale=Scale.LOG10),
    marks=(
        Rule(key="bound", label="the bound", direction="y", at=Integer(1)),
        Line(key="csa", label="CSA, 4 a slot", y=SLOT_SHARE, at=CSA, series=2),
        Line(key="mla", label="MLA, 576 a token", y=SLOT_SHARE, at=MLA, series=4),
        Line(key="hca", label="HCA, 128 a slot", y=SLOT_SHARE, at=HCA, series=3),
        Line(key="kda", label="KDA, 128 × 128", y=STATE_SHARE, at=STATE, series=1),
        Points(key="here", label="The state", places=((n, STATE_SHARE),), series=1),
    ),
    sliders=(
        Control(symbol=n, label="tokens in context", range=slider(2**8, 2**22, 2**20, Scale.LOG2)),
        Control(symbol=b, label="bits of one stored entry", range=slider(4, 32, 16)),
        Control(
            symbol=delta,
            label="bits read back wrongly, at most",
            range=slider("1/1000", "3/10", "1/10", Scale.LOG10),
        ),
    ),
    fixed={**STATE, c: Integer(512), m: Integer(128)},
    presets=(
        Preset("Kimi K3", {n: Integer(2**20), b: Integer(16)}, "arXiv 2607.24653: KDA and MLA, BF16"),
        Preset("K3, FP32 state", {n: Integer(2**20), b: Integer(32)}, "arXiv 2607.24653, state in FP32"),
        Preset("DeepSeek-V4-Pro", {n: Integer(2**20), b: Integer(9)}, MIXED),
        Preset("DeepSeek-V3.2", {n: Integer(163840), b: Integer(16)}, "arXiv 2512.02556: MLA, BF16"),
    ),
    readouts=(
        Readout(key="state", label="KDA state, kept over needed", value=STATE_SHARE, unit="1", at=STATE),
        Readout(key="hca-share", label="HCA, kept over needed", value=SLOT_SHARE, unit="1", at=HCA),
        Readout(key="csa-share", label="CSA, kept over needed", value=SLOT_SHARE, unit="1", at=CSA),
        Readout(key="mla-share", label="MLA, kept over needed", value=SLOT_SHARE, unit="1", at=MLA),
        Readout(
            key="needed",
            label="needed for 512 values",
            value=INDEX_BITS_PER_TOKEN,
            unit="bits per token",
            at=WIDE,
        ),
        Readout(key="slots", label="kept by HCA", value=SLOT_BITS, unit="bits per token", at=HCA),
        Readout(
            key="full", label="a state is under the bound after", value=INDEX_STATE_EXHAUSTED, unit="tokens"
        ),
    ),
    says=(
        Sentence(
            "At {n} tokens and {b} bits an entry the KDA state keeps {state} of the bits that the bound "
            "asks for, HCA {hca-share}, CSA {csa-share} and MLA {mla-share} times as many. Below one a layer "
            "alone cannot give back every bit with at most {delta} of them wrong."
        ),
    ),
    letters=LETTERS,
    outside="A coin needs no memory",
)
