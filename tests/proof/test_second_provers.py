"""Two provers that share no code with the engine agree with it: z3 on inequalities, FLINT on the rest.

Exponentials are named as variables with their signs for z3, which knows nothing of them.
"""

from collections.abc import Mapping

import flint
import mpmath
import pytest
import sympy
import z3
from sympy import Expr, Integer, Rational, Symbol, exp

from attnmem.proof.claim import claim_of
from attnmem.proof.domain import Domain
from attnmem.proof.fields import quotient_of
from attnmem.proof.intervals import enclosed
from attnmem.proof.normal import joined
from attnmem.proof.record import Derivation, Step
from attnmem.proof.rings import Rings
from attnmem.proof.signs import settled
from attnmem.theory import attention_sink, topk_bucket, topk_budget, topk_gap, topk_output

INEQUALITIES = [
    pytest.param(topk_gap.ODDS_BOUND, topk_gap.TOPK_GAP, id="odds"),
    pytest.param(topk_gap.MASS_BOUND, topk_gap.TOPK_GAP, id="mass"),
    pytest.param(topk_gap.KL_BOUND, topk_gap.TOPK_GAP, id="divergence"),
    pytest.param(topk_budget.GUARANTEE, topk_budget.TOPK_BUDGET, id="gap needed"),
    pytest.param(attention_sink.WITH_SINK, attention_sink.ATTENTION_SINK, id="sink"),
    pytest.param(attention_sink.NEVER_WORSE, attention_sink.ATTENTION_SINK, id="sink never worse"),
    pytest.param(topk_output.BY_DIAMETER, topk_output.TOPK_OUTPUT, id="output"),
    pytest.param(topk_bucket.GUARANTEE, topk_bucket.TOPK_BUCKET, id="bucket guarantee"),
]


def algebraic_gaps(step: Step, of: Derivation) -> list[Expr]:
    """The step's gap as rational functions of shifts, one for each case of its domain."""
    claim = claim_of(step, of).rewritten
    named = {side for f in claim.facts for side in (f.left, f.right)} & claim.defines.keys()
    claim = claim if named else claim.spelled
    gaps = []
    for cover in Domain((*claim.domain.conditions, *claim.facts)).cover(claim.gap):
        gap = cover(claim.gap)
        pair = joined(gap)
        gap = gap if pair is None else pair[1] * exp(pair[0]) - 1
        gaps.append(Rings(lambda inner: settled(inner)[0]).algebraic(gap))
    return gaps


def in_z3(e: Expr, known: Mapping[Symbol, z3.ArithRef]) -> z3.ArithRef:
    """A rational function of known symbols in z3's terms."""
    if e.is_Rational:
        return z3.RatVal(int(e.p), int(e.q))
    if e.is_Symbol:
        return known[e]
    parts = [in_z3(a, known) for a in e.args[: 1 if e.is_Pow else None]]
    if e.is_Add:
        return z3.Sum(parts)
    if e.is_Mul:
        return z3.Product(parts)
    assert e.is_Pow, e
    assert e.exp.is_Integer, e
    power = z3.Product([parts[0]] * abs(int(e.exp)))
    return power if e.exp > 0 else 1 / power


def z3_refutes(gap: Expr) -> z3.ModelRef | None:
    """A point where the gap is negative although every shift keeps its sign and no denominator is zero."""
    top, bottom = sympy.fraction(sympy.together(gap))
    known = {s: z3.Real(f"x{n}") for n, s in enumerate(sorted(gap.free_symbols, key=lambda s: s.name))}
    solver = z3.Solver()
    solver.set("timeout", 20_000)
    for symbol, variable in known.items():
        if symbol.is_positive:
            solver.add(variable > 0)
        elif symbol.is_nonnegative:
            solver.add(variable >= 0)
    above, below = in_z3(sympy.expand(top), known), in_z3(sympy.expand(bottom), known)
    solver.add(below != 0, above * below < 0)
    answer = solver.check()
    assert answer != z3.unknown
    return solver.model() if answer == z3.sat else None


@pytest.mark.parametrize(("step", "of"), INEQUALITIES)
def test_z3_proves_the_same_inequalities(step: Step, of: Derivation):
    gaps = algebraic_gaps(step, of)
    assert gaps
    assert all(z3_refutes(gap) is None for gap in gaps)


