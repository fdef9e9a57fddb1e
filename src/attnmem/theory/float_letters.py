"""The letters of the chapter on floating-point walls."""

from attnmem.proof.record import Letter
from attnmem.symbols import symbols

p, theta, L, alpha, d, floor, C, T = symbols(
    "significand_bits",
    "weight_threshold",
    "lifetime",
    "decay",
    "decay_complement",
    "gate_floor",
    "chunk_length",
    "step_count",
)

LETTERS = {
    p: Letter("p"),
    theta: Letter("theta", r"\theta"),
    L: Letter("L"),
    alpha: Letter("alpha", r"\alpha"),
    d: Letter("d"),
    floor: Letter("g_min", r"g_{\min}"),
    C: Letter("C"),
    T: Letter("T"),
}
