"""What a derivation is made of: nouns only. ``operations`` act, ``ladder`` proves, ``check`` decides."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Union

from sympy import Symbol
from sympy.core.expr import Expr

if TYPE_CHECKING:
    from attnmem.proof.operations import Operation

Nothing: Mapping = MappingProxyType({})


class Relation(Enum):
    """How the two sides of a step compare; never a SymPy ``Eq``, which may collapse to ``True``."""

    EQ = "="
    LE = "<="
    GE = ">="
    TO = "~"

    @property
    def turned(self) -> "Relation":
        """The relation read from right to left."""
        return {Relation.LE: Relation.GE, Relation.GE: Relation.LE}.get(self, self)


class Side(Enum):
    """What a formula says of the quantity it names."""

    EXACT = "exact"
    UPPER = "upper bound"
    LOWER = "lower bound"

    @property
    def toward(self) -> int:
        """Which way a printed value is rounded so that it still says the same: 1 up, -1 down, 0 either."""
        return {Side.UPPER: 1, Side.LOWER: -1}.get(self, 0)


class Verdict(Enum):
    """Proved, or a published theorem quoted with its source, or refuted by a witness, or not decided."""

    PROVED = "proved"
    RECORDED = "recorded"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Letter:
    """How one derivation prints a symbol, and what its argument is called on the command line."""

    alias: str
    latex: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """``left < right`` or ``left <= right``: part of a domain that no single symbol can state.

    ``over`` is ``(index, first, last)`` when the condition holds for every member of an indexed family in
    that range.
    """

    left: Expr
    strict: bool
    right: Expr
    over: tuple[Symbol, Expr, Expr] | None = None

    def __str__(self) -> str:
        return f"{self.left} {'<' if self.strict else '<='} {self.right}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """A named expression that a derivation ends in, and that every front end evaluates.

    ``arguments`` fixes the order; ``conditions`` narrow the domain beyond what each quantity says of itself.
    ``allowed`` is the error of a compiled form in units of what the formula can keep; above 4 with a reason.
    """

    key: str
    title: str
    expression: Expr
    arguments: tuple[Symbol, ...]
    unit: str
    side: Side
    conditions: tuple[Condition, ...] = ()
    letters: Mapping[Symbol, Letter] = field(default_factory=lambda: Nothing)
    allowed: float = 4.0
    because: str = ""


@dataclass(frozen=True, slots=True)
class Assumption:
    """One thing taken for granted, in words and, where it can be, as something the checker uses.

    A ``condition`` narrows the domain (and so makes the shifts and the sample points); ``rewrites`` replaces
    expressions that the assumption makes equal.
    """

    text: str
    condition: Condition | None = None
    rewrites: Mapping[Expr, Expr] = field(default_factory=lambda: Nothing)


@dataclass(frozen=True, slots=True)
class Step:
    """``left relation right``, and one clause a reader can disagree with.

    left      an expression, or an ``Operation`` that the checker runs again
    using     earlier steps (of this derivation, or of one it ``rests_on``) taken as facts
    attained  where a bound holds with equality: atoms and their values there; the checker tests it
    along     the symbol to differentiate by, or to count up, where monotonicity proves the step
    tends     ``(symbol, point)`` for the relation ``~``: where the ratio of the sides goes to one
    box       ``(symbol, low, high)`` ranges: the step is claimed, and enclosed by intervals, only there
    scope     sizes the step is proved for, in words, where that is not all of them
    source    a published theorem with its place: the step is recorded, not proved
    """

    left: Union[Expr, "Operation"]
    relation: Relation
    right: Expr
    because: str
    using: tuple["Step", ...] = ()
    attained: Mapping[Expr, Expr] | None = None
    assumes: tuple[Assumption, ...] = ()
    along: Symbol | None = None
    tends: tuple[Symbol, Expr] | None = None
    box: tuple[tuple[Symbol, Expr, Expr], ...] = ()
    scope: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A statement found in print that does not hold: planted as a first twin, with where it stands."""

    step: Step
    text: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Derivation:
    """A statement, the steps that lead to it, what they assume and where the result stops.

    ``defines`` spells out named quantities in the terms the steps work with (tail mass as a quotient of two
    sums).
    """

    key: str
    title: str
    chapter: str
    letters: Mapping[Symbol, Letter]
    assumes: tuple[Assumption, ...]
    steps: tuple[Step, ...]
    states: Step
    formulas: tuple[Formula, ...]
    limits: str
    source: str
    scope: str = "all"
    defines: Mapping[Symbol, Expr] = field(default_factory=lambda: Nothing)
    rests_on: tuple["Derivation", ...] = ()
    wrong: tuple[Wrong, ...] = ()

    @property
    def all_steps(self) -> tuple[Step, ...]:
        """The steps with the statement last, as they are numbered from one."""
        return (*self.steps, self.states)

    def in_letters(self, text: str) -> str:
        """The text with every quantity's name replaced by the letter that stands for it here."""
        names = {symbol.name: letter.alias for symbol, letter in self.letters.items()}
        return re.sub(r"\b\w+\b", lambda word: names.get(word[0], word[0]), text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What the checker says of one step: the verdict, how it was reached, and what was seen besides.

    ``step`` counts from one, the statement last; zero is the derivation as a whole. ``tightness`` says of a
    bound where it is attained, or that this is unknown.
    """

    key: str
    step: int
    verdict: Verdict
    method: str
    scope: str
    because: str
    evidence: str
    seconds: float
    certificate: str = ""
    witness: Mapping[str, str] | None = None
    tightness: str = ""
