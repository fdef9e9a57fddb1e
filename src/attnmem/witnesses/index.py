"""The memory game, played at the scale that should suffice, and searched for the scale that does."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from attnmem.core.index_game import (
    coherence,
    equiangular_keys,
    recovered,
    sign_keys,
    switch_scale,
    worst_margin,
)
from attnmem.evaluation import evaluate


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game: its size, the predicted scale, the share of bits recovered there, where recovery ends."""

    rows: int
    width: int
    coherence: float
    predicted_scale: float
    recovered: float
    switch_share: float | None
    seed: int


def play(rows: int, width: int, *, noise: float = 0.5, search: bool = False, seed: int = 1) -> Game:
    """Play with random sign keys at the scale predicted from their coherence; find the switch if asked."""
    keys = sign_keys(rows, width, seed).astype(np.float32)
    bits = np.random.default_rng(seed + 1).integers(0, 2, (rows, width)).astype(bool)
    found = coherence(keys)
    scale = float(evaluate("index-scale-sign", n=rows, eta=noise, mu=found))
    share = switch_scale(keys, bits, noise, scale) / scale if search else None
    return Game(
        rows=rows,
        width=width,
        coherence=found,
        predicted_scale=scale,
        recovered=recovered(keys, bits, scale, noise, np.arange(rows)),
        switch_share=share,
        seed=seed,
    )


def worst_case(rows: int, cosine: float, share: float, *, noise: float = 0.5) -> float:
    """The least margin between the two cases for equiangular keys at a share of the predicted scale."""
    scale = float(evaluate("index-scale-sign", n=rows, eta=noise, mu=cosine))
    return worst_margin(equiangular_keys(rows, cosine), share * scale, noise)


def games(
    sizes: tuple[tuple[int, int], ...] = ((512, 64), (1024, 64), (2048, 128)),
) -> tuple[Mapping[str, object], ...]:
    """Games of several sizes: coherence and scale told and found, and where recovery really begins."""
    return tuple(_told_and_found(play(rows, width, search=True)) for rows, width in sizes)


def _told_and_found(game: Game) -> Mapping[str, object]:
    told = float(evaluate("index-sign-coherence", n=game.rows, d=game.width))
    return {
        "tokens": game.rows,
        "width": game.width,
        "coherence, at most": told,
        "coherence found": game.coherence,
        "query length that is sure": game.predicted_scale,
        "bits back there": game.recovered,
        "all bits back from, as a share": game.switch_share,
        "seed": game.seed,
    }


def sharpness(
    rows: int = 512, cosines: tuple[float, ...] = (0.0, 0.4, 0.8)
) -> tuple[Mapping[str, object], ...]:
    """Equiangular keys, worst-case bits: how far apart the two cases are at the scale told and just below."""
    return tuple(
        {
            "tokens": rows,
            "cosine of any two keys": cosine,
            "distance at the scale told": worst_case(rows, cosine, 1.0),
            "at 0.99 of it": worst_case(rows, cosine, 0.99),
        }
        for cosine in cosines
    )