@pytest.mark.parametrize(("step", "of"), INEQUALITIES)
def test_z3_refutes_each_turned_round(step: Step, of: Derivation):
    """The planted fault: were z3 to agree with anything, it would agree with the opposite too."""
    assert any(z3_refutes(-gap) is not None for gap in algebraic_gaps(step, of) if gap != 0)


@pytest.mark.parametrize(("step", "of"), INEQUALITIES)
def test_flint_finds_the_same_quotient_with_coefficients_of_one_sign(step: Step, of: Derivation):
    for gap in algebraic_gaps(step, of):
        symbols = sorted(gap.free_symbols, key=lambda s: s.name)
        ring = flint.fmpz_mpoly_ctx.get([f"x{n}" for n in range(len(symbols))], "lex")
        above, below = in_flint(gap, dict(zip(symbols, ring.gens(), strict=True)), ring)
        quotient = quotient_of(gap)
        assert quotient is not None
        mine = [
            in_flint(part.as_expr(), dict(zip(symbols, ring.gens(), strict=True)), ring)[0]
            for part in (quotient.numer, quotient.denom)
        ]
        assert above * mine[1] == below * mine[0]
        assert all(c >= 0 for part in mine for c in part.coeffs())


def in_flint(
    e: Expr, known: Mapping[Symbol, flint.fmpz_mpoly], ring: flint.fmpz_mpoly_ctx
) -> tuple[flint.fmpz_mpoly, flint.fmpz_mpoly]:
    """Numerator and denominator of a rational function, built up in FLINT's own polynomials."""
    one = ring.constant(1)
    if e.is_Rational:
        return one * int(e.p), one * int(e.q)
    if e.is_Symbol:
        return known[e], one
    if e.is_Pow:
        above, below = in_flint(e.base, known, ring)
        power = abs(int(e.exp))
        return (above**power, below**power) if e.exp > 0 else (below**power, above**power)
    parts = [in_flint(a, known, ring) for a in e.args]
    total = parts[0]
    for part in parts[1:]:
        if e.is_Mul:
            total = (total[0] * part[0], total[1] * part[1])
        else:
            total = (total[0] * part[1] + part[0] * total[1], total[1] * part[1])
    return total


y = Symbol("y", real=True)
BOX = (Rational(-1, 2), Integer(1))


def ball(e: Expr, at: flint.arb) -> flint.arb:
    """An expression in one symbol in ball arithmetic."""
    if e.is_Rational:
        return flint.arb(int(e.p)) / flint.arb(int(e.q))
    if e.is_Symbol:
        return at
    if isinstance(e, exp):
        return ball(e.args[0], at).exp()
    if e.is_Pow:
        return ball(e.base, at) ** int(e.exp)
    parts = [ball(a, at) for a in e.args]
    total = parts[0]
    for part in parts[1:]:
        total = total + part if e.is_Add else total * part
    return total


@pytest.mark.parametrize("gap", [exp(-(y**2)) + y / 3 - Rational(1, 4), exp(y) - y, 2 + y**3 - exp(-y) / 2])
def test_balls_enclose_the_same_gap(gap: Expr):
    assert enclosed(gap, {y: BOX})
    pieces = 512
    width = (BOX[1] - BOX[0]) / pieces
    for n in range(pieces):
        middle = BOX[0] + width * (2 * n + 1) / 2
        at = flint.arb(
            flint.fmpq(int(middle.p), int(middle.q)), flint.arb(flint.fmpq(int(width.p), 2 * int(width.q)))
        )
        assert ball(gap, at) > 0


def test_both_refuse_a_gap_that_fails_in_a_sliver():
    gap = (y - Rational(1, 3)) ** 2 - Rational(1, 10**6)
    assert not enclosed(gap, {y: BOX})
    assert not ball(gap, flint.arb(flint.fmpq(1, 3))) > 0


def test_intervals_leave_the_precision_as_it_was():
    before = mpmath.iv.dps, mpmath.mp.dps
    enclosed(exp(y) - y, {y: BOX}, digits=31)
    assert (mpmath.iv.dps, mpmath.mp.dps) == before
