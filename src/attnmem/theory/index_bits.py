"""A memory that gives back any bit with error at most delta holds (1 - H2(delta)) n d bits at least.

Bound    lower, on the bits stored after n tokens
Assumes  the query is not known when tokens are stored; keys are agreed beforehand; values are arbitrary bits
Limits   worst case over inputs, with a query of unbounded length; says nothing of natural text
Source   INDEX and Fano: Kushilevitz and Nisan, Communication Complexity, section 3; arXiv 2502.15955
"""

from sympy import Integer, Rational, Symbol, log

from attnmem.proof.operations import Diff, Put, Solve, Summation
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step, Wrong
from attnmem.theory.index_letters import LETTERS, b, d, delta, dk, dv, n

i = Symbol("i", integer=True, positive=True)
each, message = Symbol("each", positive=True), Symbol("message", positive=True)
t, tokens = Symbol("t", positive=True), Symbol("tokens", positive=True)

kept = (log(2) + delta * log(delta) + (1 - delta) * log(1 - delta)) / log(2)

SOMETHING_LEFT = Assumption(
    "an error below one half leaves something of a bit", Condition(Integer(0), True, kept)
)

INDEX_BITS_FORMULA = Formula(
    key="index-bits",
    title="Bits that any query-blind memory must hold",
    expression=n * d * kept,
    arguments=(n, d, delta),
    unit="bits",
    side=Side.LOWER,
    letters=LETTERS,
)

INDEX_BITS_PER_TOKEN = Formula(
    key="index-bits-per-token",
    title="Bits that any query-blind memory must hold for each token",
    expression=d * kept,
    arguments=(d, delta),
    unit="bits per token",
    side=Side.LOWER,
    letters=LETTERS,
)

INDEX_STATE_EXHAUSTED = Formula(
    key="index-state-exhausted",
    title="Tokens after which a state holds fewer bits than the bound",
    expression=dk * dv * b / (d * kept),
    arguments=(dk, dv, b, d, delta),
    unit="tokens",
    side=Side.UPPER,
    letters=LETTERS,
)

FANO = Step(
    message,
    Relation.GE,
    INDEX_BITS_FORMULA.expression,
    because="a bit read back with error at most delta has left 1 - H2(delta) bits in the message",
    source="INDEX bound through Fano's inequality: Kushilevitz and Nisan, Communication Complexity (1997)",
)

INDEX_BITS = Derivation(
    key="index-bits",
    title="Bits that no query-blind memory can do without",
    chapter="index_bound",
    letters=LETTERS,
    assumes=(),
    steps=(
        FANO,
        Step(
            Diff(kept * log(2), delta),
            Relation.EQ,
            log(delta) - log(1 - delta),
            because="the derivative of what is left of a bit: negative below one half",
        ),
        Step(
            Put(log(delta) - log(1 - delta), {delta: 1 / (2 + t)}),
            Relation.EQ,
            -log(1 + t),
            because="putting in an error below one half: the more error, the fewer bits",
        ),
        Step(
            Put(kept, {delta: Rational(1, 2)}),
            Relation.EQ,
            Integer(0),
            because="putting in a coin: who guesses needs nothing",
        ),
        Step(
            Put(INDEX_BITS_FORMULA.expression, {n: Integer(1)}),
            Relation.EQ,
            INDEX_BITS_PER_TOKEN.expression,
            because="putting in a single token: the bound is the same for each",
        ),
        Step(
            Put(Solve(tokens * each - message, tokens), {message: dk * dv * b, each: d * kept}),
            Relation.EQ,
            INDEX_STATE_EXHAUSTED.expression,
            because="solving for the tokens whose bits fill a state of fixed size",
            assumes=(SOMETHING_LEFT,),
        ),
    ),
    states=Step(
        Summation(kept * d, (i, Integer(1), n)),
        Relation.EQ,
        INDEX_BITS_FORMULA.expression,
        because="summing over n rows of d bits: the information in the message about each of them",
    ),
    formulas=(INDEX_BITS_FORMULA, INDEX_BITS_PER_TOKEN, INDEX_STATE_EXHAUSTED),
    limits="worst case over inputs, with a query of unbounded length; says nothing of natural text",
    source="INDEX and Fano: Kushilevitz and Nisan, Communication Complexity; reduction: arXiv 2502.15955",
    wrong=(
        Wrong(
            Step(
                Put(INDEX_BITS_PER_TOKEN.expression, {d: Integer(512), delta: Rational(1, 10)}),
                Relation.LE,
                Integer(64),
                because="four elements of 16 bits for each token, against values of 512 entries",
            ),
            "only a state of fixed size lies below the bound, pooled slots do not",
            "article on fixed-state and sparse attention, section 2.3",
        ),
    ),
)
