"""Whether both sides of a claim have a value everywhere on its domain, seen by signs as any inequality is.

An equation of quotients can be exact and still say nothing where a denominator is zero. So of every proved
step each denominator must be seen to be nonzero, each argument of a logarithm positive, each base of a root
not negative, each sum to run over whole numbers and not backwards; else the step is undecided and the finding
names the part. A function that is not listed here has no value until someone says where it has one.

Not looked at: what SymPy had simplified away before anyone saw it.
"""

from collections.abc import Callable, Iterator

import sympy
from sympy import Expr, Pow, Product, Sum, Symbol, oo
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.matrices.expressions.matexpr import MatrixExpr

from attnmem.proof.bounds import atoms_of, own_bounds
from attnmem.proof.claim import Claim
from attnmem.proof.needs import NEVER_NEGATIVE, NONZERO, POSITIVE, Need, never, promise, whole
from attnmem.proof.record import Condition, Relation
from attnmem.proof.sight import Sight

Within = tuple[Condition, ...]
Ranges = tuple[tuple[Symbol, Expr, Expr], ...]

EVERYWHERE = frozenset(
    [
        "exp",
        "sinh",
        "cosh",
        "tanh",
        "sech",
        "sin",
        "cos",
        "atan",
        "asinh",
        "Abs",
        "sign",
        "floor",
        "ceiling",
        "frac",
        "erf",
        "erfc",
        "Max",
        "Min",
        "KroneckerDelta",
        "MatAdd",
        "MatMul",
        "Transpose",
        "Trace",
        "MatrixElement",
        "Indexed",
        "IndexedBase",
        "Idx",
        "Add",
        "Mul",
        "Tuple",
        "Str",
    ]
)


def _one_less_square(x: Expr) -> Expr:
    return 1 - x**2


WHERE: dict[str, Callable[..., Iterator[Need]]] = {
    "log": lambda x: iter([Need(x, POSITIVE)]),
    "loggamma": lambda x: iter([Need(x, POSITIVE)]),
    "gamma": lambda x: iter([Need(x, POSITIVE)]),
    "polygamma": lambda order, x: iter([Need(order, NEVER_NEGATIVE), Need(x, POSITIVE), *whole(order)]),
    "harmonic": lambda x, *_: iter([Need(x, NEVER_NEGATIVE)]),
    "factorial": lambda x: iter([Need(x, NEVER_NEGATIVE)]),
    "binomial": lambda n, k: iter([Need(n, NEVER_NEGATIVE), *([] if k.is_integer else _between(k, n))]),
    "atanh": lambda x: iter([Need(_one_less_square(x), POSITIVE)]),
    "erfinv": lambda x: iter([Need(_one_less_square(x), POSITIVE)]),
    "asin": lambda x: iter([Need(_one_less_square(x), NEVER_NEGATIVE)]),
    "acos": lambda x: iter([Need(_one_less_square(x), NEVER_NEGATIVE)]),
    "acosh": lambda x: iter([Need(x - 1, NEVER_NEGATIVE)]),
    "coth": lambda x: iter([Need(x, NONZERO)]),
    "csch": lambda x: iter([Need(x, NONZERO)]),
    "LambertW": lambda x, *_: iter([Need(x + sympy.exp(-1), NEVER_NEGATIVE)]),
}


def _between(k: Expr, n: Expr) -> list[Need]:
    return [Need(k, NEVER_NEGATIVE), Need(n - k, NEVER_NEGATIVE)]


def valueless(sight: Sight) -> str:
    """The part that may leave a side without a value, in words; empty if every part is seen to be safe."""
    claim = sight.claim
    if claim.relation is Relation.TO or any(s.has(oo, -oo) for s in (claim.left, claim.right)):
        return ""
    said = _unreal(claim)
    if said:
        return said
    for version in (claim, claim.spelled) if claim.defines else (claim,):
        said = sight.first_unseen((*needs_of(version.left), *needs_of(version.right)))
        if not said:
            return ""
    return said


