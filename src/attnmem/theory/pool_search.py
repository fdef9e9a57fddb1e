"""A query finds its needle's slot among n slots at least as often as n - 1 independent rivals all lose.

Bound    lower; reached for two slots
Assumes  normal noise of unit scale, a needle of unit entries, equal gates but for the needle's margin
Limits   loose at low margins, where all slots compete with one and the same noisy score
Source   own derivation; bound on the normal tail: Komatu (1955)
"""

from sympy import Integer, Symbol, erfc, exp, oo, pi, sqrt

from attnmem.proof.operations import Diff, Limit, Put, Summation
from attnmem.proof.record import Assumption, Derivation, Formula, Relation, Side, Step
from attnmem.theory.pool_letters import LETTERS, c, g, m, n

i, j, k = (Symbol(name, integer=True, positive=True) for name in "ijk")
z, square = Symbol("z", positive=True), Symbol("square", positive=True)
least = Symbol("least", real=True)
w, total, gap, variance, chance = (
    Symbol(name, positive=True) for name in ("w", "total", "gap", "variance", "chance")
)

NORMAL = Assumption("noise is normal, of unit scale and independent between tokens, channels and slots")

root = sqrt(z**2 + 2)
tail = sqrt(2 / pi) * exp(-(z**2) / 2) / (z + root)
distance = sqrt(c) / sqrt((m - 1) * exp(-2 * g) + (1 + (m - 1) * exp(-g)) ** 2 / m)

POOL_DISTANCE = Formula(
    key="pool-search-distance",
    title="Score gap between the needle's slot and another, in standard deviations",
    expression=distance,
    arguments=(m, g, c),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

POOL_RECALL = Formula(
    key="pool-recall",
    title="Chance to find the needle's slot",
    expression=(1 - tail.xreplace({z: distance})) ** (n - 1),
    arguments=(m, g, c, n),
    unit="1",
    side=Side.LOWER,
    letters=LETTERS,
    allowed=8.0,
    because="a power of many slots multiplies the three roundings of its base",
)

POOL_SEARCH = Derivation(
    key="pool-search",
    title="A search must win against every other slot",
    chapter="pool",
    letters=LETTERS,
    assumes=(NORMAL,),
    steps=(
        Step(
            Summation(Summation(w**2, (j, Integer(1), m - 1)), (i, Integer(1), c)),
            Relation.EQ,
            c * (m - 1) * w**2,
            because="summing the noise of the needle's own slot over tokens and channels",
        ),
        Step(
            Summation(Summation(1 / m**2, (j, Integer(1), m)), (i, Integer(1), c)),
            Relation.EQ,
            c / m,
            because="summing the noise of another slot, pooled with equal weights",
        ),
        Step(
            Put(
                gap / sqrt(variance),
                {gap: c * exp(g) / total, variance: c * (m - 1) / total**2 + c / m},
            ),
            Relation.EQ,
            sqrt(c) * exp(g) / sqrt(m - 1 + total**2 / m),
            because="putting in the mean gap and both variances, with weights e^g and 1 over their total",
        ),
        Step(
            Put(sqrt(c) * exp(g) / sqrt(m - 1 + total**2 / m), {total: exp(g) + m - 1}),
            Relation.EQ,
            distance,
            because="putting in the total of the softmax",
        ),
        Step(
            Diff(tail - erfc(z / sqrt(2)) / 2, z),
            Relation.EQ,
            -z * (z**2 + 1 - z * root) * exp(-(z**2) / 2) / (sqrt(2 * pi) * root),
            because="the derivative of what the bound has over the chance that one other slot wins",
        ),
        Step(
            Put(square * (square + 2) + 1, {square: z**2}),
            Relation.EQ,
            (z**2 + 1) ** 2,
            because="putting in a square: z times the root is below z^2 + 1, so the difference falls",
        ),
        Step(
            Limit(tail - erfc(z / sqrt(2)) / 2, z, oo),
            Relation.EQ,
            Integer(0),
            because="the limit at ever wider gaps: what falls to zero was never below it",
        ),
        Step(
            Diff(chance**k, chance, 2),
            Relation.EQ,
            k * (k - 1) * chance ** (k - 2),
            because="the second derivative of the chance against k others, for one score of the needle",
        ),
        Step(
            k * (k - 1) * chance ** (k - 2),
            Relation.GE,
            Integer(0),
            because="never negative: the mean of the power over that score is the power of the mean at least",
            attained={k: Integer(1)},
        ),
    ),
    states=Step(
        Put(least ** (n - 1), {least: Put(1 - tail, {z: distance})}),
        Relation.EQ,
        POOL_RECALL.expression,
        because="putting in the least chance against one slot, to the power of all the others",
    ),
    formulas=(POOL_DISTANCE, POOL_RECALL),
    limits="loose at low margins, where all slots compete with one and the same noisy score",
    source="own derivation; bound on the normal tail: Komatu (1955)",
)
