"""Pooling loses the error on blocks plus the error inside them; equal weights lose at most ln m inside.

Bound    exact for the split; upper for equal weights, approached by a needle
Assumes  target and approximation have some mass on every token
Limits   distributions over tokens exist per channel only; the split says nothing of values
Source   chain rule of relative entropy: Cover and Thomas, Elements of Information Theory, theorem 2.5.3
"""

from sympy import IndexedBase, Integer, Sum, Symbol, log

from attnmem.proof.operations import Limit, Put, Summation
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.pool_letters import LETTERS, m

i = Symbol("i", integer=True, positive=True)
own, others, straw, needle = (Symbol(name, positive=True) for name in ("own", "others", "straw", "needle"))
target, guess, share = (IndexedBase(name, positive=True) for name in "xys")

EACH = (i, Integer(1), m)
SOME_TARGET = Assumption("every token has some mass", Condition(Integer(0), True, target[i], over=EACH))
SOME_GUESS = Assumption("the guess misses no token", Condition(Integer(0), True, guess[i], over=EACH))
SOME_SHARE = Assumption("every share is positive", Condition(Integer(0), True, share[i], over=EACH))
NO_MORE = Assumption("no share exceeds one", Condition(share[i], False, Integer(1), over=EACH))

block, guessed = Sum(target[i], (i, 1, m)), Sum(guess[i], (i, 1, m))
shares, entropy = Sum(share[i], (i, 1, m)), Sum(share[i] * log(share[i]), (i, 1, m))
inside = log(target[i] / block) - log(guess[i] / guessed)

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
    Summation(share[i] * (log(share[i]) - log(1 / m)), EACH),
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
    assumes=(SOME_SHARE, NO_MORE),
)

POOL_RESOLUTION = Derivation(
    key="pool-resolution",
    title="Addressing loss plus resolution loss",
    chapter="pool",
    letters=LETTERS,
    assumes=(SOME_TARGET, SOME_GUESS),
    steps=(
        EVEN,
        SHARE,
        PURE,
        Step(
            log(m) * shares + entropy,
            Relation.LE,
            log(m) * shares,
            because="what the shares bring of their own is never positive",
            using=(PURE,),
            assumes=(SOME_SHARE, NO_MORE),
        ),
        Step(
            Put(log(m) * own, {own: Integer(1)}),
            Relation.EQ,
            log(m),
            because="putting in that all shares together are one",
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
        Summation(target[i] * (log(target[i]) - log(guess[i])), EACH),
        Relation.EQ,
        block * (log(block) - log(guessed)) + Sum(target[i] * inside, (i, 1, m)),
        because="summing over a block: its own mass against the guessed mass, then the shares inside it",
    ),
    formulas=(POOL_RESOLUTION_LOSS,),
    limits="distributions over tokens exist per channel only; the split says nothing of values",
    source="chain rule of relative entropy: Cover and Thomas, Elements of Information Theory, theorem 2.5.3",
)
