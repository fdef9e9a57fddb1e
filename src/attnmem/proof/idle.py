"""Operations that hand back what they were given, scaled or shifted at most: definitions in disguise.

Solving ``2 y - 2 e^x`` for y, or putting ``e^x`` for y into ``2 y``, says no more than ``y = e^x`` did.
"""

import sympy
from sympy import Expr, Symbol

from attnmem.proof.algebra import Put, Solve
from attnmem.proof.calculus import Integrate, Limit, Series
from attnmem.proof.operation import Operation, value
from attnmem.proof.summing import Ranged


def idle(op: Operation) -> bool:
    """Whether an operation does nothing that a definition would not say."""
    if isinstance(op, Solve):
        return _stands_alone(value(op.zero), op.unknown)
    if isinstance(op, Put):
        return _only_places(value(op.into), op)
    if isinstance(op, Ranged):
        index, first, last = map(sympy.sympify, op.over)
        return first == last or (not value(op.of).has(index) and (last - first).is_number)
    if isinstance(op, Integrate):
        return not value(op.of).has(op.over[0]) and not sympy.Tuple(*op.over[1:]).free_symbols
    if isinstance(op, Limit | Series):
        return not value(op.of).has(op.by)
    return False


def _stands_alone(zero: Expr, unknown: Symbol) -> bool:
    """Whether the unknown stands alone but for a factor that everything shares."""
    whole = sympy.expand(zero)
    slope = whole.coeff(unknown)
    rest = sympy.expand(whole - slope * unknown)
    if slope == 0 or rest.has(unknown):
        return False
    above = sympy.fraction(sympy.together(slope))[0].free_symbols
    below = sympy.fraction(sympy.cancel(rest / slope))[1].free_symbols
    return bool(slope.is_number or (above and not above & below))


def _only_places(into: Expr, op: Put) -> bool:
    """Whether an expression is one replaced letter, scaled or shifted by numbers, or has none of them."""
    met = [sympy.sympify(place) for place in op.what if into.has(sympy.sympify(place))]
    if not met:
        return True
    if len(met) > 1:
        return False
    slope = sympy.expand(into).coeff(met[0])
    return bool(slope.is_number and slope != 0 and sympy.expand(into - slope * met[0]).is_number)
