"""A channel that fades by alpha per token forgets after ln theta / ln alpha tokens; 1 - alpha falls as 1/L.

Bound    exact; and two-sided around -ln theta (1/d - 1/2) with d = 1 - alpha
Assumes  the decay is the same at every token
Limits   the threshold is a convention; a normalised read-out only sees weights relative to younger ones
Source   own derivation; the channel-wise decay: arXiv 2607.24653, equation 1
"""

from sympy import Integer, Rational, Symbol, exp, log

from attnmem.proof.operations import Put, Series, Solve
from attnmem.proof.record import Derivation, Formula, Relation, Side, Step
from attnmem.theory.decay_letters import LETTERS, L, alpha, d, theta

nats, rate, some = (Symbol(name, positive=True) for name in ("nats", "rate", "some"))
odds, more, x = (Symbol(name, nonnegative=True) for name in ("odds", "more", "x"))

DECAY_LIFETIME_FORMULA = Formula(
    key="decay-lifetime",
    title="Lifetime of a decay",
    expression=log(theta) / log(alpha),
    arguments=(alpha, theta),
    unit="tokens",
    side=Side.EXACT,
    letters=LETTERS,
)

DECAY_LIFETIME_COMPLEMENT = Formula(
    key="decay-lifetime-complement",
    title="Lifetime from what is lost per token",
    expression=log(theta) / log(1 - d),
    arguments=(d, theta),
    unit="tokens",
    side=Side.EXACT,
    letters=LETTERS,
)

DECAY_NEEDED = Formula(
    key="decay-needed",
    title="Decay for a wanted lifetime",
    expression=theta ** (1 / L),
    arguments=(L, theta),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

DECAY_COMPLEMENT_NEEDED = Formula(
    key="decay-complement-needed",
    title="What may be lost per token for a wanted lifetime",
    expression=1 - theta ** (1 / L),
    arguments=(L, theta),
    unit="1",
    side=Side.EXACT,
    letters=LETTERS,
)

least, most = 2 * odds / (2 + odds), odds * (2 + odds) / (2 * (1 + odds))

DECAY_LIFETIME = Derivation(
    key="decay-lifetime",
    title="Ten times longer needs ten times less decay",
    chapter="decay",
    letters=LETTERS,
    assumes=(),
    steps=(
        Step(
            Solve(alpha**L - theta, alpha),
            Relation.EQ,
            DECAY_NEEDED.expression,
            because="solving for the decay at which a weight of one is at the threshold after L tokens",
        ),
        Step(
            Put(1 - alpha, {alpha: Solve(alpha**L - theta, alpha)}),
            Relation.EQ,
            DECAY_COMPLEMENT_NEEDED.expression,
            because="putting that decay into its complement",
        ),
        Step(
            Put(log(theta) / log(alpha), {alpha: 1 - d}),
            Relation.EQ,
            DECAY_LIFETIME_COMPLEMENT.expression,
            because="putting in the complement, the quantity that keeps its digits near one",
        ),
        Step(
            Put(log(theta) / log(alpha), {theta: theta**2}),
            Relation.EQ,
            2 * log(theta) / log(alpha),
            because="putting the squared threshold in doubles the lifetime: only its logarithm counts",
        ),
        Step(
            Series(-1 / log(1 - d), d, Integer(0), 2),
            Relation.EQ,
            1 / d - Rational(1, 2) - d / 12,
            because="the series of one over the logarithm, at a small loss per token",
        ),
        Step(
            log(1 + odds),
            Relation.GE,
            least,
            because="equal at zero, and the logarithm rises faster",
            attained={odds: Integer(0)},
        ),
        Step(
            log(1 + odds),
            Relation.LE,
            most,
            because="equal at zero, and the quotient rises faster",
            attained={odds: Integer(0)},
        ),
        Step(
            Put(nats / rate, {rate: least.xreplace({odds: some}) + more}),
            Relation.LE,
            nats * (1 / some + Rational(1, 2)),
            because="putting in any rate from the least on: a nat lasts 1/odds + 1/2 tokens at most",
            attained={more: Integer(0)},
        ),
        Step(
            Put(nats / rate, {rate: most.xreplace({odds: some}) / (1 + more)}),
            Relation.GE,
            nats * (1 / some + Rational(1, 2)) - nats * some / (2 * (2 + some)),
            because="putting in any rate up to the most: the remainder is at most odds/(2(2 + odds)) a nat",
            attained={more: Integer(0)},
        ),
        Step(
            Put(1 / some + Rational(1, 2), {some: d / (1 - d)}),
            Relation.EQ,
            1 / d - Rational(1, 2),
            because="putting the odds of the loss in: 1/odds + 1/2 is 1/d - 1/2",
        ),
        Step(
            1 - exp(-x),
            Relation.LE,
            x,
            because="equal at zero, with slope e^-x against 1: the loss per token is at most -ln theta / L",
            attained={x: Integer(0)},
        ),
        Step(
            1 - exp(-x),
            Relation.GE,
            x - x**2 / 2,
            because="equal at zero with equal slope, and the parabola bends down faster",
            attained={x: Integer(0)},
        ),
    ),
    states=Step(
        Solve(alpha**L - theta, L),
        Relation.EQ,
        DECAY_LIFETIME_FORMULA.expression,
        because="solving for the time at which a weight of one has faded to the threshold",
    ),
    formulas=(DECAY_LIFETIME_FORMULA, DECAY_LIFETIME_COMPLEMENT, DECAY_NEEDED, DECAY_COMPLEMENT_NEEDED),
    limits="the threshold is a convention; a normalised read-out only sees weights relative to younger ones",
    source="own derivation; channel-wise decay: arXiv 2607.24653, equation 1",
)
