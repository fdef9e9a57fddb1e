"""Faults of form: a derivation that derives nothing, assumes what it states, or names what it did not do."""

from collections.abc import Iterator

import sympy
from sympy import Symbol
from sympy.core.expr import Expr

from attnmem.proof.claim import spell
from attnmem.proof.idle import idle
from attnmem.proof.normal import is_zero
from attnmem.proof.operations import Operation, OperationFailed, named_in, ran, value
from attnmem.proof.record import Assumption, Derivation, Relation, Step


def faults(d: Derivation) -> Iterator[str]:
    """Everything wrong with the derivation as a whole, one sentence each."""
    yield from _same_sides(d)
    yield from _derives(d)
    yield from _restates(d)
    yield from _assumes(d)
    yield from _loose_symbols(d)
    yield from _captured(d)
    yield from _loose_facts(d)
    yield from _loose_formulas(d)


def misnamed(step: Step) -> str:
    """Operations the reason names although none of the step's own is of that kind."""
    own = {type(op) for op in ran(step.left)}
    wanted = named_in(step.because)
    own_words = {op.words for op in own}
    return ", ".join(
        sorted(op.name for op in wanted - own if not any(_shares(op.words, w) for w in own_words))
    )


def _shares(a: str, b: str) -> bool:
    return bool(set(a.split("|")) & set(b.split("|")))


def _same_sides(d: Derivation) -> Iterator[str]:
    for number, step in enumerate(d.all_steps, start=1):
        if step.left == step.right:
            yield f"step {number} has the same expression on both sides"


def _derives(d: Derivation) -> Iterator[str]:
    goal = _spelled_symbols(_free(d.states), d)
    to_do_with: dict[bool, list[Operation]] = {True: [], False: []}
    for step in d.all_steps:
        if not step.source and (run := ran(step.left)):
            to_do_with[bool(_spelled_symbols(_free(step), d) & goal)].extend(run)
    if not any(map(_works, to_do_with[True])):
        if any(map(_works, to_do_with[False])):
            yield "no operation has to do with the statement"
        else:
            yield "no step is the outcome of an operation: nothing is derived"


def _works(op: Operation) -> bool:
    """Whether an operation gives an answer, and does more than hand back what it was given."""
    try:
        return not idle(op)
    except OperationFailed:
        return False


def _restates(d: Derivation) -> Iterator[str]:
    goal = _sides(d.states)
    for number, step in enumerate(d.steps, start=1):
        if not ran(step.left) and _sides(step) == goal:
            yield f"step {number} is the statement itself"
    if not ran(d.states.left) and d.states.relation is Relation.EQ:
        for symbol, meaning in d.defines.items():
            if {d.states.left, d.states.right} == {symbol, meaning}:
                yield f"the statement is the definition of {symbol}"
                return
    if not ran(d.states.left) and _comparable(d.states.left, d.states.right):
        gap = d.states.left - d.states.right
        if d.defines and sympy.expand(spell(gap, d.defines)) == 0:
            yield "the statement is one expression on both sides once definitions are spelled out"


def _sides(step: Step) -> frozenset:
    return frozenset((step.left, step.right)) if not ran(step.left) else frozenset((id(step),))


def _assumes(d: Derivation) -> Iterator[str]:
    goal = d.states
    taken = (*d.assumes, *(a for s in d.all_steps for a in s.assumes))
    suspects = [a for a in taken if _mentions(a, d) == _spelled_symbols(_free(goal), d)]
    if goal.source or not suspects:
        return
    try:
        gap = spell(value(goal.left) - goal.right, d.defines)
    except (OperationFailed, TypeError):
        return
    for assumption in suspects:
        gaps = [spell(a - b, d.defines) for a, b in assumption.rewrites.items() if _comparable(a, b)]
        if assumption.condition is not None:
            gaps.append(spell(assumption.condition.left - assumption.condition.right, d.defines))
        if any(_proportional(taken, gap) for taken in gaps):
            yield f"the statement is assumed: {assumption.text}"


def _proportional(a: Expr, b: Expr) -> bool:
    """Whether one gap is a multiple of the other, so that both say the same."""
    return is_zero(a - b) or is_zero(a + b) or bool(sympy.cancel(a / b).is_number if b != 0 else False)


