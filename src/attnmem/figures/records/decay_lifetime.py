"""Lifetime against what a channel loses per token, and where a stored decay runs out of digits."""

from sympy import Integer, Rational

from attnmem.figures.controls import Control, Preset
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Label, Line, Points, Rule
from attnmem.symbols import Scale
from attnmem.symbols.quantity import slider
from attnmem.theory.decay_letters import LETTERS, L, d, theta
from attnmem.theory.decay_lifetime import DECAY_COMPLEMENT_NEEDED, DECAY_LIFETIME_COMPLEMENT
from attnmem.theory.float_letters import p
from attnmem.theory.float_spacing import FLOAT_LIFETIME, FLOAT_SPACINGS

FP32, HALF, BF16 = (Rational(1, 2**bits) for bits in (24, 11, 8))
OWN = "a round number of tokens"

DECAY_LIFETIME_FIGURE = Figure(
    key="decay-lifetime",
    title="How little a channel may lose per token",
    x=Axis(
        symbol=d,
        low=Rational(1, 10**9),
        high=Rational(1, 2),
        label="lost per token, 1 − α",
        scale=Scale.LOG10,
    ),
    y=Axis(low=Integer(1), high=Integer(10**10), label="lifetime", unit="tokens", scale=Scale.LOG10),
    marks=(
        Rule(key="fp32", label="", at=FP32, series=4),
        Rule(key="half", label="", at=HALF, series=4),
        Rule(key="bf16", label="nearest stored α below one", at=BF16, series=4),
        Label(key="fp32-name", text="FP32", x=FP32 / 4, y=Integer(30)),
        Label(key="half-name", text="FP16, TF32", x=HALF / 12, y=Integer(30)),
        Label(key="bf16-name", text="BF16", x=BF16 * 5, y=Integer(10**8)),
        Rule(key="wanted", label="wanted lifetime L", direction="y", at=L),
        Line(key="lifetime", label="lifetime to the threshold θ", y=DECAY_LIFETIME_COMPLEMENT, series=1),
        Points(key="here", label="What is needed", places=((DECAY_COMPLEMENT_NEEDED, L),), series=1),
    ),
    sliders=(
        Control(symbol=L, label="wanted lifetime", range=slider(100, 10**8, 10**6, Scale.LOG10)),
        Control(symbol=theta, label="weight that counts as forgotten"),
    ),
    presets=(
        Preset("10⁶ tokens", {L: Integer(10**6)}, OWN),
        Preset("2²⁰ tokens", {L: Integer(2**20)}, OWN),
        Preset("half-life of 10⁶", {L: Integer(10**6), theta: Rational(1, 2)}, OWN),
    ),
    readouts=(
        Readout(key="complement", label="1 − α needed", value=DECAY_COMPLEMENT_NEEDED, unit="1"),
        Readout(
            key="fp32-left",
            label="FP32 steps left below one",
            value=FLOAT_SPACINGS,
            unit="1",
            at={p: Integer(24)},
        ),
        Readout(
            key="fp32-most",
            label="longest with α in FP32",
            value=FLOAT_LIFETIME,
            unit="tokens",
            at={p: Integer(24)},
        ),
        Readout(
            key="half-most",
            label="longest with α in FP16 or TF32",
            value=FLOAT_LIFETIME,
            unit="tokens",
            at={p: Integer(11)},
        ),
        Readout(
            key="bf16-most",
            label="longest with α in BF16",
            value=FLOAT_LIFETIME,
            unit="tokens",
            at={p: Integer(8)},
        ),
    ),
    says=(
        Sentence(
            "To keep a weight above {theta} for {L} tokens a channel may lose {complement} per token. "
            "FP32 has {fp32-left} steps between that decay and one."
        ),
        Sentence(
            "BF16 can hold a decay that lasts this long.",
            "A decay stored in BF16 lasts {bf16-most} at most.",
            when=(L, FLOAT_LIFETIME),
        ),
    ),
    fixed={p: Integer(8)},
    letters=LETTERS,
    outside="A decay lies between zero and one",
)
