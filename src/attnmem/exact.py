"""The exact rational number behind the text a person types: ``0.003`` is 3/1000, ``1Mi`` is 2^20.

Nothing is evaluated by Python: a small descent reads the text, and every intermediate result is kept below
``MAX_BITS``, so ``9**9**9`` is refused instead of computed.
"""

import re
from fractions import Fraction

from attnmem.errors import BadInput

MAX_TEXT = 2000
MAX_BITS = 1 << 14
MAX_DEPTH = 40

SUFFIXES = {
    "": 1,
    **{name: 1000**i for i, name in enumerate("kMGT", start=1)},
    **{name + "i": 1024**i for i, name in enumerate("KMGT", start=1)},
}

_TOKEN = re.compile(r"\s*(?:([0-9.][0-9_.]*(?:[eE][+-]?[0-9]+)?[A-Za-z]*)|(\*\*|[-+*/^()]))")
_BYTES = re.compile(r"(?P<amount>.*[0-9.])\s*(?P<prefix>[A-Za-z]{0,2})(?P<unit>B(?:/s)?)\s*", re.DOTALL)
_DECIMAL = re.compile(
    r"(?P<whole>[0-9]+(?:_[0-9]+)*)?(?:\.(?P<part>[0-9]*))?(?:[eE](?P<exponent>[+-]?[0-9]+))?"
)


def exact_number(text: str) -> Fraction:
    """The number a text writes: decimals, powers, ``+ - * /``, parentheses, ``k M G T Ki Mi Gi Ti``.

    >>> exact_number("0.003"), exact_number("2**20") == exact_number("1Mi"), exact_number("1 - 1e-6")
    (Fraction(3, 1000), True, Fraction(999999, 1000000))

    Raises      BadInput, in one line, for anything else
    """
    shown = text if len(text) <= 40 else text[:37] + "..."
    if len(text) > MAX_TEXT:
        raise BadInput(f"{shown!r} is longer than {MAX_TEXT} characters")
    try:
        reader = _Reader(_tokens(text))
        value = reader.total()
        reader.expect("")
    except _Malformed as error:
        raise BadInput(f"cannot take {shown!r} as an exact number: {error}") from None
    return value


def without_unit(text: str, unit: str) -> str:
    """An amount without the unit of bytes that it may be written with: ``64GB`` is 64G where bytes are meant.

    >>> without_unit("50 GB/s", "B/s"), without_unit("28MiB", "B"), without_unit("1Mi", "tokens")
    ('50G', '28Mi', '1Mi')

    Raises      BadInput for bytes where something else is meant
    """
    match = _BYTES.fullmatch(text)
    if match is None:
        return text
    if match["unit"] != unit:
        raise BadInput(f"{text[:40]!r} is in {match['unit']}, and the argument in {unit}")
    return match["amount"] + match["prefix"]


class _Malformed(Exception):
    """Why a text is not a number; turned into ``BadInput`` with the whole text at the boundary."""


def _tokens(text: str) -> list[str]:
    """Numbers (with their suffix) and operators; a character that is neither is named."""
    found = []
    at = 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if match is None:
            raise _Malformed(f"unexpected {text[at:].strip()[:1]!r}")
        found.append(match[1] or ("**" if match[2] == "^" else match[2]))
        at = match.end()
    if not found:
        raise _Malformed("it is empty")
    return [*found, ""]


class _Reader:
    """One pass over the tokens, a method for each level of binding."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0

    def accept(self, *wanted: str) -> str | None:
        token = self.tokens[self.at]
        if token not in wanted:
            return None
        self.at += 1
        return token

    def expect(self, wanted: str) -> None:
        if self.tokens[self.at] != wanted:
            raise _Malformed(
                f"unexpected {self.tokens[self.at]!r}" if self.tokens[self.at] else "it stops too soon"
            )
        self.at += 1

    def total(self) -> Fraction:
        value = self.product()
        while sign := self.accept("+", "-"):
            term = self.product()
            value = _bounded(value + term if sign == "+" else value - term)
        return value

    def product(self) -> Fraction:
        value = self.signed()
        while sign := self.accept("*", "/"):
            factor = self.signed()
            if sign == "/" and factor == 0:
                raise _Malformed("division by zero")
            value = _bounded(value * factor if sign == "*" else value / factor)
        return value

    def signed(self) -> Fraction:
        """A sign binds looser than a power: -2**2 is -4."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise _Malformed(f"nested deeper than {MAX_DEPTH}")
        sign = self.accept("+", "-")
        value = self.signed() if sign else self.power()
        self.depth -= 1
        return -value if sign == "-" else value

    def power(self) -> Fraction:
        base = self.atom()
        if self.accept("**"):
            return _power(base, self.signed())
        return base

    def atom(self) -> Fraction:
        if self.accept("("):
            value = self.total()
            self.expect(")")
            return value
        token = self.tokens[self.at]
        if not token[:1].isascii() or not (token[:1].isdigit() or token[:1] == "."):
            raise _Malformed(f"unexpected {token!r}" if token else "it stops too soon")
        self.at += 1
        return _decimal(token)


def _decimal(token: str) -> Fraction:
    match = _DECIMAL.match(token)
    suffix = token[match.end() :] if match else token
    if match is None or not (match["whole"] or match["part"]):
        raise _Malformed(f"{token!r} has no digits")
    if suffix not in SUFFIXES:
        raise _Malformed(f"{suffix!r} after a number is none of {', '.join(s for s in SUFFIXES if s)}")
    whole, part = (match["whole"] or "").replace("_", ""), match["part"] or ""
    written = match["exponent"] or "0"
    exponent = MAX_BITS if len(written) > 9 else int(written) - len(part)
    if abs(exponent) > MAX_BITS // 4:
        raise _Malformed(f"its decimal exponent is beyond {MAX_BITS // 4}")
    value = Fraction(int(whole + part)) * (10**exponent if exponent >= 0 else Fraction(1, 10**-exponent))
    return _bounded(value * SUFFIXES[suffix])


def _power(base: Fraction, exponent: Fraction) -> Fraction:
    if exponent.denominator != 1:
        raise _Malformed("an exponent must be whole")
    if base == 0 and exponent < 0:
        raise _Malformed("division by zero")
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if abs(base) != 1 and base != 0 and bits * abs(exponent) > MAX_BITS:
        raise _Malformed(f"a power of it needs more than {MAX_BITS} bits")
    return base ** (exponent.numerator if abs(base) != 1 else exponent.numerator % 2)


def _bounded(value: Fraction) -> Fraction:
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
        raise _Malformed(f"it needs more than {MAX_BITS} bits")
    return value
