"""LaTeX of a step: expressions in the derivation's letters, operations as one writes them by hand."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from sympy import Symbol, sympify
from sympy.core.expr import Expr

from attnmem.compile import to_latex
from attnmem.proof import operations as op
from attnmem.proof.record import Condition, Letter, Relation, Step

RELATIONS = {Relation.EQ: "=", Relation.LE: r"\le", Relation.GE: r"\ge", Relation.TO: r"\sim"}

Letters = Mapping[Symbol, Letter]
Content: TypeAlias = Expr | op.Operation


def side(content: Content, letters: Letters) -> str:
    """One side of a step."""
    if isinstance(content, op.Operation):
        return WRITTEN[type(content)](content, letters)
    return to_latex(sympify(content), letters)


def relation(step: Step, letters: Letters) -> str:
    """A whole step: left, relation, right; what a substitution puts in stands on lines of its own."""
    left, put = (step.left.into, step.left.what) if isinstance(step.left, op.Put) else (step.left, {})
    text = f"{side(left, letters)} {RELATIONS[step.relation]} {side(step.right, letters)}"
    if not put:
        return text
    lines = (rf"&\quad {side(a, letters)} = {side(b, letters)}" for a, b in put.items())
    body = r" \\ ".join((rf"&{text}\quad\text{{where}}", *lines))
    return rf"\begin{{aligned}} {body} \end{{aligned}}"


def condition(held: Condition, letters: Letters) -> str:
    """A condition as printed, with the range of its index where it has one."""
    sign = "<" if held.strict else r"\le"
    text = f"{side(held.left, letters)} {sign} {side(held.right, letters)}"
    if held.over is None:
        return text
    index, first, last = (side(part, letters) for part in held.over)
    return rf"{text}\quad({index} = {first}, \dots, {last})"


def substitution(what: Mapping[Any, Any], letters: Letters) -> str:
    """Symbols and what stands for them."""
    return r",\; ".join(f"{side(a, letters)} = {side(b, letters)}" for a, b in what.items())


def _group(content: Content, letters: Letters) -> str:
    return rf"\left({side(content, letters)}\right)"


def _ranged(sign: str) -> Callable[[Any, Letters], str]:
    def write(it: Any, letters: Letters) -> str:
        index, first, last = (side(part, letters) for part in it.over)
        return rf"{sign}_{{{index}={first}}}^{{{last}}} {_group(it.of, letters)}"

    return write


def _integral(it: op.Integrate, letters: Letters) -> str:
    variable, low, high = (side(part, letters) for part in it.over)
    return rf"\int_{{{low}}}^{{{high}}} {side(it.of, letters)}\, d{variable}"


def _derivative(it: op.Diff, letters: Letters) -> str:
    by, power = side(it.by, letters), "" if it.times == 1 else f"^{{{it.times}}}"
    return rf"\frac{{\partial{power}}}{{\partial {by}{power}}} {_group(it.of, letters)}"


def _solution(it: op.Solve, letters: Letters) -> str:
    which = "" if it.root is None else rf",\,{it.root + 1}"
    unknown, zero = side(it.unknown, letters), side(it.zero, letters)
    return rf"\operatorname{{root}}_{{\,{unknown}{which}}}\left[{zero} = 0\right]"


def _limit(it: op.Limit, letters: Letters) -> str:
    where = rf"{side(it.by, letters)} \to {side(it.to, letters)}^{{{it.side}}}"
    return rf"\lim_{{{where}}} {_group(it.of, letters)}"


def _series(it: op.Series, letters: Letters) -> str:
    where = f"{side(it.by, letters)} = {side(it.at, letters)}"
    return rf"\operatorname{{series}}_{{{where}}}^{{<{it.order}}} {_group(it.of, letters)}"


def _put(it: op.Put, letters: Letters) -> str:
    return rf"\left.{side(it.into, letters)}\right|_{{{substitution(it.what, letters)}}}"


def _induction(it: op.Induction, letters: Letters) -> str:
    index, start = side(it.index, letters), side(it.start, letters)
    return rf"\operatorname{{induction}}_{{{index} \ge {start}}}\left[{side(it.closed, letters)}\right]"


WRITTEN: Mapping[type[op.Operation], Callable[[Any, Letters], str]] = {
    op.Solve: _solution,
    op.Diff: _derivative,
    op.Summation: _ranged(r"\sum"),
    op.DeltaSummation: _ranged(r"\sum"),
    op.Product: _ranged(r"\prod"),
    op.Integrate: _integral,
    op.Limit: _limit,
    op.Series: _series,
    op.Put: _put,
    op.Induction: _induction,
}
