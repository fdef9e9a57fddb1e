"""A query along one key reads at most B/(A + B) where the bit is clear, at least A/(A + B) where set.

Bound    upper and lower, on one coordinate of exact attention
Assumes  the asked row weighs at least A; all other rows and the blank one together at most B
Limits   these bounds suffice; real keys and bits do better
Source   reduction after Haris and Onak, arXiv 2502.15955; constants own derivation
"""

from sympy import Integer, Symbol, exp

from attnmem.proof.operations import Put, Summation
from attnmem.proof.record import Derivation, Relation, Step
from attnmem.theory.index_letters import LETTERS, C, epsilon, n

i = Symbol("i", integer=True, positive=True)
A, B, own, others, weight = (Symbol(name, positive=True) for name in ("A", "B", "own", "others", "weight"))
more, less, longer, gain = (Symbol(name, nonnegative=True) for name in ("more", "less", "longer", "gain"))

INDEX_CASES = Derivation(
    key="index-cases",
    title="What Bob reads in the two cases",
    chapter="index_bound",
    letters=LETTERS,
    assumes=(),
    defines={B: others + 1 + less},
    steps=(
        Step(
            Summation(exp(C * epsilon), (i, Integer(1), n - 1)),
            Relation.EQ,
            (n - 1) * exp(C * epsilon),
            because="summing the n - 1 other rows at their largest weight",
        ),
        Step(
            Put((n - 1) * weight + 1, {weight: 1 + gain}),
            Relation.LE,
            n * (1 + gain),
            because="putting in a weight of at least one: the blank row weighs no more than another",
            attained={gain: Integer(0)},
        ),
        Step(
            Put(exp(C * (1 - epsilon) + longer), {C * (1 - epsilon): own}),
            Relation.GE,
            exp(own),
            because="putting in a key longer than the least length: its row only gains weight",
            attained={longer: Integer(0)},
        ),
        Step(
            Put(others / (own + others + 1), {own: A + more}),
            Relation.LE,
            B / (A + B),
            because="putting in a row at least as heavy: a clear bit can be told one only by others",
        ),
    ),
    states=Step(
        Put(own / (own + others + 1), {own: A + more}),
        Relation.GE,
        A / (A + B),
        because="putting in a row at least as heavy: where the bit is set it brings a one itself",
        attained={more: Integer(0), less: Integer(0)},
    ),
    formulas=(),
    limits="these bounds suffice; real keys and bits do better",
    source="reduction after Haris and Onak, arXiv 2502.15955; constants own derivation",
)
