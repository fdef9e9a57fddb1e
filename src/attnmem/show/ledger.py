"""What the ledger counts of the bundled models, as tables."""

from fractions import Fraction
from html import escape

from attnmem.figures.memory import memory as stacked
from attnmem.figures.numerals import numeral
from attnmem.ledger import Account, Model, account, bundled_names, load
from attnmem.ledger.ask import model_of
from attnmem.ledger.text import page
from attnmem.ledger.wrong_cases import CASES
from attnmem.show.figures import FigureDisplay
from attnmem.show.markup import Cell, Display, code, sortable, table
from attnmem.units import BINARY, both, plain, scaled

TOKENS = 2**17
MODELS = (
    "model",
    "layers",
    "growth, el/token",
    "uniform, el/token",
    "windows, el",
    "fixed state, el",
    "held at 131,072, el",
    "with state, 16-bit cache",
    "entries a query addresses",
)
WRONG = ("model", "asked", "published", "counted", "off by", "cause", "where")


def model_table(tokens: int = TOKENS) -> Display:
    """Every bundled model at one context, to be sorted by any column."""
    found = [account(load(name), tokens) for name in bundled_names()]
    rows = [_row(each) for each in found]
    lines = [" | ".join(map(str, line)) for line in (MODELS, *(tuple(map(_plain, row)) for row in rows))]
    caption = f"{len(rows)} published configs at {tokens:,} tokens, one sequence; el = elements"
    return Display("\n".join([caption, *lines]), sortable(MODELS, rows, caption, range(1, len(MODELS))).html)


def _row(found: Account) -> tuple[Cell | tuple[Cell, float], ...]:
    counts = (
        len(found.model.layers),
        found.growth,
        found.uniform,
        found.window,
        found.state,
        found.held,
    )
    size = found.bytes_held()
    reach = (plain(found.reach), float(found.reach))
    numbers = tuple((plain(count), float(count)) for count in counts)
    return (code(found.model.name), *numbers, (scaled(size, BINARY, 1024), float(size)), reach)


def _plain(content: Cell | tuple[Cell, float]) -> str:
    shown = content[0] if isinstance(content, tuple) else content
    return shown if isinstance(shown, str) else shown.html.replace("<code>", "").replace("</code>", "")


def wrong_answers() -> Display:
    """Published answers that are wrong, each beside the ledger's to the same question."""
    rows: list[tuple[Cell, ...]] = []
    for case in CASES:
        right = case.right()
        row = (case.name, case.asks, _count(case.wrong), _count(right), _ratio(case.wrong, right))
        rows.append((*row, case.cause, case.source))
    caption = f"{len(rows)} published answers, and what the ledger counts"
    text = "\n".join([caption, *(" | ".join(map(str, row)) for row in (WRONG, *rows))])
    return Display(text, table(WRONG, rows, caption, numeric=(2, 3, 4)).html)


def _count(number: int | Fraction) -> str:
    exact = Fraction(number)
    return plain(exact) if exact.denominator == 1 else f"{float(exact):,.1f}"


def _ratio(wrong: int | Fraction, right: int | Fraction) -> str:
    if not right or not wrong:
        return ""
    more = Fraction(wrong) / right
    return f"{numeral(float(more))}× high" if more > 1 else f"{numeral(float(1 / more))}× low"


def account_of(model: Model | str, tokens: int | None = None, **terms: object) -> Display:
    """What ``attnmem ledger`` prints of a bundled name, a stack by hand, or what ``ledger.read`` gave."""
    found = account(_model_of(model), tokens, **terms)  # type: ignore[arg-type]
    text = "\n".join(page(found, None))
    return Display(text, f'<pre class="attnmem-ledger" tabindex="0">{escape(text)}</pre>')


def memory(model: Model | str, tokens: int | None = None, **terms: object) -> FigureDisplay:
    """A model's memory over its context, stacked by kind of layer, in bytes on the fullest device."""
    return FigureDisplay(stacked(account(_model_of(model), tokens, **terms)))  # type: ignore[arg-type]


def _model_of(model: Model | str) -> Model:
    return model_of(model) if isinstance(model, str) else model


def by_devices(name: str, tokens: int = TOKENS, counts: tuple[int, ...] = (1, 2, 4, 8, 16)) -> Display:
    """What the fullest of several devices keeps of a model, and what dividing evenly would suggest."""
    whole = account(load(name), tokens).bytes_held()
    rows: list[tuple[Cell, ...]] = []
    for devices in counts:
        share = account(load(name), tokens, tp=devices).bytes_allocated(devices=devices)
        rows.append(
            (str(devices), both(share), both(whole / devices), numeral(float(share * devices / whole)))
        )
    columns = ("devices", "fullest device", "an even share", "all copies / one copy")
    caption = f"{name} at {tokens:,} tokens, split by heads"
    text = "\n".join([caption, *(" | ".join(map(str, row)) for row in (columns, *rows))])
    return Display(text, table(columns, rows, caption, numeric=(0, 1, 2, 3)).html)
