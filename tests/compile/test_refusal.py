"""What cannot be compiled right is refused when it is compiled, by name."""

import pytest
from sympy import (
    Float,
    Function,
    Integer,
    Integral,
    Product,
    Rational,
    Sum,
    Symbol,
    binomial,
    ceiling,
    exp,
    gamma,
    log,
    loggamma,
    nan,
    oo,
    zoo,
)
from sympy.core.expr import Expr

from attnmem.compile import to_javascript, to_mpmath, to_numpy
from attnmem.errors import NotUnderstood

x, y = Symbol("x", positive=True), Symbol("y", positive=True)
i = Symbol("i", integer=True)

UNKNOWN = {
    "Sum": Sum(x**i, (i, 1, y)),
    "Product": Product(x + i, (i, 1, y)),
    "Integral": Integral(exp(-(x**2)), (x, 0, y)),
    "gamma": gamma(x),
    "loggamma": loggamma(x),
    "ceiling": ceiling(x),
    "mystery": Function("mystery")(x),
}
UNHELD = {
    "9007199254740993": x + Integer(2**53 + 1),
    "1/10000000": x + Rational(1, 10**400),
    "0.5": x + Float("0.5"),
    "nan": x + nan,
    "zoo": x + zoo,
    "oo": exp(x) + oo * y,
}
STRAY = Symbol("stray")


def compiled(target: str, expression: Expr) -> object:
    arguments = (x, y)
    if target == "numpy":
        return to_numpy(expression, arguments)
    return (
        to_mpmath(expression, arguments) if target == "mpmath" else to_javascript("f", expression, arguments)
    )


@pytest.mark.parametrize("target", ["numpy", "javascript", "mpmath"])
@pytest.mark.parametrize("name", UNKNOWN)
def test_an_unknown_function_is_named(target: str, name: str) -> None:
    with pytest.raises(NotUnderstood, match=name):
        compiled(target, UNKNOWN[name] + log(x))


@pytest.mark.parametrize("target", ["numpy", "javascript"])
@pytest.mark.parametrize("literal", UNHELD)
def test_a_literal_no_double_holds_is_named(target: str, literal: str) -> None:
    with pytest.raises(NotUnderstood, match=literal):
        compiled(target, UNHELD[literal])


@pytest.mark.parametrize("target", ["numpy", "javascript", "mpmath"])
def test_a_decimal_approximation_is_refused_everywhere(target: str) -> None:
    with pytest.raises(NotUnderstood, match="write an exact rational"):
        compiled(target, x * Float("0.1"))


@pytest.mark.parametrize("target", ["numpy", "javascript", "mpmath"])
def test_a_symbol_that_is_no_argument_is_named(target: str) -> None:
    with pytest.raises(NotUnderstood, match="stray"):
        compiled(target, x + STRAY)


def test_a_binomial_stands_only_under_a_logarithm() -> None:
    n = Symbol("n", integer=True, positive=True)
    assert float(to_numpy(log(binomial(n, 2)), (n,))(5)) == pytest.approx(2.302585092994046, rel=1e-15)
    with pytest.raises(NotUnderstood, match="binomial"):
        to_numpy(binomial(n, 2), (n,))


@pytest.mark.parametrize("name", ["class", "log1pcexp", "a b", "x;alert(1)", "1x", ""])
def test_a_name_javascript_could_not_use_is_refused(name: str) -> None:
    with pytest.raises(NotUnderstood, match="JavaScript name"):
        to_javascript(name, x, (x,))
