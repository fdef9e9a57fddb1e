"""The memory game played: bits that come back against the length of the query that asks for them."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from sympy import Integer, Rational, Symbol

from attnmem.core.index_game import recovered, sign_keys
from attnmem.evaluation import evaluate
from attnmem.figures.controls import Control, Preset
from attnmem.figures.figure import Axis, Figure, Readout, Sentence
from attnmem.figures.marks import Rule, Trials
from attnmem.figures.measured import Measured, Seen
from attnmem.theory.index_keys import SIGN_COHERENCE
from attnmem.theory.index_letters import LETTERS, C, d, eta, n
from attnmem.theory.index_width import INDEX_SCALE_WIDTH

ROWS, WIDTHS, ERRORS = (256.0, 1024.0, 4096.0), (64.0, 128.0), (0.0, 0.5)
SHARES = (0.1, 0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8, 1.0)
SEEDS, ASKED = (1, 2, 3), 32


def played(state: Mapping[Symbol, float]) -> tuple[Seen, ...]:
    """The share of asked bits that Bob recovers, at shares of the scale that is sure to do."""
    rows, width, noise = int(state[n]), int(state[d]), state[eta]
    sure = float(evaluate("index-scale-width", n=rows, d=width, eta=noise))
    games = [_game(rows, width, noise, [share * sure for share in SHARES], seed) for seed in SEEDS]
    columns = zip(SHARES, zip(*games, strict=True), strict=True)
    return tuple(
        Seen(_short(share * sure), _short(np.mean(g)), _short(min(g)), _short(max(g))) for share, g in columns
    )


def _short(value: float | np.floating[Any]) -> float:
    return float(f"{value:.4g}")


def _game(rows: int, width: int, noise: float, scales: list[float], seed: int) -> list[float]:
    keys = sign_keys(rows, width, seed).astype(np.float32)
    bits = np.random.default_rng(seed + 100).integers(0, 2, (rows, width)).astype(bool)
    return [recovered(keys, bits, scale, noise, np.arange(ASKED)) for scale in scales]


PLAYED = Measured(
    key="played",
    title="The game played",
    grid={n: ROWS, d: WIDTHS, eta: ERRORS},
    run=played,
    how=f"random sign keys and bits, {ASKED} rows asked in each of {len(SEEDS)} games, seeds 1 to 3",
    spread="least to most of the games",
    source="exact attention; an adversary who knows each bit moves the answer by 1 ± η against it",
)

INDEX_RECOVERY_FIGURE = Figure(
    key="index-recovery",
    title="Bits that come back, against how loudly Bob asks",
    x=Axis(symbol=C, low=Integer(0), high=Integer(40), label="length of the query C"),
    y=Axis(low=Rational(-3, 100), high=Rational(103, 100), label="share of bits recovered"),
    marks=(
        Rule(key="sure", label="sure from here on", at=INDEX_SCALE_WIDTH, series=2),
        Rule(key="guess", label="guessing", direction="y", at=Rational(1, 2)),
        Trials(key="games", label="games played", table=PLAYED, series=1),
    ),
    sliders=(
        Control(symbol=n, label="tokens streamed", grid=ROWS, start=Integer(1024)),
        Control(symbol=d, label="width of keys and values", grid=WIDTHS, start=Integer(128)),
        Control(symbol=eta, label="error of the answers", grid=ERRORS, start=Rational(1, 2)),
    ),
    presets=(
        Preset("head of 128", {n: Integer(4096), d: Integer(128)}, "the key width of many published heads"),
    ),
    readouts=(
        Readout(key="scale", label="length that is sure to do", value=INDEX_SCALE_WIDTH, unit="1"),
        Readout(key="angle", label="largest cosine between keys, at most", value=SIGN_COHERENCE, unit="1"),
    ),
    says=(
        Sentence(
            "{n} tokens, keys of {d} signs, answers off by up to a factor 1 ± {eta}: some such keys give "
            "back every bit from a query length of {scale} on. Random keys and bits are kinder than the "
            "worst case, and the dots reach one before the rule."
        ),
    ),
    letters=LETTERS,
    outside="Keys this narrow cannot be told apart by this argument",
)
