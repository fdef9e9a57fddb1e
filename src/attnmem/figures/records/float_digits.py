"""Right digits of a lifetime per format: what is sure, and what came out when decays were rounded."""

from collections.abc import Mapping

from sympy import Integer, Rational, Symbol

from attnmem.core.floats import FORMATS
from attnmem.figures.controls import Control, Preset
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Line, Rule, Trials
from attnmem.figures.measured import Measured, Seen
from attnmem.symbols import Scale
from attnmem.symbols.quantity import slider
from attnmem.theory.float_digits import FLOAT_DIGITS, FLOAT_LOG_DIGITS
from attnmem.theory.float_letters import LETTERS, L, p, theta
from attnmem.theory.float_spacing import FLOAT_LIFETIME, FLOAT_SPACINGS
from attnmem.witnesses.digits import NEIGHBOURS, worst_digits

BITS = (4.0, 8.0, 11.0, 24.0)
THRESHOLDS = (0.001, 0.01, 0.1, 0.5)
PLACES = tuple(float(f"{10 ** (i / 4):.3g}") for i in range(5, 36))
STANDARD = "IEEE 754-2019"
OPEN = "OCP 8-bit floating point specification"


def rounded(state: Mapping[Symbol, float]) -> tuple[Seen, ...]:
    """The fewest right digits of neighbouring lifetimes, at each place where any is left."""
    fmt = next(f for f in FORMATS if f.precision == state[p])
    seen = ((place, worst_digits(fmt, place, state[theta]).from_decay) for place in PLACES)
    return tuple(Seen(place, float(f"{digits:.3g}")) for place, digits in seen)


ROUNDED = Measured(
    key="rounded",
    title="Decays rounded to the format",
    grid={p: BITS, theta: THRESHOLDS},
    run=rounded,
    how=f"the worst of {NEIGHBOURS} lifetimes from a fifth below each place up to it; nothing is random",
    source="one rounding to nearest even; digits of the fading per token, computed in float64",
)


def _format(key: str, label: str, bits: int, series: int) -> Line:
    return Line(key=key, label=label, y=FLOAT_DIGITS, at={p: Integer(bits)}, series=series)


FLOAT_DIGITS_FIGURE = Figure(
    key="float-digits",
    title="How many digits of a lifetime a stored decay keeps",
    x=Axis(
        symbol=L,
        low=Integer(10),
        high=Integer(10**9),
        label="lifetime L",
        unit="tokens",
        scale=Scale.LOG10,
        points=97,
    ),
    y=Axis(low=Integer(0), high=Integer(8), label="right decimal digits"),
    marks=(
        _format("fp32", "α in FP32", 24, 1),
        _format("half", "α in FP16, TF32", 11, 2),
        _format("bf16", "α in BF16", 8, 3),
        _format("fp8", "α in FP8 E4M3", 4, 4),
        Line(key="log", label="ln α, chosen bits", y=FLOAT_LOG_DIGITS, series=5),
        Trials(key="ran", label="α, rounded", table=ROUNDED, series=6),
        Rule(key="wanted", label="wanted lifetime", at=L),
    ),
    sliders=(
        Control(symbol=L, label="wanted lifetime", range=slider(10, 10**9, 10**6, Scale.LOG10)),
        Control(symbol=p, label="significant bits", grid=BITS, start=Integer(24)),
        Control(
            symbol=theta, label="weight that counts as forgotten", grid=THRESHOLDS, start=Rational(1, 100)
        ),
    ),
    presets=(
        Preset("FP32", {p: Integer(24)}, STANDARD),
        Preset("FP16, TF32", {p: Integer(11)}, f"{STANDARD}; TF32 has as many bits"),
        Preset("BF16", {p: Integer(8)}, "FP32 with 16 bits cut off"),
        Preset("FP8 E4M3", {p: Integer(4)}, OPEN),
    ),
    readouts=(
        Readout(key="left", label="steps of the format left below one", value=FLOAT_SPACINGS, unit="1"),
        Readout(key="digits", label="digits sure, α stored (below 0: none)", value=FLOAT_DIGITS, unit="1"),
        Readout(key="logged", label="digits sure, ln α stored", value=FLOAT_LOG_DIGITS, unit="1"),
        Readout(key="longest", label="longest lifetime, α stored", value=FLOAT_LIFETIME, unit="tokens"),
    ),
    says=(
        Sentence(
            "A decay stored with {p} significant bits keeps {digits} digits of a lifetime of {L} tokens, "
            "and its logarithm {logged}.",
            "A decay stored with {p} significant bits keeps no digit of a lifetime of {L} tokens, "
            "and its logarithm {logged}.",
            when=(Integer(0), FLOAT_DIGITS),
        ),
    ),
    letters=LETTERS,
    outside="The decay is so small that half a step of the format would clear it",
)
