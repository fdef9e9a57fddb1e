"""What a derivation is made of: nouns only; ``operations`` act, ``methods`` prove, ``check`` decides."""

from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from collections.abc import Mapping

from sympy import Symbol
from sympy.core.expr import Expr

if TYPE_CHECKING:
    from attnmem.proof.operations import Operation


class Relation(Enum):
    """How the two sides of a step compare; never a SymPy ``Eq``, which may collapse to ``True``."""

    EQ = "="
    LE = "<="
    GE = ">="
    TO = "~"


class Side(Enum):
    """What a formula says of the quantity it names."""

    EXACT = "exact"
    UPPER = "upper bound"
    LOWER = "lower bound"


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
    """``left < right`` or ``left <= right`` between quantities: part of a domain that no single symbol can state."""

    left: Expr
    strict: bool
    right: Expr

    def __str__(self) -> str:
        return f"{self.left} {'<' if self.strict else '<='} {self.right}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """A named expression that a derivation ends in, and that every front end evaluates.

    ``arguments`` fixes the order; ``conditions`` narrow the domain beyond what each quantity says of itself.
    """

    key: str
    title: str
    expression: Expr
    arguments: tuple[Symbol, ...]
    unit: str
    side: Side
    conditions: tuple[Condition, ...] = ()
    letters: Mapping[Symbol, Letter] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Assumption:
    """One thing taken for granted, in words and, where it can be, as a condition the checker uses."""

    text: str
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """``left relation right``, and one clause a reader can disagree with.

    ``left`` may be an ``Operation``: the checker runs it again and compares what comes out. ``attained`` is the
    substitution at which a bound holds with equality. A step with a ``source`` is a published theorem, not a proof.
    """

    left: "Expr | Operation"
    relation: Relation
    right: Expr
    because: str
    attained: Mapping[Symbol, Expr] | None = None
    assumes: tuple[Assumption, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Derivation:
    """A statement, the steps that lead to it, what they assume and where the result stops."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What the checker says of one step: the verdict, how it was reached, and what was seen besides."""

    key: str
    step: int
    verdict: Verdict
    method: str
    scope: str
    because: str
    evidence: str
    seconds: float
    certificate: str = ""
    witness: Mapping[str, Any] | None = None
