"""What pooling leaves of one token: it falls like the root of the window; margin and channels raise it."""

from sympy import Integer, Rational

from attnmem.figures.controls import Control, Preset
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Line, Points, Rule
from attnmem.symbols import Scale
from attnmem.symbols.quantity import slider
from attnmem.theory.pool_correlation import POOL_SNR_CORRELATED
from attnmem.theory.pool_letters import LETTERS, c, g, m, rho, snr
from attnmem.theory.pool_resolution import POOL_RESOLUTION_LOSS
from attnmem.theory.pool_score import POOL_SCORE
from attnmem.theory.pool_snr import POOL_MARGIN, POOL_SNR_DB, POOL_SNR_FORMULA

POOLED = "arXiv 2606.19348, equations 9 to 12 and 20 to 23"

POOL_SNR_FIGURE = Figure(
    key="pool-snr",
    title="What a pooled slot keeps of one token",
    x=Axis(symbol=m, low=Integer(2), high=Integer(512), label="tokens in a slot m", scale=Scale.LOG2),
    y=Axis(low=Rational(1, 2000), high=Integer(1000), label="signal over noise", scale=Scale.LOG10),
    marks=(
        Rule(key="even", label="signal as loud as noise", direction="y", at=Integer(1)),
        Line(key="channel", label="one channel, margin g", y=POOL_SNR_FORMULA, series=1),
        Line(key="correlated", label="same, noise correlated", y=POOL_SNR_CORRELATED, series=2),
        Line(key="score", label="a score, equal gates", y=POOL_SCORE, series=3),
        Points(key="here", label="The correlated channel", places=((m, POOL_SNR_CORRELATED),), series=2),
    ),
    sliders=(
        Control(symbol=m, label="tokens in a slot", range=slider(2, 512, 128, Scale.LOG2)),
        Control(symbol=g, label="gate margin of the token"),
        Control(symbol=rho, label="correlation of the noise", start=Rational(1, 10)),
        Control(symbol=c, label="channels of a score"),
    ),
    presets=(
        Preset("HCA", {m: Integer(128), c: Integer(512)}, POOLED),
        Preset("CSA, both series", {m: Integer(8), c: Integer(512)}, POOLED),
        Preset("CSA, one series", {m: Integer(4), c: Integer(512)}, POOLED),
        Preset("CSA indexer", {m: Integer(8), c: Integer(128)}, POOLED),
    ),
    readouts=(
        Readout(key="channel-here", label="one channel", value=POOL_SNR_FORMULA, unit="1"),
        Readout(key="decibels", label="the same in decibels", value=POOL_SNR_DB, unit="dB"),
        Readout(key="correlated-here", label="with correlated noise", value=POOL_SNR_CORRELATED, unit="1"),
        Readout(key="score-here", label="a score, equal gates", value=POOL_SCORE, unit="1"),
        Readout(
            key="margin",
            label="margin that makes a channel even",
            value=POOL_MARGIN,
            unit="nats",
            at={snr: Integer(1)},
        ),
        Readout(key="resolution", label="most lost inside a slot", value=POOL_RESOLUTION_LOSS, unit="nats"),
    ),
    says=(
        Sentence(
            "In a slot of {m} tokens, one with a gate margin of {g} nats stands at {channel-here} times the "
            "noise of the others in each channel, at {correlated-here} if that noise is correlated by {rho}."
        ),
        Sentence(
            "A score over {c} channels with equal gates stands at {score-here}, below its noise.",
            "A score over {c} channels stands at {score-here}, even with equal gates.",
            when=(POOL_SCORE, Integer(1)),
        ),
    ),
    letters=LETTERS,
    outside="One token alone is not pooled",
)
