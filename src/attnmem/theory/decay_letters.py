"""The letters of the chapter on decay."""

from sympy import log

from attnmem.proof.record import Condition, Letter
from attnmem.symbols import symbols

alpha, d, theta, L, D, z, floor, scale, r, steps = symbols(
    "decay",
    "decay_complement",
    "weight_threshold",
    "lifetime",
    "distance",
    "gate_logit",
    "gate_floor",
    "gate_log_scale",
    "decay_ratio",
    "training_steps",
)

LETTERS = {
    alpha: Letter("alpha", r"\alpha"),
    d: Letter("d"),
    theta: Letter("theta", r"\theta"),
    L: Letter("L"),
    D: Letter("D"),
    z: Letter("z"),
    floor: Letter("g_min", r"g_{\min}"),
    scale: Letter("A"),
    r: Letter("r"),
    steps: Letter("N"),
}

# A gate that cannot decay slower than its floor per token has no logit for a lifetime shorter than that.
REACHABLE = Condition(L * floor, True, log(theta))
