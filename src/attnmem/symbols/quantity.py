"""What a declared quantity is: name, meaning, unit, domain, and how a slider moves it."""

from dataclasses import dataclass
from enum import Enum

from sympy import Rational, Symbol, oo
from sympy.core.expr import Expr


class Scale(Enum):
    """How a slider, or an axis, is graduated."""

    LINEAR = "linear"
    LOG2 = "log2"
    LOG10 = "log10"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slider:
    """The range a reader may move a quantity over; ``start`` is where it stands at first."""

    low: Expr
    high: Expr
    start: Expr
    scale: Scale = Scale.LINEAR


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """One symbol, one meaning. ``low`` and ``high`` bound its domain; an ``open_`` end is not part of it."""

    name: str
    meaning: str
    unit: str
    low: Expr = -oo
    high: Expr = oo
    open_low: bool = False
    open_high: bool = False
    whole: bool = False
    slider: Slider | None = None

    @property
    def symbol(self) -> Symbol:
        """The SymPy symbol that stands for this quantity, with the assumptions its domain allows."""
        nonnegative = self.low >= 0
        positive = nonnegative and (self.low > 0 or self.open_low)
        facts: dict[str, bool] = {"integer": True} if self.whole else {"real": True}
        if positive:
            facts["positive"] = True
        elif nonnegative:
            facts["nonnegative"] = True
        return Symbol(self.name, **facts)

    @property
    def domain(self) -> str:
        """The domain in words that fit an error message.

        >>> Quantity(name="share", meaning="a share", unit="1", low=Rational(0), high=Rational(1)).domain
        'a real number in [0, 1]'
        """
        kind = "a whole number" if self.whole else "a real number"
        left = "(" if self.open_low or self.low == -oo else "["
        right = ")" if self.open_high or self.high == oo else "]"
        return f"{kind} in {left}{self.low}, {self.high}{right}"

    def holds(self, value: Expr) -> bool:
        """Whether an exact number lies in the domain."""
        above = value > self.low if self.open_low else value >= self.low
        below = value < self.high if self.open_high else value <= self.high
        finite = value.is_finite is not False
        return bool(above) and bool(below) and finite and (not self.whole or bool(value.is_integer))


def slider(low: object, high: object, start: object, scale: Scale = Scale.LINEAR) -> Slider:
    """A slider from exact numbers."""
    return Slider(low=Rational(low), high=Rational(high), start=Rational(start), scale=scale)
