"""Formulas of every shape the book needs, whether or not a derivation names them yet."""

from dataclasses import dataclass

from sympy import (
    Expr,
    Integer,
    Max,
    Min,
    Piecewise,
    Rational,
    Symbol,
    binomial,
    erfinv,
    exp,
    log,
    sqrt,
    tanh,
)

from attnmem.compile.domain import Bound


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """An expression with its domain, and why its error may pass 4 where it may."""

    key: str
    expression: Expr
    arguments: tuple[Symbol, ...]
    conditions: tuple[Bound, ...] = ()
    allowed: float = 4.0
    because: str = ""


ZERO, ONE = Integer(0), Integer(1)
n, k, m = (Symbol(name, integer=True, positive=True) for name in "nkm")
gap, d, theta, life, x, share = (
    Symbol(name, positive=True) for name in ("gap", "d", "theta", "life", "x", "share")
)
z, g, a = (Symbol(name, real=True) for name in "zga")
floor_gate = Symbol("floor_gate", negative=True)
width = Symbol("width", nonnegative=True)

KEPT = Bound(k, True, n)
BELOW_ONE = tuple(Bound(s, True, ONE) for s in (d, theta, share))
NEAR = tuple(b for s in (z, g) for b in (Bound(Integer(-700), False, s), Bound(s, False, Integer(700))))
POOLED = Bound(Integer(2), False, m)
SHARP = (Bound(Integer(-30), False, a), Bound(a, False, Integer(6)))
GATE = (*NEAR[:2], *SHARP, Bound(exp(a) * z, False, Integer(700)), Bound(Integer(-100), False, floor_gate))
sigmoid = 1 / (1 + exp(-exp(a) * z))

FORMS = (
    Form(key="survival", expression=(1 - d) ** life, arguments=(d, life), conditions=BELOW_ONE[:1]),
    Form(key="sigmoid", expression=1 / (1 + exp(-z)), arguments=(z,), conditions=NEAR[:2]),
    Form(key="one-less-sigmoid", expression=1 - 1 / (1 + exp(-z)), arguments=(z,), conditions=NEAR[:2]),
    Form(key="softplus", expression=log(1 + exp(z)), arguments=(z,), conditions=NEAR[:2]),
    Form(key="gate", expression=exp(floor_gate * sigmoid), arguments=(floor_gate, z, a), conditions=GATE),
    Form(
        key="softplus-slope",
        expression=-1 / (1 + exp(-z)) / log(1 + exp(z)),
        arguments=(z,),
        conditions=NEAR[:2],
    ),
    Form(key="pool-weight", expression=exp(g) / (exp(g) + m - 1), arguments=(m, g), conditions=(POOLED,)),
    Form(
        key="entropy-gap",
        expression=(1 + (share * log(share) + (1 - share) * log(1 - share)) / log(2)) * n,
        arguments=(n, share),
        conditions=(Bound(share, False, Rational(1, 2)),),
    ),
    Form(key="choices", expression=log(binomial(n, k)) / log(2), arguments=(n, k), conditions=(KEPT,)),
    Form(key="log-gap", expression=x - log(1 + x), arguments=(x,)),
    Form(key="log-gap-signed", expression=g - log(1 + g), arguments=(g,), conditions=(Bound(-ONE, True, g),)),
    Form(key="expansion", expression=(1 - exp(-x)) / x, arguments=(x,)),
    Form(key="log-one-less-exp", expression=log(1 - exp(-x)), arguments=(x,)),
    Form(
        key="log-sum-exp",
        expression=log(exp(z) + exp(g) + x),
        arguments=(z, g, x),
        conditions=(Bound(ONE, False, x),),
    ),
    Form(key="root-complement", expression=1 - sqrt(1 - d), arguments=(d,), conditions=BELOW_ONE[:1]),
    Form(key="cube-root", expression=x ** Rational(1, 3) + x ** Rational(2, 7), arguments=(x,)),
    Form(key="variation", expression=tanh(x / 2), arguments=(x,)),
    Form(key="kink", expression=Max(0, Min(x - 1, log(x))), arguments=(x,)),
    Form(
        key="pieces", expression=Piecewise((log(g), g > 1), (exp(g) - 1, g <= 0), (0, True)), arguments=(g,)
    ),
    Form(
        key="quantile",
        expression=sqrt(2) * erfinv(2 * share - 1),
        arguments=(share,),
        conditions=(BELOW_ONE[2],),
        allowed=8.0,
        because="AS 241 is a rational approximation good to 1e-16, with two sums of eight terms in the tails",
    ),
    Form(
        key="scale",
        expression=2 * log(n) / (1 - 2 * share),
        arguments=(n, share),
        conditions=(Bound(share, True, Rational(1, 2)),),
    ),
    Form(
        key="log-odds",
        expression=log((1 + share) / (1 - share)),
        arguments=(share,),
        conditions=BELOW_ONE[2:],
    ),
    Form(key="log-dropped", expression=log(n / (n - k)), arguments=(n, k), conditions=(KEPT,)),
    Form(
        key="log-added",
        expression=log((life + x) / life),
        arguments=(life, x),
        conditions=(Bound(ONE, False, life),),
    ),
    Form(key="one-less-tanh", expression=1 - tanh(x / 2), arguments=(x,)),
    Form(key="sigmoid-by-tanh", expression=(1 + tanh(z / 2)) / 2, arguments=(z,), conditions=NEAR[:2]),
    Form(key="lost", expression=1 - (1 - d) ** life, arguments=(d, life), conditions=BELOW_ONE[:1]),
)
