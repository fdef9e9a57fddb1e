"""An expression as LaTeX, in the letters of the derivation that shows it."""

from collections.abc import Mapping
from typing import Any, Protocol

from sympy import Add, Symbol
from sympy.core.basic import Basic
from sympy.printing.latex import LatexPrinter, greek_letters_set

from attnmem.symbols import QUANTITIES


class Lettered(Protocol):
    """A letter: what ``proof.record.Letter`` is, which this layer does not import."""

    @property
    def alias(self) -> str: ...

    @property
    def latex(self) -> str: ...


class _Printer(LatexPrinter):
    """Sums begin with a term that has a plus: n - k, not -k + n."""

    def _print_Add(self, expr: Add, order: Any = None) -> str:
        terms = self._as_ordered_terms(expr, order=order)
        plus = [t for t in terms if not t.could_extract_minus_sign()]
        first, *rest = [*plus, *(t for t in terms if t not in plus)]
        text = self._print(first)
        for term in rest:
            minus = term.could_extract_minus_sign()
            text += f" {'-' if minus else '+'} {self._term(-term if minus else term)}"
        return text

    def _term(self, term: Any) -> str:
        text = self._print(term)
        return rf"\left({text}\right)" if self._needs_add_brackets(term) else text


def to_latex(expression: Basic, letters: Mapping[Symbol, Lettered]) -> str:
    r"""LaTeX with each symbol under its letter and natural logarithms as ``\ln``.

    >>> a, n = Symbol("a"), Symbol("n")
    >>> to_latex((n - a) / a, {})
    '\\frac{n - a}{a}'
    """
    names = {s: name for s in expression.free_symbols if (name := _letter(s, letters))}
    return str(_Printer({"symbol_names": names, "ln_notation": True}).doprint(expression))


def _letter(symbol: Any, letters: Mapping[Symbol, Lettered]) -> str:
    """The letter; a quantity without one, and any other words, stand upright; the rest is left to SymPy."""
    if symbol in letters:
        return letters[symbol].latex or letters[symbol].alias
    words = symbol.name.split("_")
    if symbol in {q.symbol for q in QUANTITIES} or all(map(_is_word, words)):
        return rf"\text{{{' '.join(words)}}}"
    return ""


def _is_word(part: str) -> bool:
    """More than a letter, and not the name of a Greek one."""
    return part.isalpha() and len(part) > 1 and part.lower() not in greek_letters_set
