"""The letters of the chapter on keeping k of n keys."""

from sympy import Integer

from attnmem.proof.record import Condition, Letter
from attnmem.symbols import symbols

n, k, gap, tail, budget, diameter = symbols(
    "key_count", "kept_count", "score_gap", "tail_mass", "kl_budget", "value_diameter"
)

LETTERS = {
    n: Letter("n"),
    k: Letter("k"),
    gap: Letter("Delta", r"\Delta"),
    tail: Letter("tau", r"\tau"),
    budget: Letter("epsilon", r"\varepsilon"),
    diameter: Letter("D"),
}

SOME_DROPPED = Condition(k, True, n)
SOME_BUDGET = Condition(Integer(0), True, budget)
