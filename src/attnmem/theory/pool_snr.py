"""A slot that pools m tokens keeps one of them at e^g / sqrt(m - 1) times the noise of the rest.

Bound    exact, for one channel
Assumes  one token carries the signal; the others are independent noise of its scale, with equal gates
Limits   one channel of a slot; a score adds up many channels and is better by the root of their number
Source   own derivation; pooling map: arXiv 2606.19348, equations 22 and 23
"""

from sympy import IndexedBase, Integer, KroneckerDelta, Symbol, exp, log, sqrt

from attnmem.proof.operations import DeltaSummation, Put, Solve, Summation
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.pool_letters import LETTERS, SOME_NOISE, g, m, r, snr

i, j = (Symbol(name, integer=True, positive=True) for name in "ij")
w, own, variance, total = (Symbol(name, positive=True) for name in ("w", "own", "variance", "total"))
level = Symbol("level", real=True)
weights = IndexedBase("v", positive=True)

ratio = exp(g) / sqrt(m - 1)

ONE_OF_THEM = Assumption("token i is one of the noise tokens", Condition(i, False, m - 1))
INDEPENDENT = Assumption("noise of different tokens is uncorrelated, of mean zero and of the signal's scale")
EQUAL_GATES = Assumption("the gate gives the other tokens of the window one and the same logit")

POOL_SNR_FORMULA = Formula(
    key="pool-snr",
    title="Signal to noise of a pooled token",
    expression=ratio,
    arguments=(m, g),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

POOL_SNR_DB = Formula(
    key="pool-snr-db",
    title="Signal to noise of a pooled token in decibels",
    expression=(20 * g - 10 * log(m - 1)) / log(10),
    arguments=(m, g),
    unit="dB",
    side=Side.EXACT,
    letters=LETTERS,
)

POOL_SNR_POWER = Formula(
    key="pool-snr-power",
    title="Signal to noise of a pooled token as a ratio of powers",
    expression=exp(2 * g) / (m - 1),
    arguments=(m, g),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

POOL_MARGIN = Formula(
    key="pool-margin-needed",
    title="Gate margin for a wanted signal to noise",
    expression=log(snr * sqrt(m - 1)),
    arguments=(m, snr),
    unit="nats",
    side=Side.EXACT,
    letters=LETTERS,
)

POOL_ALIGNED = Formula(
    key="pool-snr-aligned",
    title="Signal to noise when several tokens carry the signal",
    expression=r * exp(g) / sqrt(m - r),
    arguments=(m, g, r),
    unit="1",
    side=Side.EXACT,
    conditions=(SOME_NOISE,),
    letters=LETTERS,
)

POOL_TWO_SLOTS = Formula(
    key="pool-snr-two-slots",
    title="Signal to noise of a token over both overlapping slots it enters",
    expression=sqrt(2) / sqrt(2 * m - 1),
    arguments=(m,),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

POOL_SNR = Derivation(
    key="pool-snr",
    title="Pooling m tokens leaves one of them at 1/sqrt(m - 1)",
    chapter="pool",
    letters=LETTERS,
    assumes=(INDEPENDENT, EQUAL_GATES),
    steps=(
        Step(
            Put(exp(level + g) + total, {total: Summation(exp(level), (j, Integer(1), m - 1))}),
            Relation.EQ,
            exp(level) * (exp(g) + m - 1),
            because="summing the softmax numerators: the level that all logits share comes out",
        ),
        Step(
            DeltaSummation(weights[i] * weights[j] * KroneckerDelta(i, j), (j, Integer(1), m - 1)),
            Relation.EQ,
            weights[i] ** 2,
            because="summing over the second token: uncorrelated noise leaves only a token with itself",
            assumes=(INDEPENDENT, ONE_OF_THEM),
        ),
        Step(
            Summation(w**2, (i, Integer(1), m - 1)),
            Relation.EQ,
            (m - 1) * w**2,
            because="summing the variances of m - 1 noise tokens of equal weight",
            assumes=(EQUAL_GATES,),
        ),
        Step(
            Put(own / sqrt(variance), {own: exp(g) / total, variance: (m - 1) / total**2}),
            Relation.EQ,
            ratio,
            because="putting both softmax weights in: their common denominator cancels",
        ),
        Step(
            Put(20 * log(own) / log(10), {own: ratio}),
            Relation.EQ,
            POOL_SNR_DB.expression,
            because="putting the amplitude ratio into the definition of the decibel",
        ),
        Step(
            Put(own**2, {own: ratio}),
            Relation.EQ,
            POOL_SNR_POWER.expression,
            because="putting the amplitude ratio into its square, the ratio of powers",
        ),
        Step(
            Solve(ratio - snr, g),
            Relation.EQ,
            POOL_MARGIN.expression,
            because="solving for the margin at which the ratio is the wanted one",
        ),
        Step(
            Put(
                own / sqrt(variance),
                {
                    own: Summation(w * exp(g), (i, Integer(1), r)),
                    variance: Summation(w**2, (i, Integer(1), m - r)),
                },
            ),
            Relation.EQ,
            POOL_ALIGNED.expression,
            because="summing r equal signals and the variances of the m - r tokens that are left",
            assumes=(Assumption("some token is noise", SOME_NOISE),),
        ),
        Step(
            Put(
                own / sqrt(variance),
                {own: 2 * w, variance: Summation(w**2, (i, Integer(1), 2 * (2 * m - 1)))},
            ),
            Relation.EQ,
            POOL_TWO_SLOTS.expression,
            because="summing over both slots of 2m tokens: two projections with noise of their own",
        ),
    ),
    states=Step(
        Put(w * exp(g) / sqrt(variance), {variance: Summation(w**2, (i, Integer(1), m - 1))}),
        Relation.EQ,
        ratio,
        because="summing the noise power: with a margin of g one weight is e^g times each of the others",
    ),
    formulas=(POOL_SNR_FORMULA, POOL_SNR_DB, POOL_SNR_POWER, POOL_MARGIN, POOL_ALIGNED, POOL_TWO_SLOTS),
    limits="one channel of a slot; says nothing of a score, which adds up many channels",
    source="own derivation; pooling map: arXiv 2606.19348, equations 22 and 23",
)
