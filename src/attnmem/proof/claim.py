"""A step with its operations run, its facts taken in and its domain around it: what a method is given."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from sympy import Sum, Symbol
from sympy.core.expr import Expr

from attnmem.proof.bounds import is_atom
from attnmem.proof.domain import Domain
from attnmem.proof.operation import value
from attnmem.proof.record import Condition, Derivation, Relation, Step
from attnmem.proof.sums import linear_sums


@dataclass(frozen=True, kw_only=True)  # no slots: the gap is worked out once
class Claim:
    """``left relation right`` on a domain. ``facts`` are proved steps it may lean on."""

    left: Expr
    relation: Relation
    right: Expr
    domain: Domain = field(default_factory=Domain)
    facts: tuple[Condition, ...] = ()
    defines: Mapping[Symbol, Expr] = field(default_factory=dict)
    rewrites: Mapping[Expr, Expr] = field(default_factory=dict)
    attained: Mapping[Expr, Expr] = field(default_factory=dict)
    along: Symbol | None = None
    tends: tuple[Symbol, Expr] | None = None

    @cached_property
    def gap(self) -> Expr:
        """The expression that is zero (``=``) or never negative (``<=``, ``>=``) if the claim holds."""
        return self.right - self.left if self.relation is Relation.LE else self.left - self.right

    @property
    def spelled(self) -> "Claim":
        """The same claim with defined quantities spelled out."""
        facts = tuple(
            replace(f, left=spell(f.left, self.defines), right=spell(f.right, self.defines))
            for f in self.facts
        )
        return self.map(lambda e: spell(e, self.defines), facts=facts)

    @property
    def sampled(self) -> "Claim":
        """The claim as points are tried on it: spelled out, with facts on symbols that nothing spells out."""
        free = tuple(
            f
            for f in self.facts
            if all(s.is_Symbol and s not in self.defines for s in (f.left, f.right) if is_atom(s))
        )
        return replace(self, facts=free).rewritten.spelled

    @property
    def rewritten(self) -> "Claim":
        """The same claim with what its assumptions and equations make equal replaced."""
        return self.map(lambda e: rewrite(e, self.rewrites)) if self.rewrites else self

    def map(self, f, **changes) -> "Claim":  # type: ignore[no-untyped-def]
        """The claim with both sides passed through ``f``."""
        return replace(self, left=f(self.left), right=f(self.right), **changes)


def spell(e: Expr, defines: Mapping[Symbol, Expr]) -> Expr:
    """An expression with definitions put in until none is left."""
    for _ in range(len(defines)):
        if not e.free_symbols & defines.keys():
            break
        e = e.xreplace(dict(defines))
    return e


def rewrite(e: Expr, rules: Mapping[Expr, Expr]) -> Expr:
    """An expression with equals put for equals, also where a sum shows only once constants are taken out."""
    e = e.xreplace(dict(rules))
    if any(left.has(Sum) for left in rules) and e.has(Sum):
        e = linear_sums(e).xreplace({linear_sums(left): right for left, right in rules.items()})
    return e


def claim_of(step: Step, of: Derivation) -> Claim:
    """The claim a step makes inside its derivation. Operations are run here, every time."""
    assumed = (*of.assumes, *step.assumes)
    conditions = tuple(a.condition for a in assumed if a.condition is not None)
    rewrites: dict[Expr, Expr] = {}
    for a in assumed:
        rewrites.update(a.rewrites)
    facts = []
    for used in step.using:
        left, right = value(used.left), used.right
        if used.relation is Relation.EQ:
            rewrites[left] = right
        elif used.relation is Relation.LE:
            facts.append(Condition(left, False, right))
        elif used.relation is Relation.GE:
            facts.append(Condition(right, False, left))
    boxes = {symbol: (low, high) for symbol, low, high in step.box}
    return Claim(
        left=value(step.left),
        relation=step.relation,
        right=step.right,
        domain=Domain(conditions, boxes),
        facts=tuple(facts),
        defines=of.defines,
        rewrites=rewrites,
        attained=step.attained or {},
        along=step.along,
        tends=step.tends,
    )
