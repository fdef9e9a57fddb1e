"""Pooling loses the error on blocks plus the error inside them; equal weights lose at most ln m inside.

Bound    exact for the split; upper for equal weights, approached by a needle
Assumes  target and approximation have some mass on every token
Limits   distributions over tokens exist per channel only; the split says nothing of values
Source   chain rule of relative entropy: Cover and Thomas, Elements of Information Theory, theorem 2.5.3
"""

from sympy import IndexedBase, Integer, Sum, Symbol, exp, log

from attnmem.proof.operations import Limit, Put, Summation
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.pool_letters import LETTERS, m

i = Symbol("i", integer=True, positive=True)
own, straw, needle = (Symbol(name, positive=True) for name in ("own", "straw", "needle"))
others, entropy_size = Symbol("others", nonnegative=True), Symbol("entropy_size", nonnegative=True)
x, y, rare = (IndexedBase(name, real=True) for name in ("x", "y", "rare"))
target, guess, share = exp(x[i]), exp(y[i]), exp(-rare[i])

EACH = (i, Integer(1), m)
NO_MORE = Assumption("no share exceeds one", Condition(Integer(0), False, rare[i], over=EACH))

block, guessed = Sum(target, (i, 1, m)), Sum(guess, (i, 1, m))
shares, entropy = Sum(share, (i, 1, m)), Sum(share * log(share), (i, 1, m))
inside = log(target / block) - log(guess / guessed)

POOL_RESOLUTION_LOSS = Formula(
    key="pool-resolution-loss",
    title="Largest divergence inside a block of equal weights",
    expression=log(m),
    arguments=(m,),
    unit="nats",
    side=Side.UPPER,
    letters=LETTERS,
)

EVEN = Step(
    Summation(share * (log(share) - log(1 / m)), EACH),
    Relation.EQ,
    log(m) * shares + entropy,
    because="summing against equal weights 1/m: every share brings the same ln m",
)
SHARE = Step(
    own / (own + others),
    Relation.LE,
    Integer(1),
    because="a token's share of its block is at most all of it",
    attained={others: Integer(0)},
)
PURE = Step(
    entropy,
    Relation.LE,
    Integer(0),
    because="no share exceeds one, so no logarithm is positive",
    assumes=(NO_MORE,),
)

POOL_RESOLUTION = Derivation(
    key="pool-resolution",
    title="Addressing loss plus resolution loss",
    chapter="pool",
    letters=LETTERS,
    assumes=(),
    steps=(
        EVEN,
        SHARE,
        PURE,
        Step(
            Put(log(m) * own - entropy_size, {own: Integer(1)}),
            Relation.LE,
            log(m),
            because="putting in that all shares together are one, and that their own part is not positive",
            attained={entropy_size: Integer(0)},
        ),
        Step(
            Limit(
                Put(
                    log(m) + needle * log(needle) + (m - 1) * straw * log(straw),
                    {needle: 1 - (m - 1) * straw},
                ),
                straw,
                Integer(0),
            ),
            Relation.EQ,
            log(m),
            because="the limit of a needle among ever thinner straws: nothing is left but ln m",
        ),
    ),
    states=Step(
        Summation(target * (log(target) - log(guess)), EACH),
        Relation.EQ,
        block * (log(block) - log(guessed)) + Sum(target * inside, (i, 1, m)),
        because="summing over a block: its own mass against the guessed mass, then the shares inside it",
    ),
    formulas=(POOL_RESOLUTION_LOSS,),
    limits="distributions over tokens exist per channel only; the split says nothing of values",
    source="chain rule of relative entropy: Cover and Thomas, Elements of Information Theory, theorem 2.5.3",
)