def _unreal(claim: Claim) -> str:
    """A letter or a family that may be no real number, though proofs and points take it for one."""
    members = {m for side in (claim.left, claim.right) for m in side.atoms(sympy.Indexed, AppliedUndef)}
    letters = [*atoms_of(claim.left, claim.right), *sorted(members, key=str)]
    loose = next((e for e in letters if e.is_commutative and e.is_real is not True), None)
    return f"it is not seen that {loose} is a real number" if loose is not None else ""


def needs_of(e: Expr, within: Within = ()) -> Iterator[Need]:
    """What must hold for an expression to have a value, part by part."""
    for need in _own(e):
        yield need.inside(within)
    if isinstance(e, sympy.Piecewise):
        yield from _of_pieces(e, within)
    elif isinstance(e, Sum | Product):
        yield from _of_range(e, within)
    else:
        for part in e.args:
            if isinstance(part, Expr):
                yield from needs_of(part, within)


def _own(e: Expr) -> Iterator[Need]:
    """What the outermost function of an expression asks of its arguments."""
    kind = type(e).__name__
    if isinstance(e, Pow | sympy.MatPow):
        yield from _of_power(e.base, e.exp)
    elif kind in WHERE:
        yield from WHERE[kind](*e.args)
    elif isinstance(e, Sum | Product | sympy.Piecewise | AppliedUndef | sympy.MatrixBase):
        return
    elif e.is_Atom or (isinstance(e, MatrixExpr) and not e.args):
        if e in (sympy.I, sympy.nan, sympy.zoo) or (e.is_commutative and e.is_real is False):
            yield never(e)
    elif kind not in EVERYWHERE and kind not in ("Identity", "ZeroMatrix", "MatrixSymbol", "OneMatrix"):
        yield never(e)


def _of_power(base: Expr, exponent: Expr) -> Iterator[Need]:
    if exponent.is_nonnegative and exponent.is_integer:
        return
    if not base.is_commutative or isinstance(base, MatrixExpr):
        yield never(base, "has an inverse")
    elif exponent.is_integer:
        yield Need(base, NONZERO)
    elif base is sympy.E:
        return
    else:
        yield Need(base, NEVER_NEGATIVE if exponent.is_positive else POSITIVE)


def _of_pieces(e: sympy.Piecewise, within: Within) -> Iterator[Need]:
    """Each piece where it is the one taken; the last must be for all that is left."""
    for value, condition in e.args:
        for side in (a for r in condition.atoms(Relational) for a in (r.lhs, r.rhs)):
            yield from needs_of(side, within)
        yield from needs_of(value, (*within, *as_conditions(condition)))
        within = (*within, *as_conditions(sympy.Not(condition)))
    if e.args[-1][1] is not sympy.true:
        yield never(e)


def as_conditions(condition: sympy.Basic) -> Within:
    """A condition of SymPy's as far as it is an order of two expressions, or several at once."""
    if isinstance(condition, sympy.And):
        return tuple(c for part in condition.args for c in as_conditions(part))
    if isinstance(condition, sympy.Lt | sympy.Gt | sympy.Le | sympy.Ge):
        return (Condition(condition.lts, isinstance(condition, sympy.Lt | sympy.Gt), condition.gts),)
    return ()


def _of_range(e: Sum | Product, within: Within) -> Iterator[Need]:
    for limit in e.limits[::-1]:  # SymPy writes the outermost last
        if len(limit) != 3:
            yield never(e)
            return
        index, first, last = limit
        for need in of_range(index, first, last):
            yield need.inside(within)
        for end in (first, last):
            yield from needs_of(end, within)
        within = (*within, Condition(first, False, index), Condition(index, False, last))
    yield from needs_of(e.function, within)


def of_range(index: Symbol, first: Expr, last: Expr) -> Iterator[Need]:
    """What a range of whole numbers must be: whole at both ends, never backwards, within the index's own."""
    for end in (first, last):
        yield from whole(end)
    yield Need(last - first + 1, NEVER_NEGATIVE)
    b = own_bounds(index)
    if b.low != -oo:
        yield Need(first - b.low, NEVER_NEGATIVE)
    if b.high != oo:
        yield Need(b.high - last, NEVER_NEGATIVE)
    if index.is_integer is False or promise(index):
        yield never(index, "may be any whole number")
