"""The letters of the chapter on pooled slots."""

from attnmem.proof.record import Condition, Letter
from attnmem.symbols import symbols

m, g, rho, c, r, snr, n = symbols(
    "window_length",
    "gate_margin",
    "noise_correlation",
    "channel_count",
    "aligned_count",
    "wanted_snr",
    "slot_count",
)

LETTERS = {
    m: Letter("m"),
    g: Letter("g"),
    rho: Letter("rho", r"\rho"),
    c: Letter("c"),
    r: Letter("r"),
    snr: Letter("snr", r"\mathrm{SNR}"),
    n: Letter("n"),
}

SOME_NOISE = Condition(r, True, m)
