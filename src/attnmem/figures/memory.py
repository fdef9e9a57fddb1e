"""The memory of one model of the reader's own, stacked by kind of layer, in bytes over its context."""

from fractions import Fraction

from sympy import Integer, Rational

from attnmem.figures.controls import Control
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Part, Rule, Stack
from attnmem.figures.records.cache_counts import LETTERS, full, index, latent, pooled
from attnmem.figures.records.cache_shares import TOTAL, grown
from attnmem.ledger.account import Account
from attnmem.ledger.rates import Group, rates
from attnmem.symbols import Scale, Slider
from attnmem.theory.cache_held import CACHE_FIXED, CACHE_WINDOWS, B, W, n, s, w

KINDS = (
    ("full", "keys and values", grown(full), full),
    ("latent", "latents (MLA)", grown(latent), latent),
    ("pooled", "pooled entries", grown(pooled), pooled),
    ("index", "index keys", grown(index), index),
    ("windows", "windows", CACHE_WINDOWS, w),
    ("fixed", "fixed state", CACHE_FIXED, s),
)


def memory(found: Account) -> Figure:
    """A stacked figure of an account up to its tokens, on the fullest of its devices.

    Raises  NotUnderstood if windows of two lengths stand side by side
    """
    rate = rates(found)
    sizes = (*(rate.growth[group] for group in Group), rate.window, rate.fixed)
    counted = {kind[3]: Rational(size) for kind, size in zip(KINDS, sizes, strict=True)}
    counted |= {W: Integer(rate.window_tokens), B: Integer(found.terms.batch)}
    shown = [kind for kind in KINDS if counted[kind[3]] != 0]
    end = max(found.tokens, 2)
    top = found.bytes_allocated(devices=found.terms.devices)
    return Figure(
        key="cache-memory",
        title=f"Memory of {found.model.name} by kind of layer",
        x=Axis(symbol=n, low=Integer(1), high=Integer(end), label="context n, tokens"),
        y=Axis(low=Integer(0), high=_above(top), label="bytes on the fullest device", unit="B"),
        marks=(
            Stack(key="kinds", parts=tuple(Part(f"stack-{k}", label, value) for k, label, value, _ in shown)),
            Rule(key="here", label="chosen context", at=n),
        ),
        sliders=(Control(symbol=n, range=_slider(end)),),
        fixed=counted,
        readouts=(
            Readout(key="total", label="held", value=TOTAL, unit="B"),
            *(Readout(key=k, label=label, value=value, unit="B") for k, label, value, _ in shown),
        ),
        says=(Sentence("At {n} tokens the fullest device holds {total}."),),
        letters=LETTERS,
        outside="Nothing is held",
    )


def _above(top: Fraction) -> Rational:
    return Rational(max(top, Fraction(1))) * Rational(21, 20)


def _slider(end: int) -> Slider:
    return Slider(low=Integer(1), high=Integer(end), start=Integer(end), scale=Scale.LOG2)
