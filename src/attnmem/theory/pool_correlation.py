"""Correlated noise adds up in amplitude: equal correlation rho turns m - 1 into (m - 1)(1 + (m - 2) rho).

Bound    exact, for one channel and equal gates among the noise tokens
Assumes  each two noise tokens have the same correlation
Limits   negative correlation is left out: below -1/(m - 2) no such noise exists
Source   own derivation
"""

from sympy import Integer, KroneckerDelta, Symbol, exp, sqrt

from attnmem.proof.operations import DeltaSummation, Put, Summation
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.pool_letters import LETTERS, g, m, rho

i, j = (Symbol(name, integer=True, positive=True) for name in "ij")
w, variance = Symbol("w", positive=True), Symbol("variance", positive=True)

ONE_OF_THEM = Assumption("token i is one of the noise tokens", Condition(i, False, m - 1))
EQUAL_CORRELATION = Assumption("noise of two different tokens has correlation rho, of one with itself 1")

spread = (m - 1) * (1 + (m - 2) * rho)

POOL_SNR_CORRELATED = Formula(
    key="pool-snr-correlated",
    title="Signal to noise of a pooled token among correlated ones",
    expression=exp(g) / sqrt(spread),
    arguments=(m, g, rho),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

POOL_CORRELATION = Derivation(
    key="pool-correlation",
    title="Correlated noise does not average out",
    chapter="pool",
    letters=LETTERS,
    assumes=(EQUAL_CORRELATION,),
    steps=(
        Step(
            DeltaSummation(w**2 * (rho + (1 - rho) * KroneckerDelta(i, j)), (j, Integer(1), m - 1)),
            Relation.EQ,
            w**2 * (1 + (m - 2) * rho),
            because="summing one token's correlations: with itself 1, with each of the m - 2 others rho",
            assumes=(EQUAL_CORRELATION, ONE_OF_THEM),
        ),
        Step(
            Summation(w**2 * (1 + (m - 2) * rho), (i, Integer(1), m - 1)),
            Relation.EQ,
            w**2 * spread,
            because="summing over the noise tokens, which are all alike",
        ),
    ),
    states=Step(
        Put(
            w * exp(g) / sqrt(variance),
            {variance: Summation(w**2 * (1 + (m - 2) * rho), (i, Integer(1), m - 1))},
        ),
        Relation.EQ,
        POOL_SNR_CORRELATED.expression,
        because="putting in the noise power: rho = 0 is the independent case, rho = 1 gives e^g/(m - 1)",
    ),
    formulas=(POOL_SNR_CORRELATED,),
    limits="negative correlation is left out: below -1/(m - 2) no such noise exists",
    source="own derivation",
)
