"""The letters of the chapter on what stays in HBM."""

from sympy import Integer, Max, Symbol, exp

from attnmem.proof.record import Assumption, Condition, Letter
from attnmem.symbols import symbols

C, B, K, step, T, slack, r, N, c, M, n, steps, R, delta, tau, eps, s, e, F, L, D = symbols(
    "hbm_bytes",
    "link_bytes_per_s",
    "kv_bytes",
    "step_s",
    "compute_s",
    "slack_s",
    "resident_share",
    "decode_count",
    "chunk_count",
    "block_bytes",
    "block_count",
    "step_number",
    "traffic_bytes_per_s",
    "logit_error",
    "tail_mass",
    "kl_budget",
    "share_read",
    "value_error",
    "prefill_s",
    "answer_tokens",
    "first_token_s",
)
i, t, b = (Symbol(name, integer=True) for name in ("i", "t", "b"))

LETTERS = {
    C: Letter("hbm_bytes", r"C"),
    B: Letter("link_bytes_per_s", r"B"),
    K: Letter("kv_bytes", r"K"),
    step: Letter("step_s", r"\Delta t"),
    T: Letter("compute_s", r"T"),
    slack: Letter("slack_s", r"\varsigma"),
    r: Letter("resident_share", r"r"),
    N: Letter("sequences", r"N"),
    c: Letter("chunks", r"c"),
    M: Letter("block_bytes", r"M"),
    n: Letter("blocks", r"n"),
    steps: Letter("steps", r"S"),
    R: Letter("traffic_bytes_per_s", r"R"),
    delta: Letter("delta", r"\delta"),
    tau: Letter("tau", r"\tau"),
    eps: Letter("epsilon", r"\varepsilon"),
    s: Letter("read_share", r"s"),
    e: Letter("value_error", r"e"),
    F: Letter("prefill_s", r"F"),
    L: Letter("answer_tokens", r"L"),
    D: Letter("first_token_s", r"D"),
}

SOME_MOVES = Condition(r, True, Integer(1))
SHORT = {  # where many sliders stand together, and each has words beside its letter
    **LETTERS,
    **{
        symbol: Letter(name)
        for symbol, name in zip((C, B, K, T, r, N, s, F, L, D), "CBKTrNsFLD", strict=True)
    },
    step: Letter("dt", r"\Delta t"),
}

AT_MOST_100_NATS = Condition(eps, False, Integer(100))  # beyond, less than a double can tell is read
STREAMS = Assumption("not all of a sequence stays in HBM", SOME_MOVES)

moved = N * (1 - r) * K  # bytes that one step brings in
brought = N * K * s * Max(0, exp(-eps) - r)  # the same, of a part of the blocks and within a budget
