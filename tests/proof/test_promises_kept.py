"""Operations that take letters at their word: what is put for them must keep it."""

import sympy
from sympy import (
    Abs,
    Basic,
    Integer,
    KroneckerDelta,
    MatAdd,
    MatMul,
    MatrixSymbol,
    exp,
    sqrt,
    symbols,
    sympify,
)
from tests.proof.planted import EQ, Claimed, claim, finding, named

from attnmem.proof import operations as op
from attnmem.proof.record import Verdict

y, u = symbols("y u", real=True)
a = sympy.Symbol("a", positive=True)
n, k = symbols("n k", integer=True, positive=True)
before = sympy.Symbol("before", real=True)
size = sympy.Symbol("size", positive=True)
M, N, prior = symbols("M N prior", commutative=False)
U, W, T = MatrixSymbol("U", n, n), MatrixSymbol("W", k, k), MatrixSymbol("T", n, k)
TWO = Integer(2)

PUSHED = before + 1 + 7 * KroneckerDelta(n, 0)
BENT = before + 1 + Abs(n + 1) - Abs(n)


def _counted(name: str, closed, following, previous, start, initial):  # type: ignore[no-untyped-def]
    recurrence = op.Induction(closed, n, following, previous, Integer(start), sympify(initial))
    return Claimed(name, claim(recurrence, EQ, closed))


def _unchecked(kind, *parts):  # type: ignore[no-untyped-def]
    return Basic.__new__(kind, *parts)


BROKEN = (
    _counted("a value said to be positive", -n, sqrt(size**2) - 1, size, 1, -1),
    _counted("a start below the index", n, PUSHED, before, 0, 0),
    _counted("a start far below", 2 * n, BENT, before, -3, -6),
    _counted("letters in another order", n * M * N, prior + N * M, prior, 1, M * N),
    Claimed("every number is a root", claim(op.Solve(y * (u**2 - 4), u, 1), EQ, TWO)),
    Claimed("every number, of a cube", claim(op.Solve((y - 2) * (u**3 - 8), u), EQ, TWO)),
    Claimed("sums of unlike matrices", claim(_unchecked(MatAdd, U, W), EQ, _unchecked(MatAdd, W, U))),
    Claimed("products of unlike matrices", claim(_unchecked(MatMul, T, T), EQ, _unchecked(MatMul, T, T))),
)
KEPT = (
    _counted("a recurrence", 2 * n, before + 2, before, 1, 2),
    _counted("letters in their order", n * M * N, prior + M * N, prior, 1, M * N),
    Claimed("one root of two", claim(op.Solve(a * (u**2 - 4), u, 1), EQ, TWO)),
    Claimed("a power undone", claim(op.Solve(a**n - exp(y), a), EQ, exp(y / n))),
)


@named(BROKEN)
def test_a_broken_promise_proves_nothing(claimed: Claimed):
    assert finding(claimed).verdict is not Verdict.PROVED


@named(KEPT)
def test_a_kept_one_does(claimed: Claimed):
    assert finding(claimed).verdict is Verdict.PROVED
