"""Functions that keep their digits where the plain form loses them, as SymPy heads that SymPy cannot expand.

Each head says what it means in plain SymPy (``plain``), so that a rewritten tree can be turned back and
compared with what it came from. ``runtime.py`` and ``runtime.js`` hold the two computations of each, under
the head's name in lower case.
"""

from sympy import Function, Rational, binomial, erfinv, exp, log, sqrt
from sympy.core.expr import Expr


class Head(Function):
    """A private function: abstract; ``plain`` gives its meaning."""

    @classmethod
    def plain(cls, *args: Expr) -> Expr:
        raise NotImplementedError


class Log1p(Head):
    """log(1 + x)."""

    nargs = (1,)

    @classmethod
    def plain(cls, *args: Expr) -> Expr:
        return log(1 + args[0])


class Expm1(Head):
    """e^x - 1."""

    nargs = (1,)

    @classmethod
    def plain(cls, *args: Expr) -> Expr:
        return exp(args[0]) - 1


class CExp(Head):
    """c e^u, the factor kept outside the exponent."""

    nargs = (2,)

    @classmethod
    def plain(cls, *args: Expr) -> Expr:
        return args[0] * exp(args[1])


class Log1pCExp(Head):
    """log(1 + c e^u), c > 0."""

    nargs = (2,)

    @classmethod
    def plain(cls, *args: Expr) -> Expr:
        return log(1 + args[0] * exp(args[1]))


class RCExp(Head):
    """1/(1 + c e^u), c > 0."""

    nargs = (2,)

    @classmethod
    def plain(cls, *args: Expr) -> Expr:
        return 1 / (1 + args[0] * exp(args[1]))


class CExpOver(Head):
    """f e^v/(1 + c e^u), c > 0, where the two exponentials may leave the range together."""

    nargs = (4,)

    @classmethod
    def plain(cls, *args: Expr) -> Expr:
        f, v, c, u = args
        return f * exp(v) / (1 + c * exp(u))


class LogRatio(Head):
    """log(a/b), a, b > 0, where the quotient may leave the range of a double."""

    nargs = (2,)

    @classmethod
    def plain(cls, *args: Expr) -> Expr:
        return log(args[0] / args[1])


class LogAddExp(Head):
    """log(e^u + e^v)."""

    nargs = (2,)

    @classmethod
    def plain(cls, *args: Expr) -> Expr:
        return log(exp(args[0]) + exp(args[1]))


class Log1mExp(Head):
    """log(1 - e^u), u < 0."""

    nargs = (1,)

    @classmethod
    def plain(cls, *args: Expr) -> Expr:
        return log(1 - exp(args[0]))


class Log1pGap(Head):
    """x - log(1 + x)."""

    nargs = (1,)

    @classmethod
    def plain(cls, *args: Expr) -> Expr:
        return args[0] - log(1 + args[0])


class EntropyGap(Head):
    """ln 2 + x ln x + (1 - x) ln(1 - x): a fair coin's entropy less that of a biased one, in nats."""

    nargs = (1,)

    @classmethod
    def plain(cls, *args: Expr) -> Expr:
        x = args[0]
        return log(2) + x * log(x) + (1 - x) * log(1 - x)


class LogBinomial(Head):
    """ln C(n, k)."""

    nargs = (2,)

    @classmethod
    def plain(cls, *args: Expr) -> Expr:
        return log(binomial(*args))


class NormalQuantile(Head):
    """The x below which a standard normal variable falls with probability p."""

    nargs = (1,)

    @classmethod
    def plain(cls, *args: Expr) -> Expr:
        return sqrt(2) * erfinv(2 * args[0] - 1)


class RootPower(Head):
    """x^(p/q) for a constant exponent that no double holds."""

    nargs = (2,)

    @classmethod
    def plain(cls, *args: Expr) -> Expr:
        return args[0] ** Rational(args[1])


HEADS = (
    Log1p,
    Expm1,
    CExp,
    Log1pCExp,
    RCExp,
    CExpOver,
    LogRatio,
    LogAddExp,
    Log1mExp,
    Log1pGap,
    EntropyGap,
    LogBinomial,
    NormalQuantile,
    RootPower,
)


def plain(expression: Expr) -> Expr:
    """The expression with every private head replaced by what it means."""
    if not expression.args:
        return expression
    args = [plain(a) for a in expression.args]
    return expression.func.plain(*args) if isinstance(expression, Head) else expression.func(*args)
