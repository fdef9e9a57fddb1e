"""Claims about matrices: reduced by the rules an assumption gives, and tried on small whole matrices.

Matrix symbols and symbols that do not commute stand for matrices of every size; a size of two or three and
whole entries are enough to show that an identity fails.
"""

import random
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import sympy
from sympy import Expr, Integer, Matrix, Rational, Symbol
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.matexpr import MatrixExpr, MatrixSymbol

ROUNDS = 4


def is_matrix(*exprs: Expr) -> bool:
    """Whether an expression is about matrices, or about things that do not commute."""
    return any(isinstance(e, MatrixExpr) or e.has(MatrixSymbol) or not e.is_commutative for e in exprs)


def misshapen(*exprs: Expr) -> Expr | None:
    """The first sum or product whose matrices do not fit each other: one that was made unchecked."""
    for e in exprs:
        for part in sympy.preorder_traversal(e):
            shapes = [a.shape for a in getattr(part, "args", ()) if isinstance(a, MatrixExpr)]
            if isinstance(part, sympy.MatAdd) and len(set(shapes)) > 1:
                return part
            if isinstance(part, sympy.MatMul) and any(a[1] != b[0] for a, b in pairwise(shapes)):
                return part
    return None


def reduced(e: Expr, rules: Mapping[Expr, Expr]) -> Expr:
    """The expanded expression with the rules applied until they change nothing."""
    e = _expanded(e)
    for _ in range(ROUNDS if rules else 0):
        after = _expanded(e.subs(dict(rules)))
        if after == e:
            break
        e = after
    return e


def _expanded(e: Expr) -> Expr:
    return sympy.expand(sympy.expand(e).doit())


def is_nothing(e: Expr) -> bool:
    """Whether a reduced difference is zero, as a number or as a matrix."""
    return e == 0 or getattr(e, "is_ZeroMatrix", False) is True


class Example:
    """One choice of small matrices and numbers: ``value`` puts them in."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.size = 2 + seed % 2
        self.chosen: dict[Any, Any] = {}

    def fit(self, rules: Mapping[Expr, Expr]) -> None:
        """Choose the symbols that a rule defines so that the rule holds here."""
        for left, right in rules.items():
            new = sorted(right.free_symbols - left.free_symbols, key=str)
            scalars = [s for s in new if isinstance(s, Symbol) and s.is_commutative and not s.is_integer]
            if len(scalars) == 1:
                here = self.value(left)
                number = here[0, 0] if getattr(here, "is_Matrix", False) else here
                self.chosen[scalars[0]] = number

    def value(self, e: Any) -> Any:
        """The expression as a matrix of numbers, or as a number."""
        if isinstance(e, Matrix | sympy.ImmutableMatrix) or e.is_Number:
            return e
        if isinstance(e, MatrixSymbol):
            return self._chosen(
                e, lambda: self._matrix(int(self.value(e.shape[0])), int(self.value(e.shape[1])))
            )
        if isinstance(e, sympy.Identity | sympy.ZeroMatrix):
            rows, columns = (int(self.value(n)) for n in e.shape)
            return sympy.eye(rows) if isinstance(e, sympy.Identity) else sympy.zeros(rows, columns)
        if isinstance(e, Symbol):
            return self._chosen(e, lambda: self._symbol(e))
        if isinstance(e, AppliedUndef):
            key = (e.func, *(self.value(a) for a in e.args))
            return self._chosen(key, lambda: self._entry(e))
        if isinstance(e, sympy.Sum):
            return self._sum(e)
        parts = [self.value(a) for a in e.args]
        if e.is_Add or e.is_MatAdd:
            return self._add(parts)
        if e.is_Mul or e.is_MatMul:
            result = parts[0]
            for part in parts[1:]:
                result = result * part
            return result
        return e.func(*parts).doit() if not isinstance(e, sympy.Pow | sympy.MatPow) else parts[0] ** parts[1]

    def _chosen(self, key: Any, make: Any) -> Any:
        if key not in self.chosen:
            self.chosen[key] = make()
        return self.chosen[key]

    def _matrix(self, rows: int, columns: int) -> Matrix:
        return Matrix(rows, columns, lambda *_: Integer(self.chance.randint(-3, 3)))

    def _symbol(self, s: Symbol) -> Any:
        if not s.is_commutative:
            return self._matrix(self.size, self.size)
        if s.is_integer:
            return Integer(self.size)
        number = Rational(self.chance.randint(1, 9), 4)
        return number if s.is_nonnegative else number * self.chance.choice((1, -1))

    def _entry(self, e: Expr) -> Any:
        return (
            self._matrix(self.size, self.size)
            if not e.is_commutative
            else Integer(self.chance.randint(-3, 3))
        )

    def _add(self, parts: list[Any]) -> Any:
        matrices = [p for p in parts if getattr(p, "is_Matrix", False)]
        if not matrices:
            return sympy.Add(*parts)
        total = sympy.zeros(*matrices[0].shape)
        for part in parts:
            total = total + (
                part if getattr(part, "is_Matrix", False) else part * sympy.eye(matrices[0].shape[0])
            )
        return total

    def _sum(self, e: sympy.Sum) -> Any:
        (index, first, last), *rest = e.limits[::-1]
        inner = e.func(e.function, *rest[::-1]) if rest else e.function
        parts = []
        for i in range(int(self.value(first)), int(self.value(last)) + 1):
            self.chosen[index] = Integer(i)
            parts.append(self.value(inner))
        self.chosen.pop(index, None)
        return self._add(parts) if parts else Integer(0)


def differs(left: Expr, right: Expr, rules: Mapping[Expr, Expr], seed: int) -> dict[str, str] | None:
    """A choice of matrices at which the sides differ; ``None`` if they agree at this one."""
    example = Example(seed)
    example.fit(rules)
    sides = [example.value(side) for side in (left, right)]
    gap = example._add([sides[0], -sides[1]])
    zero = gap == 0 or (getattr(gap, "is_Matrix", False) and gap.is_zero_matrix)
    if zero:
        return None
    return {
        str(name): str(value.tolist() if hasattr(value, "tolist") else value)
        for name, value in example.chosen.items()
    }
