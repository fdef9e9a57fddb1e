"""True claims of every kind the book makes, each with the method that should prove it."""

from typing import NamedTuple

import sympy
from sympy import (
    Identity,
    IndexedBase,
    Integer,
    KroneckerDelta,
    MatrixSymbol,
    Max,
    Min,
    Rational,
    Sum,
    Symbol,
    ceiling,
    exp,
    floor,
    log,
    oo,
    sqrt,
    tanh,
)

from attnmem.proof import ladder
from attnmem.proof import operations as op
from attnmem.proof.record import Assumption, Condition, Relation, Step

EQ, LE, GE, TO = Relation.EQ, Relation.LE, Relation.GE, Relation.TO
a, g, w, x = sympy.symbols("a g w x", positive=True)
d, r = sympy.symbols("d r", nonnegative=True)
y, rho = sympy.symbols("y rho", real=True)
n, m = sympy.symbols("n m", integer=True, positive=True)
t = Symbol("t", integer=True, nonnegative=True)
i, j = sympy.symbols("i j", integer=True)
previous = Symbol("previous", real=True)
p, q = IndexedBase("p", positive=True), IndexedBase("q", positive=True)
k = MatrixSymbol("k", n, 1)
size = Symbol("size", positive=True)
L, M, S = (Symbol(name, commutative=False) for name in "LMS")
start = Symbol("start", commutative=False)


class Known(NamedTuple):
    """A true step, what it is claimed under, and how it is proved."""

    name: str
    step: Step
    method: str
    assumes: tuple[Assumption, ...] = ()


def _step(left, relation, right, **more) -> Step:  # type: ignore[no-untyped-def]
    return Step(left, relation, right, because="true", **more)


def _under(*conditions: Condition) -> tuple[Assumption, ...]:
    return tuple(Assumption(str(c), c) for c in conditions)


UNIT = _under(Condition(a, True, Integer(1)))
EXACT, SHIFTED, TERMWISE = ladder.EXACT, ladder.SHIFTED, ladder.TERMWISE
MONOTONE, COUNTED, LIMIT, INTERVAL = ladder.MONOTONE, ladder.COUNTED, ladder.LIMIT, ladder.INTERVAL

