"""Any named formula at exact values: ``evaluate("topk-kl-gap", n="2**18", k=1024, Delta=10)``.

The value is computed by mpmath from exact rational inputs and rounded once, so an input that no double holds
costs no digit.
"""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from mpmath import mp, mpf
from sympy import Rational, Symbol

from attnmem.compile.balls import Number, ball
from attnmem.compile.domain import declared
from attnmem.compile.high_precision import as_fraction, to_enclosure
from attnmem.compile.rounding import Enclosure, decimal_digits, nearest_float, plain_text
from attnmem.errors import BadInput, unknown
from attnmem.exact import exact_number, without_unit
from attnmem.proof.record import Condition, Formula
from attnmem.theory import formula

MAX_DIGITS = 10_000
SMALLEST_NORMAL = 2.0**-1022

Point = dict[Symbol, Fraction]


def evaluate(key: str, digits: int | None = None, **values: Any) -> float | mpf:
    """The formula's value: the nearest float64, or an mpf with so many right digits.

    Arguments go by letter or by quantity name. A text is read exactly (``"1/3"``, ``"1Mi"``); a float is the
    binary number it is.

    >>> evaluate("topk-kl-gap", n="2**18", k=1024, Delta=10)
    0.011510481590220386

    Raises      BadInput for an unknown name, a value outside its domain, a result that float64 cannot hold
    """
    found = formula(key)
    point = inputs(found, values)
    if digits is None:
        value = as_float(found, point)
        if value is None:
            shown = plain_text(as_decimal(found, point, 5))
            raise BadInput(f"{key}: {shown} is outside the range of float64; ask for digits")
        return value
    with mp.workdps(checked_digits(digits)):
        return mp.make_mpf(ball(_enclosure(found, point)(mp.prec + 2), mp.prec).value)


def as_float(of: Formula, point: Point) -> float | None:
    """The nearest float64, or None where the value, too large or too small, has none with all its digits."""
    enclose = _enclosure(of, point)
    value = nearest_float(enclose)
    held = SMALLEST_NORMAL <= abs(value) < float("inf")
    return value if held or enclose(8) == 0 else None


def as_decimal(of: Formula, point: Point, digits: int) -> Decimal:
    """The value rounded to so many significant decimal digits, every one of them right."""
    return decimal_digits(_enclosure(of, point), checked_digits(digits))


def inputs(of: Formula, values: Mapping[str, Any]) -> Point:
    """Exact values in the formula's order, each in its domain and together within the joint conditions."""
    point: Point = {}
    for name, value in values.items():
        symbol = argument(of, name)
        if symbol in point:
            raise BadInput(f"{of.key}: {symbol.name} and {called(of, symbol)} are one, given twice")
        point[symbol] = _exact(of, name, value)
    missing = [s for s in of.arguments if s not in point]
    if missing:
        wanted = "; ".join(f"{called(of, s)} is {declared(s).domain}" for s in missing)
        raise BadInput(f"{of.key}: missing {', '.join(called(of, s) for s in missing)}: {wanted}{_joint(of)}")
    ordered = {symbol: point[symbol] for symbol in of.arguments}
    _check_domain(of, ordered)
    return ordered


def argument(of: Formula, name: str) -> Symbol:
    """The argument a letter or a quantity's name stands for."""
    for symbol in of.arguments:
        if name in (called(of, symbol), symbol.name):
            return symbol
    names = [called(of, s) for s in of.arguments]
    raise BadInput(f"{of.key}: {unknown('argument', name, names)}")


def called(of: Formula, symbol: Symbol) -> str:
    """What an argument is called on the command line."""
    letter = of.letters.get(symbol)
    return letter.alias if letter else symbol.name


def in_letters(of: Formula, condition: Condition) -> str:
    """A joint condition in the names of the command line."""
    renamed = {s: Symbol(called(of, s)) for s in of.arguments}
    left, right = (side.xreplace(renamed) for side in (condition.left, condition.right))
    return f"{left} {'<' if condition.strict else '<='} {right}"


def checked_digits(digits: int) -> int:
    """A number of digits one can ask for."""
    if isinstance(digits, bool) or not isinstance(digits, int) or not 1 <= digits <= MAX_DIGITS:
        raise BadInput(f"digits must be a whole number from 1 to {MAX_DIGITS}, not {digits!r}")
    return digits


def _exact(of: Formula, name: str, value: Any) -> Fraction:
    try:
        if isinstance(value, bool):
            raise BadInput(f"not a real number: {value}")
        if not isinstance(value, str):
            return as_fraction(value)
        return exact_number(without_unit(value, declared(argument(of, name)).unit))
    except BadInput as error:
        raise BadInput(f"{of.key}: {name}: {error}") from None


def _check_domain(of: Formula, point: Point) -> None:
    for symbol, value in point.items():
        if not declared(symbol).holds(Rational(value.numerator, value.denominator)):
            needed = f"{declared(symbol).domain}{_joint(of)}"
            raise BadInput(f"{of.key}: {called(of, symbol)} must be {needed}; got {_brief(value)}")
    for condition in of.conditions:
        difference = to_enclosure(condition.left - condition.right, of.arguments)(tuple(point.values()), 8)
        below = difference < 0 if isinstance(difference, Fraction) else bool(difference.value[0])
        if not below and (condition.strict or difference != 0):
            got = ", ".join(f"{called(of, s)} = {_brief(v)}" for s, v in point.items())
            raise BadInput(f"{of.key}: needs {in_letters(of, condition)}; got {got}")


def _joint(of: Formula) -> str:
    return f", with {' and '.join(in_letters(of, c) for c in of.conditions)}" if of.conditions else ""


def _brief(value: Fraction) -> str:
    text = str(value) if value.denominator == 1 and abs(value) < 10**24 else ""
    return text or plain_text(decimal_digits(lambda bits: value, 12))


def _enclosure(of: Formula, point: Point) -> Enclosure:
    enclose = to_enclosure(of.expression, of.arguments)

    def named(bits: int) -> Number:
        try:
            return enclose(tuple(point.values()), bits)
        except BadInput as error:
            got = ", ".join(f"{called(of, s)} = {_brief(v)}" for s, v in point.items())
            raise BadInput(f"{of.key} at {got}: {error}") from None

    return named
