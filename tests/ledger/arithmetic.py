"""The value of a formula as ``--explain`` prints it, worked out by a walk over its syntax tree."""

import ast
import operator
import re
from fractions import Fraction
from math import ceil, comb, floor, log2

OPERATORS = {ast.Add: operator.add, ast.Mult: operator.mul, ast.Div: operator.truediv}
CALLS = {"min": min, "ceil": ceil, "floor": floor, "choices": lambda n, k: log2(comb(int(n), int(k)))}
WORDS = (("×", "*"), ("⌈", "ceil("), ("⌉", ")"), ("⌊", "floor("), ("⌋", ")"), ("log2 C(", "choices("))


def value(formula):
    """Exact, but for the logarithm of a number of choices."""
    text = re.sub(r"(?<=\d),(?=\d{3})", "", formula)  # thousands; a comma between arguments has a blank
    text = re.sub(r" \(\w+\)$| of scales", "", text)  # the name of a format, and what is added
    for sign, code in WORDS:
        text = text.replace(sign, code)
    return _value(ast.parse(text, mode="eval").body)


def _value(node):
    match node:
        case ast.BinOp():
            return OPERATORS[type(node.op)](_value(node.left), _value(node.right))
        case ast.Call():
            return CALLS[node.func.id](*map(_value, node.args))
        case ast.Constant(value=int() | float()):
            return Fraction(str(node.value))
    raise ValueError(f"no arithmetic: {ast.dump(node)}")
