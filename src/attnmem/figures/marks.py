"""What a figure can draw. A mark says which values it needs; it draws nothing itself.

A value is a named formula, one symbol, or a number: an expression without a name has no home here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

from sympy import Symbol
from sympy.core.expr import Expr

from attnmem.errors import BadInput
from attnmem.figures.measured import Measured
from attnmem.proof.record import Formula

Value: TypeAlias = Formula | Expr
Direction: TypeAlias = Literal["x", "y"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """What marks along the x axis share: a name, a legend entry, symbols held at values of their own."""

    key: str
    label: str
    series: int = 1
    at: Mapping[Symbol, Expr] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Curve):
    """A curve through the values of a formula."""

    y: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Curve):
    """A curve that holds each value until the next, for whole quantities."""

    y: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Band(Curve):
    """The area between two formulas."""

    low: Value
    high: Value


@dataclass(frozen=True, slots=True)
class Part:
    """One layer of a stack."""

    key: str
    label: str
    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """Areas piled on each other; ``parts`` from the bottom up."""

    key: str
    parts: tuple[Part, ...]
    at: Mapping[Symbol, Expr] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """Dots at named places, moved by the sliders."""

    key: str
    label: str
    places: tuple[tuple[Value, Value], ...]
    series: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Trials:
    """A measured table: dots at its grid points with a whisker from low to high, and nothing in between."""

    key: str
    label: str
    table: Measured
    series: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A shaded stretch of one axis; an end that is ``None`` is the end of the axis."""

    key: str
    label: str
    direction: Direction = "x"
    low: Value | None = None
    high: Value | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A straight line at one place of one axis: ``direction`` names the axis whose value it marks."""

    key: str
    label: str
    at: Value
    direction: Direction = "x"
    series: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """A lane of bars along the x axis: ``times`` of them ``every`` so far, the first from ``start`` on.

    ``low`` and ``high`` are the lane's edges on the y axis; lanes that overlap are drawn over each other. A
    bar that stops no later than it starts is not drawn.
    """

    key: str
    label: str
    start: Value
    stop: Value
    every: Value
    times: int
    low: Expr
    high: Expr
    series: int = 1
    at: Mapping[Symbol, Expr] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Place:
    """One row or column of a grid, and what its symbols are there."""

    label: str
    at: Mapping[Symbol, Expr]


@dataclass(frozen=True, slots=True)
class Grade:
    """A colour class of a grid: values up to and including ``upto`` that no earlier grade took.

    Grades are shades from light to dark, for more and more; ``alarm`` sets one apart that is wrong.
    """

    label: str
    upto: Expr
    alarm: bool = False


DARK = 3  # shades before it carry dark words


@dataclass(frozen=True, slots=True, kw_only=True)
class Cells:
    """A grid of unit squares, rows from the top; each is coloured by the grade its value falls in.

    Its value is a formula, or a measured table that saw one number for each cell, row by row. ``left`` is
    where its first column stands: grids with the same rows stand side by side, each with its own ``label``.
    """

    key: str
    columns: tuple[Place, ...]
    rows: tuple[Place, ...]
    value: Value | Measured
    unit: str
    grades: tuple[Grade, ...]
    written: bool = True
    digits: int = 3
    left: int = 0
    label: str = ""

    @property
    def roles(self) -> tuple[str, ...]:
        """The colour of each grade, by role."""
        return tuple("grade-alarm" if g.alarm else f"grade-{i}" for i, g in enumerate(self.grades, start=1))

    @property
    def dark(self) -> tuple[bool, ...]:
        """Which grades are so dark that words on them are light; the last entry is beyond the last grade."""
        return (*(i >= DARK or g.alarm for i, g in enumerate(self.grades)), len(self.grades) >= DARK)


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A few words at a place of the picture."""

    key: str
    text: str
    x: Value
    y: Value


Mark: TypeAlias = Line | Step | Band | Stack | Points | Trials | Span | Rule | Bars | Cells | Label


def measured(mark: Mark) -> Measured | None:
    """The measured table that a mark draws, if it draws one."""
    if isinstance(mark, Trials):
        return mark.table
    return mark.value if isinstance(mark, Cells) and isinstance(mark.value, Measured) else None


def expression(value: Value) -> Expr:
    """The expression behind a value; an unnamed formula is refused.

    >>> from sympy import Symbol
    >>> expression(Symbol("a") + 1)
    Traceback (most recent call last):
    attnmem.errors.BadInput: a figure draws named formulas, symbols and numbers; a + 1 has no name
    """
    if isinstance(value, Formula):
        return value.expression
    if isinstance(value, Symbol) or value.is_number:
        return value
    raise BadInput(f"a figure draws named formulas, symbols and numbers; {value} has no name")