def _mentions(a: Assumption, d: Derivation) -> set[Symbol]:
    sides = [side for pair in a.rewrites.items() for side in pair]
    sides += [a.condition.left, a.condition.right] if a.condition else []
    return _spelled_symbols({s for side in sides for s in side.free_symbols}, d)


def _spelled_symbols(symbols: set[Symbol], d: Derivation) -> set[Symbol]:
    return {s for symbol in symbols for s in spell(symbol, d.defines).free_symbols}


def _comparable(a: Expr, b: Expr) -> bool:
    return not (getattr(a, "is_Matrix", False) or getattr(b, "is_Matrix", False))


def _free(step: Step) -> set[Symbol]:
    found = set(step.right.free_symbols)
    for part in (step.left, *(p for op in ran(step.left) for p in op.parts)):
        found |= getattr(part, "free_symbols", set())
    return found


def _loose_symbols(d: Derivation) -> Iterator[str]:
    seen: set[Symbol] = set()
    for step in d.steps:
        seen |= _free(step)
    for other in d.rests_on:
        seen |= _free(other.states)
    if ran(d.states.left):
        seen |= _free(d.states)
    for symbol in d.defines:
        if d.defines[symbol].free_symbols <= seen:
            seen.add(symbol)
    loose = sorted(str(s) for s in _free(d.states) - seen)
    if loose:
        yield f"the statement speaks of {', '.join(loose)}, which no step mentions"


def _captured(d: Derivation) -> Iterator[str]:
    """What is put in for a name must not speak of an index that a sum around the name runs over."""
    for number, step in enumerate(d.all_steps, start=1):
        parts = (step.left, step.right, *(p for op in ran(step.left) for p in op.parts))
        repeated = (r for p in parts if isinstance(p, Expr) for r in p.atoms(sympy.Sum, sympy.Product))
        running = {limit[0] for each in repeated for limit in each.limits}
        if not running:
            continue
        taken = (pair for a in (*d.assumes, *step.assumes) for pair in a.rewrites.items())
        for name, put in (*d.defines.items(), *taken):
            caught = (put.free_symbols & running) - name.free_symbols
            if caught:
                index = min(map(str, caught))
                yield f"step {number}: what stands for {name} speaks of {index}, which a sum runs over"


def _loose_facts(d: Derivation) -> Iterator[str]:
    """A fact must come earlier, and hold under what the step that uses it assumes."""
    known = [(step, other) for other in d.rests_on for step in other.all_steps]
    for number, step in enumerate(d.all_steps, start=1):
        for used in step.using:
            home = next((of for fact, of in known if fact is used), None)
            if home is None:
                yield f"step {number} uses a step that does not come before it"
                continue
            yield from (f"step {number} uses a step {why}" for why in _unmet(used, home, step, d))
        known.append((step, d))


def _unmet(used: Step, home: Derivation, step: Step, d: Derivation) -> Iterator[str]:
    """What a fact was proved under and the step that uses it does not grant."""
    granted = (*d.assumes, *step.assumes)
    for needed in (*home.assumes, *used.assumes):
        said = needed.condition is not None or needed.rewrites
        if said and not any(_same_assumption(needed, g) for g in granted):
            yield f"that assumes more: {needed.text}"
    for symbol in sorted(_free(used) & home.defines.keys(), key=str):
        if d.defines.get(symbol) != home.defines[symbol]:
            yield f"in which {symbol} is defined otherwise"
    if used.box and used.box != step.box:
        yield "that is proved on a smaller domain only"
    if used.relation is Relation.TO:
        yield "that speaks of a limit, which is no fact about any point"


def _same_assumption(a: Assumption, b: Assumption) -> bool:
    return a.condition == b.condition and dict(a.rewrites) == dict(b.rewrites)


def _loose_formulas(d: Derivation) -> Iterator[str]:
    sides = [side for step in d.all_steps for side in (step.left, step.right) if isinstance(side, Expr)]
    for formula in d.formulas:
        if formula.expression not in sides:
            yield f"formula {formula.key} is no side of any step"
