"""One number of one model, asked for in a line of text: ``kimi-k3 growth``, ``mla(512,64) read tokens=1Mi``.

A model is a bundled name or a stack written without blanks. Two questions with a slash between them give
their quotient.
"""

from collections.abc import Callable
from fractions import Fraction

from attnmem.errors import BadInput, unknown
from attnmem.exact import exact_number
from attnmem.ledger import by_hand
from attnmem.ledger.account import Account, account
from attnmem.ledger.bundled import load, names
from attnmem.ledger.layer import Model, elements

NUMBERS: dict[str, Callable[[Account], Fraction | int | float]] = {
    "layers": lambda found: len(found.model.layers),
    "growth": lambda found: found.growth,
    "uniform": lambda found: found.uniform,
    "windows": lambda found: found.window,
    "state": lambda found: found.state,
    "recurrent": lambda found: found.recurrent,
    "held": lambda found: found.held,
    "reach": lambda found: found.reach,
    "units": lambda found: found.units,
    "read": lambda found: found.read,
    "index": lambda found: index_growth(found),
    "kept": lambda found: kept(found),
    "kept-entries": lambda found: kept(found) - index_growth(found),
    "bytes-growth": lambda found: found.bytes_growth(),
    "bytes-growth-bare": lambda found: bare_growth(found),
    "bytes-state": lambda found: found.bytes_state(),
    "bytes-held": lambda found: found.bytes_held(),
    "bytes-device": lambda found: found.bytes_allocated(devices=found.terms.devices),
    "bytes-pages": lambda found: found.bytes_allocated(),
    "choice-bits": lambda found: found.decision_bits,
}
SIZES = ("tokens", "batch", "tp", "page")
TERMS = {"kv": "kv_format", "index": "index_format", "state": "state_format", "engine": "engine"}


def kept(found: Account) -> Fraction:
    """Elements for each token: what it adds, and its part of the recurrent state."""
    return found.growth + Fraction(found.recurrent, found.tokens)


def index_growth(found: Account) -> Fraction:
    """Index-key elements that each further token adds."""
    layers = ((n.row.count, n.row.layer) for n in found.rows)
    return sum(
        (Fraction(c * elements(one.index), one.tokens_per_entry.value) for c, one in layers), Fraction(0)
    )


def bare_growth(found: Account) -> Fraction:
    """Bytes that each further token of one sequence adds, without scales."""
    growing = ((count, stream) for count, stream in found.kept() if stream.grows)
    sizes = (
        count * found.terms.format(stream.role).bytes(stream.parts, scales=False) / stream.per
        for count, stream in growing
    )
    return sum(sizes, Fraction(0))


def ask(text: str) -> Fraction | float:
    """The number that a line asks for.

    >>> ask("kimi-k3 growth"), ask("mla(512,64) growth / kda(96,128,128) kept tokens=1Mi")
    (Fraction(13824, 1), Fraction(384, 1))
    """
    first, slash, second = text.partition(" / ")
    return _one(first) / _one(second) if slash else _one(first)


def model_of(text: str) -> Model:
    """A bundled model by name, or a stack written by hand."""
    return load(text) if text in names() else by_hand.stack(text)


def _one(text: str) -> Fraction | float:
    model, what, *pairs = [*text.split(), ""][: max(2, len(text.split()))]
    if what not in NUMBERS:
        raise BadInput(unknown("number of a model", what, NUMBERS))
    terms: dict[str, int | str] = {}
    for pair in pairs:
        name, _, value = pair.partition("=")
        if name in SIZES:
            terms[name] = int(exact_number(value))
        elif name in TERMS:
            terms[TERMS[name]] = value
        else:
            raise BadInput(unknown("term", name, (*SIZES, *TERMS)))
    number = NUMBERS[what](account(model_of(model), **terms))  # type: ignore[arg-type]
    return number if isinstance(number, float) else Fraction(number)