CLAIMS = (
    Known(
        "solve a power",
        _step(op.Solve(a**x - d, x), EQ, log(d) / log(a)),
        EXACT,
        _under(
            Condition(a, True, Integer(1)), Condition(Integer(0), True, d), Condition(d, True, Integer(1))
        ),
    ),
    Known("solve a quotient", _step(op.Solve(r / (1 - r) - x, r), EQ, x / (1 + x)), EXACT),
    Known(
        "solve a quadratic",
        _step(op.Solve(g * d**2 - (g + 2) * d + 1, d, 0), EQ, (g + 2 - sqrt(g**2 + 4)) / (2 * g)),
        EXACT,
    ),
    Known("differentiate", _step(op.Diff(1 / (1 + exp(-y)), y), EQ, exp(-y) / (1 + exp(-y)) ** 2), EXACT),
    Known("count up", _step(op.Summation(i, (i, 1, n)), EQ, n * (n + 1) / 2), EXACT),
    Known(
        "a double sum",
        _step(
            op.Summation(op.Summation(p[i] * q[j], (j, 1, n)), (i, 1, n)),
            EQ,
            Sum(p[i], (i, 1, n)) * Sum(q[j], (j, 1, n)),
        ),
        EXACT,
    ),
    Known(
        "sums that meet",
        _step(op.Summation(p[i], (i, 1, n + 2)), EQ, Sum(p[i], (i, 1, n)) + p[n + 1] + p[n + 2]),
        EXACT,
    ),
    Known(
        "a divergence splits",
        _step(
            op.Summation(p[i] * log(p[i] / (q[i] * x)), (i, 1, n)),
            EQ,
            Sum(p[i] * log(p[i] / q[i]), (i, 1, n)) - log(x) * Sum(p[i], (i, 1, n)),
        ),
        EXACT,
    ),
    Known(
        "equal correlation",
        _step(
            op.DeltaSummation(
                op.DeltaSummation(w**2 * (rho + (1 - rho) * KroneckerDelta(i, j)), (j, 1, m)), (i, 1, m)
            ),
            EQ,
            m * w**2 * (1 + (m - 1) * rho),
        ),
        EXACT,
    ),
    Known(
        "expand", _step(op.Series(a / log(1 + x), x, Integer(0), 2), EQ, a / x + a / 2 - a * x / 12), EXACT
    ),
    Known("a limit", _step(op.Limit((1 - exp(-x)) / x, x, Integer(0)), EQ, Integer(1)), EXACT),
    Known("an infinite limit", _step(op.Limit(a * log(a / x), x, Integer(0)), EQ, oo), EXACT),
    Known("an integral", _step(op.Integrate(exp(-a * x), (x, 0, oo)), EQ, 1 / a), EXACT),
    Known("a product", _step(op.Product(1 + x, (i, 1, n)), EQ, (1 + x) ** n), EXACT),
    Known(
        "a recurrence",
        _step(
            op.Induction((1 - a**t) / (1 - a), t, 1 + a * previous, previous, Integer(0), Integer(0)),
            EQ,
            (1 - a**t) / (1 - a),
        ),
        EXACT,
        UNIT,
    ),
    Known(
        "a recurrence of matrices",
        _step(op.Induction(M**t * start, t, M * S, S, Integer(0), start), EQ, M**t * start),
        EXACT,
    ),
    Known("Neumann doubling", _step((1 + L) * (1 - L) * (1 + L**2) * (1 + L**4), EQ, 1 - L**8), EXACT),
    Known(
        "an eigenvector",
        _step((Identity(n) - y * k * k.T) * k, EQ, (1 - y * size) * k),
        EXACT,
        (Assumption("size", rewrites={k.T * k: size * Identity(1)}),),
    ),
    Known("hyperbolic", _step(tanh(x / 2), EQ, (exp(x) - 1) / (exp(x) + 1)), EXACT),
    Known("shift a quotient", _step(x / (1 + x), LE, Integer(1)), SHIFTED),
    Known(
        "two cases of a bit",
        _step(x / (a + x + 1), LE, w / (g + w)),
        SHIFTED,
        _under(Condition(g, False, a), Condition(x + 1, False, w)),
    ),
    Known("means", _step((x + a) / 2, GE, sqrt(x * a)), SHIFTED),
    Known(
        "total variation of two",
        _step((sqrt(x) - 1) / (sqrt(x) + 1), LE, (x - 1) / (x + 1)),
        SHIFTED,
        _under(Condition(Integer(1), False, x)),
    ),
    Known("log of a sum", _step(log(1 + exp(y)), GE, y), SHIFTED),
    Known(
        "slope of the sigmoid",
        _step(exp(-y) / (1 + exp(-y)) ** 2, LE, Rational(1, 4), attained={y: Integer(0)}),
        SHIFTED,
    ),
    Known("floor", _step(x - a * floor(x / a), LE, a), SHIFTED),
    Known("ceiling", _step(a * ceiling(x / a), GE, x), SHIFTED),
    Known("larger of two", _step(Max(x, a), LE, x + a), SHIFTED),
    Known("smaller of two", _step(Min(x, a), LE, sqrt(x * a)), SHIFTED),
    Known("roots by squares", _step(sqrt(a + x), LE, sqrt(a) + sqrt(x)), SHIFTED),
    Known("weights below one", _step(Sum(p[i] / (1 + p[i]), (i, 1, n)), LE, n), TERMWISE),
    Known("fewer terms", _step(Sum(p[i], (i, 1, n)), LE, Sum(p[i], (i, 1, n + 3))), SHIFTED),
    Known("first order", _step(1 - exp(-r), LE, r, attained={r: Integer(0)}), MONOTONE),
    Known("second order", _step(1 - exp(-r), GE, r - r**2 / 2, attained={r: Integer(0)}), MONOTONE),
    Known("log from below", _step(log(1 + r), GE, 2 * r / (2 + r)), MONOTONE),
    Known(
        "log from above",
        _step(log(1 + r), LE, 12 * r / (12 + 6 * r - r**2)),
        MONOTONE,
        _under(Condition(r, False, Integer(3))),
    ),
    Known("power below exponential", _step((1 - a) ** x, LE, exp(-a * x)), MONOTONE, UNIT),
    Known("least value inside", _step(x * log(x), GE, -exp(-1), attained={x: exp(-1)}), MONOTONE),
    Known("doubling outruns counting", _step(Integer(2) ** n, GE, n + 1, attained={n: Integer(1)}), COUNTED),
    Known("Bernoulli", _step((1 + x) ** n, GE, 1 + n * x, along=n), COUNTED),
    Known("goes with its argument", _step(1 - exp(-x), TO, x, tends=(x, Integer(0))), LIMIT),
    Known("goes with the logarithm", _step(log(1 + x), TO, log(x), tends=(x, oo)), LIMIT),
    Known(
        "on a box",
        _step(exp(-(y**2)) + y / 3, GE, Rational(1, 4), box=((y, Rational(-1, 2), Integer(1)),)),
        INTERVAL,
    ),
)
