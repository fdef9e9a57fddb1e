"""The letters of the chapter on the memory game."""

from sympy import log

from attnmem.proof.record import Condition, Letter
from attnmem.symbols import symbols

n, d, delta, eta, epsilon, mu, C, dk, dv, b, c, m = symbols(
    "stream_length",
    "head_width",
    "error_probability",
    "output_error",
    "key_defect",
    "coherence",
    "query_scale",
    "state_rows",
    "state_columns",
    "state_bits",
    "entry_width",
    "tokens_per_entry",
)

LETTERS = {
    n: Letter("n"),
    d: Letter("d"),
    delta: Letter("delta", r"\delta"),
    eta: Letter("eta", r"\eta"),
    epsilon: Letter("epsilon", r"\varepsilon"),
    mu: Letter("mu", r"\mu"),
    C: Letter("C"),
    dk: Letter("dk", "d_k"),
    dv: Letter("dv", "d_v"),
    b: Letter("b"),
    c: Letter("c"),
    m: Letter("m"),
}

# Random sign keys can be told apart by their inner products only from this width on.
WIDE_ENOUGH = Condition(4 * log(n) - 2 * log(2), True, d)
