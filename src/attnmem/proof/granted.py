"""Whether a claim grants its operations what they hold under: side conditions, one operation at a time.

``DeltaSummation`` needs the other index in its range, a sum a range that does not run backwards, a derivative
something smooth, a root to lie where its unknown does. Inner operations are looked at inside the outer ones.
"""

from collections.abc import Iterator

import sympy
from sympy import Expr, Symbol, oo
from sympy.core.function import AppliedUndef

from attnmem.proof.bounds import own_bounds
from attnmem.proof.calculus import Limit, approached, one_piece
from attnmem.proof.claim import Claim, spell
from attnmem.proof.defined import needs_of
from attnmem.proof.domain import Domain
from attnmem.proof.monotone import limit, sides
from attnmem.proof.needs import NEVER_NEGATIVE, POSITIVE, Need, seen, whole
from attnmem.proof.operation import Operation, given, value
from attnmem.proof.record import Condition, Relation
from attnmem.proof.sight import Sight

Within = tuple[Condition, ...]


def ungranted(sight: Sight, left: "Expr | Operation") -> str:
    """The first side condition that is not seen to hold, in words; empty if all are."""
    claim, domain = sight.claim, sight.domain
    if claim.relation is Relation.TO and claim.tends is not None:
        for side in sides(*claim.tends, domain):
            said = sight.first_unseen(approached(*claim.tends, side, domain)) or _near(sight, side)
            if said:
                return said
    said = _of_one_member(claim) or sight.first_unseen(_of_names(claim))
    if said:
        return said
    for op, within, near in _operations(left, (), ()):
        hidden = _hidden(op, claim)
        if hidden:
            return hidden
        inside = Domain((*domain.conditions, *within), domain.boxes)
        for need in op.needs(inside):
            if not sight.sees(need, within) and not any(_in_the_end(need, taken, inside) for taken in near):
                return f"{need}, as {op.name} needs"
    return ""


def _near(sight: Sight, side: str) -> str:
    """What both sides of a claim about their ratio need near its point, and is not seen."""
    by, to = sight.claim.tends or (Symbol(""), oo)
    for of in (sight.claim.left, sight.claim.right):
        taken = Limit(of, by, to, side)
        for need in (*one_piece(of, by), *needs_of(of)):
            if not sight.sees(need, taken.within) and not _in_the_end(need, taken, sight.domain):
                return str(need)
    return ""


def _of_names(claim: Claim) -> Iterator[Need]:
    """That every defined name lies in its own domain, which proofs take for granted of it."""
    sides = [claim.left, claim.right, *(side for f in claim.facts for side in (f.left, f.right))]
    used = set().union(*(side.free_symbols for side in sides if isinstance(side, Expr)))
    for name in sorted(used & claim.defines.keys(), key=str):
        meaning, b = spell(name, claim.defines), own_bounds(name)
        if b.whole:
            yield from whole(meaning)
        if b.low != -oo:
            yield Need(meaning - b.low, POSITIVE if b.open_low else NEVER_NEGATIVE)
        if b.high != oo:
            yield Need(b.high - meaning, POSITIVE if b.open_high else NEVER_NEGATIVE)


def _of_one_member(claim: Claim) -> str:
    """A condition on one member of a family that a sum would take for a condition on all it runs over."""
    versions = (claim.spelled, claim.rewritten.spelled)  # a rewrite may take the member away, or bring it
    sides = (side for version in versions for side in (version.left, version.right))
    sums = [r for side in sides for r in side.atoms(sympy.Sum, sympy.Product)]
    running = {limit[0] for each in sums for limit in each.limits}
    single = {s for c in claim.domain.conditions if c.over is None for s in _free(c.left, c.right)}
    for left, right in claim.rewrites.items():
        if caught := _free(left, right) & running & single:
            return f"it is not seen that {left} = {right} holds for more than one {min(map(str, caught))}"
    for c in (*claim.domain.conditions, *claim.facts):
        caught = _free(c.left, c.right) & running if c.over is None else set()
        members = (m for side in (c.left, c.right) for m in side.atoms(sympy.Indexed, AppliedUndef))
        for member in sorted(members, key=str):
            if member.free_symbols & caught and any(each.has(member) for each in sums):
                return f"it is not seen that {c} holds for more than one {member}, and a sum runs over them"
    return ""


def _free(*sides: Expr) -> set[Symbol]:
    return set().union(*(side.free_symbols for side in sides))


def _in_the_end(need: Need, taken: Limit, domain: Domain) -> bool:
    """Whether the part has its sign near the point of a limit: only what happens there counts."""
    if not need.signs:
        return False
    end = limit(need.part, taken.by, sympy.sympify(taken.to), taken.side)
    if end in (oo, -oo):
        return (2 if end == oo else -2) in need.signs
    strict = tuple(s for s in need.signs if abs(s) == 2)
    return bool(end.is_finite) and seen(Need(end, strict), domain)


def _operations(
    side: "Expr | Operation", within: Within, near: tuple[Limit, ...]
) -> Iterator[tuple[Operation, Within, tuple[Limit, ...]]]:
    """Each operation with the ranges and the limits it stands in, outermost first."""
    if not isinstance(side, Operation):
        return
    near = (*near, side) if isinstance(side, Limit) else near  # also for what the limit is taken of
    yield side, within, near
    within = (*within, *side.within)
    for each in given(side):
        yield from _operations(each, within, near)


def _hidden(op: Operation, claim: Claim) -> str:
    """A name whose meaning changes with what the operation works along, as SymPy cannot know."""
    named = {**claim.defines, **{a: b for a, b in claim.rewrites.items() if isinstance(a, Symbol)}}
    used = set().union(*(value(each).free_symbols for each in given(op)))
    for name in sorted(used & named.keys(), key=str):
        for along in op.running:
            if along != name and along in spell(named[name], claim.defines).free_symbols:
                return f"{name} changes with {along}, which {op.name} does not see"
    return ""
