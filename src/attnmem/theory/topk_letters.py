"""The letters, sums and conditions of the chapter on keeping k of n keys.

Keys are numbered with the kept ones first. That is no ordering by score: where scores matter a condition
says so.
"""

from sympy import IndexedBase, Integer, Sum, Symbol, exp

from attnmem.proof.record import Assumption, Condition, Letter
from attnmem.symbols import symbols

n, k, gap, tail, budget, cut = symbols(
    "key_count", "kept_count", "score_gap", "tail_mass", "kl_budget", "kept_score"
)
i, j = Symbol("i", integer=True), Symbol("j", integer=True)
score = IndexedBase("s", real=True)

HEAD = Sum(exp(score[i]), (i, 1, k))
TAIL = Sum(exp(score[i]), (i, k + 1, n))
MASS = {tail: TAIL / (HEAD + TAIL)}

LETTERS = {
    n: Letter("n"),
    k: Letter("k"),
    gap: Letter("Delta", r"\Delta"),
    tail: Letter("tau", r"\tau"),
    budget: Letter("epsilon", r"\varepsilon"),
    cut: Letter("c"),
}

SOME_DROPPED = Condition(k, True, n)
SOME_BUDGET = Condition(Integer(0), True, budget)

SPENDS = Assumption("the budget is more than nothing", SOME_BUDGET)
DROPS = Assumption("at least one key is dropped", SOME_DROPPED)
KEPT_ABOVE = Assumption("every kept score is at least c", Condition(cut, False, score[i], (i, Integer(1), k)))
DROPPED_BELOW = Assumption(
    "every dropped score is at most c minus the gap", Condition(score[i], False, cut - gap, (i, k + 1, n))
)
