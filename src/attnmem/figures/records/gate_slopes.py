"""A gate's slope read twice: that of one step's decay dies near one, that of the lifetime does not."""

from sympy import Integer, Rational, log

from attnmem.figures.controls import Control, Preset
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Line, Points, Rule
from attnmem.symbols import Scale
from attnmem.symbols.quantity import slider
from attnmem.theory.decay_letters import LETTERS, L, floor, scale, theta, z
from attnmem.theory.gate_lifetime import GATE_LIFETIME_SLOPE, GATE_LIFETIME_SLOPE_SOFTPLUS
from attnmem.theory.gate_slope import GATE_LOGIT, GATE_SLOPE_FORMULA
from attnmem.theory.gate_softplus import GATE_SOFTPLUS_LOGIT, GATE_SOFTPLUS_SLOPE

BOUNDED, SOFTPLUS = "arXiv 2607.24653", "arXiv 2510.26692"
INPUT = Axis(symbol=z, low=Integer(-20), high=Integer(4), label="gate input z")
WANTED = Control(symbol=L, label="wanted lifetime", range=slider(100, 10**7, 10**6, Scale.LOG10))
FORGOTTEN = {theta: Rational(1, 100)}
OUTSIDE = "No input gives so short a lifetime: the gate's floor is slower"

GATE_SLOPES_FIGURE = Figure(
    key="gate-slopes",
    title="The bounded gate's slope, read twice",
    x=INPUT,
    y=Axis(low=Rational(-13, 10), high=Rational(1, 20), label="slope per unit of z"),
    marks=(
        Line(key="decay", label="of the decay, dα/dz", y=GATE_SLOPE_FORMULA, series=2),
        Line(key="lifetime", label="of the log lifetime, d ln L/dz", y=GATE_LIFETIME_SLOPE, series=1),
        Rule(key="needed", label="z for the wanted lifetime", at=GATE_LOGIT),
        Points(key="decay-dot", label="The slope of the decay", places=((z, GATE_SLOPE_FORMULA),), series=2),
        Points(
            key="lifetime-dot",
            label="The slope of the log lifetime",
            places=((z, GATE_LIFETIME_SLOPE),),
            series=1,
        ),
    ),
    sliders=(
        Control(symbol=z, label="gate input", range=slider(-20, 4, -10)),
        WANTED,
        Control(symbol=floor, label="smallest log decay"),
        Control(
            symbol=scale, label="log scale of the input", range=slider(Rational(-1, 4), Rational(1, 4), 0)
        ),
    ),
    presets=(
        Preset("Kimi K3, 10⁶ tokens", {floor: Integer(-5), scale: Integer(0), L: Integer(10**6)}, BOUNDED),
        Preset("Kimi K3, 2²⁰ tokens", {floor: Integer(-5), scale: Integer(0), L: Integer(2**20)}, BOUNDED),
    ),
    fixed=FORGOTTEN,
    readouts=(
        Readout(key="needed-here", label="input for the wanted lifetime", value=GATE_LOGIT, unit="1"),
        Readout(key="decay-here", label="dα/dz", value=GATE_SLOPE_FORMULA, unit="1"),
        Readout(key="lifetime-here", label="d ln L/dz", value=GATE_LIFETIME_SLOPE, unit="1"),
    ),
    says=(
        Sentence(
            "At a gate input of {z} the decay of one step has a slope of {decay-here}, the logarithm of the "
            "lifetime one of {lifetime-here}. A lifetime of {L} tokens needs an input of {needed-here}."
        ),
    ),
    letters=LETTERS,
    outside=OUTSIDE,
)

GATE_SLOPES_SOFTPLUS_FIGURE = Figure(
    key="gate-slopes-softplus",
    title="The softplus gate's slope, read twice",
    x=INPUT,
    y=Axis(low=Rational(-13, 10), high=Rational(1, 20), label="slope per unit of z"),
    marks=(
        Line(key="decay", label="of the decay, dα/dz", y=GATE_SOFTPLUS_SLOPE, series=2),
        Line(
            key="lifetime", label="of the log lifetime, d ln L/dz", y=GATE_LIFETIME_SLOPE_SOFTPLUS, series=1
        ),
        Rule(key="needed", label="z for the wanted lifetime", at=GATE_SOFTPLUS_LOGIT),
        Points(key="decay-dot", label="The slope of the decay", places=((z, GATE_SOFTPLUS_SLOPE),), series=2),
        Points(
            key="lifetime-dot",
            label="The slope of the log lifetime",
            places=((z, GATE_LIFETIME_SLOPE_SOFTPLUS),),
            series=1,
        ),
    ),
    sliders=(
        Control(symbol=z, label="gate input", range=slider(-20, 4, -10)),
        WANTED,
        Control(symbol=scale, label="log scale of the gate", range=slider(-2, 3, 0)),
    ),
    presets=(
        Preset("Kimi Linear, scale 1", {scale: Integer(0), L: Integer(10**6)}, SOFTPLUS),
        Preset("Kimi Linear, scale 16", {scale: log(16), L: Integer(10**6)}, SOFTPLUS),
    ),
    fixed=FORGOTTEN,
    readouts=(
        Readout(
            key="needed-here", label="input for the wanted lifetime", value=GATE_SOFTPLUS_LOGIT, unit="1"
        ),
        Readout(key="decay-here", label="dα/dz", value=GATE_SOFTPLUS_SLOPE, unit="1"),
        Readout(key="lifetime-here", label="d ln L/dz", value=GATE_LIFETIME_SLOPE_SOFTPLUS, unit="1"),
    ),
    says=(
        Sentence(
            "At a gate input of {z} the decay of one step has a slope of {decay-here}, the logarithm of the "
            "lifetime one of {lifetime-here}. A lifetime of {L} tokens needs an input of {needed-here}."
        ),
    ),
    letters=LETTERS,
    outside="A decay lies between zero and one",
)
