"""A state that is rounded after each decay stands still once 1 - alpha is at or below 2^-(p+1).

Bound    exact threshold for freezing of every normal state, with ties to even; none freezes above 2^-p
Assumes  the decay is multiplied in a finer format, the state is normal and rounded to nearest even
Limits   below the normal range states freeze earlier; new writes can act as dither
Source   own derivation; one decay per chunk of 16: FlashKDA, arXiv 2510.26692
"""

from sympy import Integer, Symbol, log

from attnmem.proof.operations import Put, Solve
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step
from attnmem.theory.float_letters import LETTERS, C, d, p, theta

mantissa, step, over, below, u = (
    Symbol(name, positive=True) for name in ("mantissa", "step", "over", "below", "u")
)
kept, whole = Symbol("kept", positive=True), Symbol("whole", positive=True)
above, exponent = Symbol("above", nonnegative=True), Symbol("exponent", integer=True)

STAGNATION_COMPLEMENT = Formula(
    key="stagnation-complement",
    title="Loss per token at or below which every normal state freezes",
    expression=2 ** (-p - 1),
    arguments=(p,),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

STAGNATION_FREE = Formula(
    key="stagnation-free-complement",
    title="Loss per token above which no normal state freezes",
    expression=2 ** (-p),
    arguments=(p,),
    unit="1",
    side=Side.UPPER,
    letters=LETTERS,
)

STAGNATION_CHUNK = Formula(
    key="stagnation-chunk-complement",
    title="Loss per token at or below which every normal state freezes, rounded once per chunk",
    expression=1 - (1 - 2 ** (-p - 1)) ** (1 / C),
    arguments=(p, C),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

STAGNATION_LIFETIME = Formula(
    key="stagnation-lifetime",
    title="Lifetime from which every normal state freezes, rounded once per chunk",
    expression=C * log(theta) / log(1 - 2 ** (-p - 1)),
    arguments=(p, theta, C),
    unit="tokens",
    side=Side.EXACT,
    letters=LETTERS,
)

STAGNATION_FREE_LIFETIME = Formula(
    key="stagnation-free-lifetime",
    title="Lifetime below which no normal state freezes, rounded once per chunk",
    expression=C * log(theta) / log(1 - 2 ** (-p)),
    arguments=(p, theta, C),
    unit="tokens",
    side=Side.LOWER,
    letters=LETTERS,
)

FLOAT_STAGNATION = Derivation(
    key="float-stagnation",
    title="A rounded state stops fading",
    chapter="precision",
    letters=LETTERS,
    assumes=(Assumption("a chunk loses something", Condition(whole, True, Integer(1))),),
    steps=(
        Step(
            Put(2 ** (exponent - p + 1) / 2, {exponent: Integer(0)}),
            Relation.EQ,
            2 ** (-p),
            because="putting in the binade from one to two: half a step is 2^-p",
        ),
        Step(
            Put(2 ** (exponent - p + 1) / 2, {exponent: Integer(-1)}),
            Relation.EQ,
            2 ** (-p - 1),
            because="putting in the binade below one, where the state one moves: half a step is half of that",
        ),
        Step(
            Put(mantissa * d, {d: u / 2, mantissa: 2 - below}),
            Relation.LE,
            u,
            because="putting in half a round-off: below two it moves less than half a step, and rounds back",
            assumes=(Assumption("a significand is at least one", Condition(below, False, Integer(1))),),
        ),
        Step(
            Put(mantissa * d, {d: u + over, mantissa: 1 + above}),
            Relation.GE,
            u,
            because="putting in more than a round-off: from one on it moves more than half a step",
        ),
        Step(
            Solve(mantissa * d - step / 2, mantissa),
            Relation.EQ,
            step / (2 * d),
            because="solving for the size at which a fixed step, as in the subnormals, freezes the state",
        ),
        Step(
            Solve((1 - d) ** C - whole, d),
            Relation.EQ,
            1 - whole ** (1 / C),
            because="solving for the loss per token of which a chunk of C tokens keeps so much",
        ),
        Step(
            Put(1 - whole ** (1 / C), {whole: 1 - 2 ** (-p - 1)}),
            Relation.EQ,
            STAGNATION_CHUNK.expression,
            because="putting the threshold of one rounding into a chunk",
        ),
        Step(
            Put(log(theta) / log(kept), {kept: whole ** (1 / C)}),
            Relation.EQ,
            C * log(theta) / log(whole),
            because="putting in what a token keeps: rounded once per chunk, it lives C times longer",
        ),
        Step(
            Put(C * log(theta) / log(whole), {whole: 1 - 2 ** (-p - 1)}),
            Relation.EQ,
            STAGNATION_LIFETIME.expression,
            because="putting in what a chunk keeps at the threshold",
        ),
        Step(
            Put(2 * d, {d: 2 ** (-p - 1)}),
            Relation.EQ,
            STAGNATION_FREE.expression,
            because="putting in the threshold: above twice that loss nothing freezes",
        ),
        Step(
            Put(C * log(theta) / log(whole), {whole: 1 - 2 ** (-p)}),
            Relation.EQ,
            STAGNATION_FREE_LIFETIME.expression,
            because="putting in the loss per chunk from which on no state freezes",
        ),
    ),
    states=Step(
        Put(Solve(mantissa * d - step / 2, d), {mantissa: Integer(1), step: 2 ** (-p)}),
        Relation.EQ,
        STAGNATION_COMPLEMENT.expression,
        because="solving for the loss that moves the state one by half a step: a tie goes back to even",
    ),
    formulas=(
        STAGNATION_COMPLEMENT,
        STAGNATION_FREE,
        STAGNATION_CHUNK,
        STAGNATION_LIFETIME,
        STAGNATION_FREE_LIFETIME,
    ),
    limits="below the normal range states freeze earlier; new writes can act as dither",
    source="own derivation; one decay per chunk of 16: FlashKDA, arXiv 2510.26692",
)
