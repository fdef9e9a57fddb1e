"""T rounded multiplications drift by at most Tu/(1 - Tu), and by about sqrt(T) u where errors fall at random.

Bound    upper in the worst case; upper on the standard deviation for independent errors of mean zero
Assumes  each product is rounded to nearest in the normal range; u = 2^-p
Limits   the worst case is not reached by rounding to nearest; random is an assumption about the errors
Source   Higham, Accuracy and Stability of Numerical Algorithms, lemma 3.1
"""

from sympy import Integer, KroneckerDelta, Symbol, log, sqrt

from attnmem.proof.operations import DeltaSummation, Integrate, Put, Summation
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.float_letters import LETTERS, T, p

i, j = (Symbol(name, integer=True, positive=True) for name in "ij")
u, spread, variance, whole = (Symbol(name, positive=True) for name in ("u", "spread", "variance", "whole"))
error, share = Symbol("error", real=True), Symbol("share", nonnegative=True)

LEFT = Assumption("all round-offs together are less than one", Condition(share, True, Integer(1)))
FEW = Condition(T, True, 2**p)

ROUNDOFF_WORST = Formula(
    key="roundoff-worst",
    title="Largest relative drift of a product of rounded factors",
    expression=T * 2 ** (-p) / (1 - T * 2 ** (-p)),
    arguments=(T, p),
    unit="1",
    side=Side.UPPER,
    conditions=(FEW,),
    letters=LETTERS,
)

ROUNDOFF_RANDOM = Formula(
    key="roundoff-random",
    title="Standard deviation of the drift for independent errors",
    expression=sqrt(T) * 2 ** (-p),
    arguments=(T, p),
    unit="1",
    side=Side.UPPER,
    letters=LETTERS,
)

ROUNDOFF_GROWTH = Derivation(
    key="roundoff-growth",
    title="Round-off adds up, at random by the root",
    chapter="precision",
    letters=LETTERS,
    assumes=(),
    steps=(
        Step(
            T * log(1 + u),
            Relation.LE,
            T * u,
            because="equal at u = 0, and the logarithm rises more slowly: T factors 1 + u are at most e^(Tu)",
            along=u,
        ),
        Step(
            Put(log(whole), {whole: 1 / (1 - share)}),
            Relation.GE,
            share,
            because="putting in one over what is left: it is at least the exponential of the share",
            assumes=(LEFT,),
        ),
        Step(
            Put(1 / (1 - share) - 1, {share: T * 2 ** (-p)}),
            Relation.EQ,
            ROUNDOFF_WORST.expression,
            because="putting T round-offs in: the worst case",
            assumes=(Assumption("there are fewer of them than steps of the format", FEW),),
        ),
        Step(
            Integrate(error**2 / (2 * u), (error, -u, u)),
            Relation.EQ,
            u**2 / 3,
            because="the integral of the squared error, if it is spread evenly over one round-off either way",
        ),
        Step(
            u**2 / 3,
            Relation.LE,
            u**2,
            because="no error within a round-off has a larger variance than one of that size",
        ),
        Step(
            DeltaSummation(spread**2 * KroneckerDelta(i, j), (j, Integer(1), T)),
            Relation.EQ,
            spread**2,
            because="summing over the second error: independent ones leave only an error with itself",
            assumes=(Assumption("error i is one of them", Condition(i, False, T)),),
        ),
        Step(
            Summation(spread**2, (i, Integer(1), T)),
            Relation.EQ,
            T * spread**2,
            because="summing T equal variances",
        ),
    ),
    states=Step(
        Put(sqrt(variance), {variance: Summation((2 ** (-p)) ** 2, (i, Integer(1), T))}),
        Relation.EQ,
        ROUNDOFF_RANDOM.expression,
        because="summing T variances of one squared round-off and taking the root",
    ),
    formulas=(ROUNDOFF_WORST, ROUNDOFF_RANDOM),
    limits="the worst case is not reached by rounding to nearest; random is an assumption about the errors",
    source="Higham, Accuracy and Stability of Numerical Algorithms, lemma 3.1",
)
