"""A score over c channels sees a pooled token at sqrt(c/(m - 1)): one channel does not settle the matter.

Bound    exact, for a query along the signal and equal gates
Assumes  noise is independent between tokens and between channels, and of the signal's scale in each channel
Limits   a single score; a search must also win against all other slots
Source   own derivation
"""

from sympy import Integer, Symbol, sqrt

from attnmem.proof.operations import Put, Summation
from attnmem.proof.record import Assumption, Derivation, Formula, Relation, Side, Step, Wrong
from attnmem.theory.pool_letters import LETTERS, c, m

i, j = (Symbol(name, integer=True, positive=True) for name in "ij")
w, signal, variance = (Symbol(name, positive=True) for name in ("w", "signal", "variance"))

ISOTROPIC = Assumption("noise is uncorrelated between tokens and between channels")
ALIGNED = Assumption("the query has the signal's entry, of size one, in every channel")

POOL_SCORE = Formula(
    key="pool-score-snr",
    title="Signal to noise of a score on a pooled slot",
    expression=sqrt(c / (m - 1)),
    arguments=(m, c),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

POOL_SCORE_SNR = Derivation(
    key="pool-score",
    title="A score gains the root of the channels",
    chapter="pool",
    letters=LETTERS,
    assumes=(ISOTROPIC, ALIGNED),
    steps=(
        Step(
            Summation(w, (i, Integer(1), c)),
            Relation.EQ,
            c * w,
            because="summing the signal over the channels: every term has the same sign",
            assumes=(ALIGNED,),
        ),
        Step(
            Summation(Summation(w**2, (j, Integer(1), m - 1)), (i, Integer(1), c)),
            Relation.EQ,
            c * (m - 1) * w**2,
            because="summing the noise power over tokens and channels",
            assumes=(ISOTROPIC,),
        ),
        Step(
            Put(signal / sqrt(variance), {signal: c * w, variance: c * (m - 1) * w**2}),
            Relation.EQ,
            sqrt(c) / sqrt(m - 1),
            because="putting both in: the weight cancels, one root of c is left",
        ),
    ),
    states=Step(
        Put(
            signal / sqrt(variance), {signal: Summation(w, (i, Integer(1), c)), variance: c * (m - 1) * w**2}
        ),
        Relation.EQ,
        POOL_SCORE.expression,
        because="summing the channels: the signal grows like c, the noise like its root",
    ),
    formulas=(POOL_SCORE,),
    limits="a single score; a search must also win against all other slots",
    source="own derivation",
    wrong=(
        Wrong(
            Step(
                Put(signal / sqrt(variance), {signal: c * w, variance: c * (m - 1) * w**2}),
                Relation.EQ,
                1 / sqrt(m - 1),
                because="the ratio of one channel, taken for that of a score",
            ),
            "a score on a slot is no better than one of its channels",
            "article on fixed-state and sparse attention, section 2.5",
        ),
    ),
)
