"""The top-k chapter's formulas against numbers worked out elsewhere, and against rows of softmax weights."""

import random

import pytest
from mpmath import exp, expm1, log, mp, mpf
from sympy import Rational, lambdify

from attnmem.theory import formula

DIGITS = 50


def value(key: str, *arguments: object) -> mpf:
    """A formula at a point, to fifty digits."""
    f = formula(key)
    with mp.workdps(DIGITS):
        return lambdify(f.arguments, f.expression, "mpmath")(
            *(mpf(a.p) / a.q if isinstance(a, Rational) else mpf(a) for a in arguments)
        )


def close(a: mpf, b: float, digits: int) -> bool:
    return abs(a - b) <= abs(b) * mpf(10) ** -digits


@pytest.mark.parametrize(
    ("key", "at", "known", "digits"),
    [
        ("topk-kl-gap", (2**18, 1024, 10), 0.01151, 3),
        ("topk-kl-gap", (2**20, 2048, 10), 0.02293, 3),
        ("topk-gap-needed", (2**18, 1024, Rational(1, 100)), 10.141, 4),
        ("topk-gap-needed", (2**18, 1024, Rational(1, 10)), 7.793, 4),
        ("topk-gap-needed", (2**20, 2048, Rational(1, 100)), 10.837, 4),
        ("topk-gap-needed", (4, 3, 3), 0, 1),
        ("topk-tail-budget", (Rational(1, 10),), 0.09516, 4),
        ("topk-tail-budget", (Rational(1, 100),), 0.0099502, 4),
    ],
)
def test_known_numbers(key: str, at: tuple, known: float, digits: int):
    assert close(value(key, *at), known, digits)


def test_the_budget_undoes_the_divergence():
    with mp.workdps(DIGITS):
        for tail in (mpf(1) / 10**9, mpf(1) / 3, 1 - mpf(1) / 10**6):
            assert close(value("topk-tail-budget", value("topk-kl-tail", tail)), tail, 30)


def rows(count: int) -> list[tuple[list[mpf], int]]:
    """Random scores in falling order, and how many of them are kept."""
    chance = random.Random(5)
    made = []
    for _ in range(count):
        n = chance.randint(2, 40)
        made.append(
            (sorted((mpf(chance.gauss(0, 3)) for _ in range(n)), reverse=True), chance.randint(1, n - 1))
        )
    return made


@pytest.mark.parametrize("case", range(0, 60, 3))
def test_rows_of_scores_obey_every_formula(case: int):
    """Weights are computed from the scores and never from a formula."""
    with mp.workdps(DIGITS):
        for scores, k in rows(60)[case : case + 3]:
            weights = [exp(s) for s in scores]
            whole, head = sum(weights), sum(weights[:k])
            full = [w / whole for w in weights]
            kept = [w / head for w in weights[:k]]
            tail = sum(full[k:])
            kl = sum(q * log(q / p) for q, p in zip(kept, full, strict=False))
            chi2 = sum((q - p) ** 2 / p for q, p in zip(kept, full, strict=False)) + tail
            variation = (sum(q - p for q, p in zip(kept, full, strict=False)) + tail) / 2
            gap = scores[k - 1] - scores[k]
            assert close(value("topk-kl-tail", tail), kl, 30)
            assert close(value("topk-chi2-tail", tail), chi2, 30)
            assert close(variation, tail, 30)
            assert close(-expm1(-kl), tail, 30)
            at = (len(scores), k, gap)
            rounding = 1 + mpf(10) ** (10 - DIGITS)  # rows of two keys attain the bounds
            assert value("topk-odds-gap", *at) * rounding >= tail / (1 - tail)
            assert value("topk-tail-gap", *at) * rounding >= tail
            assert value("topk-kl-gap", *at) * rounding >= kl


def test_equal_scores_attain_the_bound():
    with mp.workdps(DIGITS):
        n, k, gap = 12, 5, mpf(3) / 2
        tail = (n - k) * exp(-gap) / (k + (n - k) * exp(-gap))
        assert close(value("topk-kl-gap", n, k, gap), -log(1 - tail), 40)


def test_a_bound_without_the_counts_fails_on_a_plain_row():
    """The planted fault: what needs only two scores is beaten by four equal ones below one."""
    with mp.workdps(DIGITS):
        tail = 4 * exp(-1) / (1 + 4 * exp(-1))
        assert -log(1 - tail) > log(1 + exp(-1))
