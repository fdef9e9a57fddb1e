"""Below one, p significant bits leave steps of 2^-p: no stored decay outlives ln theta / ln(1 - 2^-p).

Bound    upper, attained by the largest stored value below one
Assumes  the decay itself is stored, and one half is a normal number of the format
Limits   FP4 E2M1 is an exception: one half is subnormal there; storing the logarithm lifts the wall
Source   own derivation; formats: IEEE 754-2019 and the OCP 8-bit and microscaling specifications
"""

from sympy import Integer, Rational, Symbol, exp, log

from attnmem.proof.operations import Put
from attnmem.proof.record import Assumption, Condition, Derivation, Formula, Relation, Side, Step, Wrong
from attnmem.theory.float_letters import LETTERS, L, alpha, d, p, theta

k, exponent = Symbol("k", integer=True, positive=True), Symbol("exponent", integer=True)
unused = Symbol("unused", integer=True, nonnegative=True)
near, nats, wall = (Symbol(name, positive=True) for name in ("near", "nats", "wall"))
fall = Symbol("fall", nonnegative=True)

FLOAT_LIFETIME = Formula(
    key="float-lifetime",
    title="Longest lifetime of a stored decay",
    expression=log(theta) / log(1 - 2 ** (-p)),
    arguments=(p, theta),
    unit="tokens",
    side=Side.UPPER,
    letters=LETTERS,
)

FLOAT_SPACINGS = Formula(
    key="float-spacings-left",
    title="Steps of the format between a decay and one",
    expression=2**p * (1 - theta ** (1 / L)),
    arguments=(L, theta, p),
    unit="spacings",
    side=Side.EXACT,
    letters=LETTERS,
)

FLOAT_SPACING = Derivation(
    key="float-spacing",
    title="The largest decay below one",
    chapter="precision",
    letters=LETTERS,
    assumes=(),
    steps=(
        Step(
            Put(k * 2 ** (exponent - p + 1), {exponent: Integer(-1)}),
            Relation.EQ,
            k * 2 ** (-p),
            because="putting in the exponent of the binade from one half to one",
        ),
        Step(
            Put((k + 1) * 2 ** (-p) - near, {near: k * 2 ** (-p)}),
            Relation.EQ,
            2 ** (-p),
            because="putting neighbours in: they are 2^-p apart",
        ),
        Step(
            Put(k * 2 ** (-p), {k: 2**p - 1 - unused}),
            Relation.LE,
            1 - 2 ** (-p),
            because="putting in a significand: the largest is 2^p - 1",
            assumes=(Assumption("it is at least one", Condition(unused, True, 2**p - 1)),),
            attained={unused: Integer(0)},
        ),
        Step(
            Put(d * 2**p, {d: 1 - theta ** (1 / L)}),
            Relation.EQ,
            FLOAT_SPACINGS.expression,
            because="putting the complement for a wanted lifetime in, counted in steps of the format",
        ),
        Step(
            Put(-log(alpha), {alpha: (1 - 2 ** (-p)) * exp(-fall)}),
            Relation.EQ,
            fall - log(1 - 2 ** (-p)),
            because="putting in any decay up to the largest one: it falls faster by some amount",
        ),
        Step(
            nats / (wall + fall),
            Relation.LE,
            nats / wall,
            because="what falls faster forgets sooner",
            attained={fall: Integer(0)},
        ),
    ),
    states=Step(
        Put(nats / wall, {nats: -log(theta), wall: -log(1 - 2 ** (-p))}),
        Relation.EQ,
        FLOAT_LIFETIME.expression,
        because="putting the threshold and the largest stored decay into the longest lifetime",
    ),
    formulas=(FLOAT_LIFETIME, FLOAT_SPACINGS),
    limits="FP4 E2M1 is an exception: one half is subnormal there; storing the logarithm lifts the wall",
    source="own derivation; formats: IEEE 754-2019 and the OCP 8-bit and microscaling specifications",
    wrong=(
        Wrong(
            Step(
                Put(FLOAT_LIFETIME.expression, {p: Integer(24), theta: Rational(1, 100)}),
                Relation.LE,
                Integer(10**6),
                because="seven digits, taken for the digits of the complement",
            ),
            "at a million tokens FP32 is unreliable already",
            "article on fixed-state and sparse attention, section 2.4.2",
        ),
    ),
)
