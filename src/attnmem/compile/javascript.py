"""SymPy to JavaScript: one exported function a formula, over the helpers of ``runtime.js``.

A function answers NaN outside its domain, for any argument that is not a finite number, and nowhere else.
"""

import re
from collections.abc import Iterable, Sequence
from importlib.resources import files

from sympy import Symbol
from sympy.core.expr import Expr

from attnmem.compile.domain import Bound, Condition, bounds
from attnmem.compile.program import Node, lowered, program
from attnmem.errors import NotUnderstood

MATH = (
    "exp",
    "log",
    "log1p",
    "expm1",
    "sqrt",
    "cbrt",
    "sinh",
    "cosh",
    "tanh",
    "atanh",
    "abs",
    "max",
    "min",
    "pow",
)
INFIX = {
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "divide": "/",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "eq": "===",
    "ne": "!==",
    "and": "&&",
    "or": "||",
}
HELPERS = (
    "cexp",
    "log1pcexp",
    "rcexp",
    "cexpover",
    "logratio",
    "logaddexp",
    "log1mexp",
    "log1pgap",
    "entropygap",
    "logbinomial",
    "normalquantile",
)
RESERVED = """
    arguments await break case catch class const continue debugger default delete do else enum eval export
    extends false finally for function if implements import in instanceof interface let new null package
    private protected public return static super switch this throw true try typeof undefined var void while
    with yield Math NaN Infinity
"""
_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")


def to_javascript(
    name: str, expression: Expr, arguments: Sequence[Symbol], conditions: Sequence[Condition] = ()
) -> str:
    """The source of ``export function name(...)``; it calls helpers by their own names.

    >>> from sympy import exp
    >>> budget = Symbol("kl_budget", nonnegative=True)
    >>> print(to_javascript("tailBudget", 1 - exp(-budget), (budget,)))
    export function tailBudget(kl_budget) {
      if (!(0 <= kl_budget && kl_budget < Infinity)) return NaN;
      return -Math.expm1(-kl_budget);
    }

    Raises      NotUnderstood for what has no rule, and for a name JavaScript could not use
    """
    names = [_identifier(symbol.name) for symbol in arguments]
    guards = [g for b in bounds(arguments, conditions) if (g := _guard(b, arguments, names))]
    lines = [f"export function {_identifier(name)}({', '.join(names)}) {{"]
    if guards:
        lines.append(f"  if (!({' && '.join(guards)})) return NaN;")
    lines.append(f"  return {_bare(_text(program(expression, arguments), names))};")
    return "\n".join([*lines, "}"])


def module(functions: Iterable[str], runtime: str = "./runtime.js") -> str:
    """An ES module of such functions, with the import they need."""
    body = "\n\n".join(functions)
    used = [helper for helper in HELPERS if re.search(rf"\b{helper}\(", body)]
    head = f'import {{ {", ".join(used)} }} from "{runtime}";\n\n' if used else ""
    return f"{head}{body}\n"


def runtime_source() -> str:
    """The text of ``runtime.js``."""
    return files("attnmem.compile").joinpath("runtime.js").read_text(encoding="utf-8")


def _identifier(name: str) -> str:
    if not _NAME.fullmatch(name) or name in RESERVED.split() or name in HELPERS:
        raise NotUnderstood(f"{name!r} cannot be a JavaScript name")
    return name


def _guard(bound: Bound, arguments: Sequence[Symbol], names: Sequence[str]) -> str:
    sides = [_text(lowered(side, arguments), names) for side in (bound.left, bound.right)]
    return f"{_bare(sides[0])} {'<' if bound.strict else '<='} {_bare(sides[1])}"


def _text(node: Node, names: Sequence[str]) -> str:
    """One expression; everything that could bind otherwise stands in parentheses."""
    if node.op == "argument":
        return names[int(node.value)]
    if node.op == "constant":
        return _number(node.value)
    if node.op == "truth":
        return "true" if node.value else "false"
    parts = [_text(part, names) for part in node.args]
    if node.op == "choose":
        pairs = [f"{test} ? {value} : " for test, value in zip(parts[::2], parts[1::2], strict=True)]
        return f"({''.join(pairs)}NaN)"
    if node.op in INFIX:
        return f"({f' {INFIX[node.op]} '.join(parts)})"
    if node.op in ("negate", "not"):
        inner = f"({parts[0]})" if parts[0].startswith("-") else parts[0]
        return f"{'-' if node.op == 'negate' else '!'}{inner}"
    prefix = "Math." if node.op in MATH else ""
    return f"{prefix}{node.op}({', '.join(_bare(p) for p in parts)})"


def _number(value: float) -> str:
    if value in (float("inf"), -float("inf")):
        return "Infinity" if value > 0 else "-Infinity"
    text = str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return f"({text})" if value < 0 else text


def _bare(text: str) -> str:
    """Without the outer pair of parentheses, if they enclose it whole."""
    if not text.startswith("("):
        return text
    depth = 0
    for place, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return text[1:-1] if place == len(text) - 1 else text
    return text
