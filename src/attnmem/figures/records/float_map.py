"""Format against lifetime: right digits left if the format holds the decay, and if it holds its logarithm."""

from collections.abc import Callable, Mapping
from functools import partial

from sympy import Integer, Rational, Symbol

from attnmem.core.floats import FORMATS
from attnmem.figures.controls import Control
from attnmem.figures.figure import Axis, Figure, Sentence
from attnmem.figures.marks import Cells, Grade, Label, Place
from attnmem.figures.measured import Measured, Seen
from attnmem.figures.numerals import power_of_ten
from attnmem.figures.records.float_digits import THRESHOLDS
from attnmem.theory.float_letters import LETTERS, theta
from attnmem.witnesses.digits import NEIGHBOURS, Digits, worst_digits

EXPONENTS = (2, 3, 4, 5, 6)
SHOWN = tuple(fmt for fmt in FORMATS if fmt.key not in ("fp64", "e2m1"))  # one keeps all, one nothing
ROWS = tuple(Place(fmt.title, {}) for fmt in SHOWN)
COLUMNS = tuple(Place(power_of_ten(e), {}) for e in EXPONENTS)
GRADES = (
    Grade("no digit", Integer(0)),
    Grade("up to 1", Integer(1)),
    Grade("up to 2", Integer(2)),
    Grade("up to 4", Integer(4)),
    Grade("more than 4", Integer(16)),
)


def digits(stored: Callable[[Digits], float], state: Mapping[Symbol, float]) -> tuple[Seen, ...]:
    """Every format at every lifetime, row by row."""
    cells = [(fmt, 10.0**e) for fmt in SHOWN for e in EXPONENTS]
    seen = (stored(worst_digits(fmt, lifetime, state[theta])) for fmt, lifetime in cells)
    return tuple(Seen(float(i), round(value, 1 if value < 10 else 0)) for i, value in enumerate(seen))


def _panel(key: str, label: str, stored: Callable[[Digits], float], left: int) -> Cells:
    table = Measured(
        key=f"map-{key}",
        title=label,
        grid={theta: THRESHOLDS},
        run=partial(digits, stored),
        how=f"the worst of {NEIGHBOURS} lifetimes from a fifth below up to it; nothing is random",
        source="one rounding to nearest even, subnormals included",
    )
    return Cells(
        key=key, label=label, columns=COLUMNS, rows=ROWS, value=table, unit="1", grades=GRADES, left=left
    )


NAMES = tuple(place.label for place in COLUMNS)
WIDE = len(NAMES)

FLOAT_MAP_FIGURE = Figure(
    key="float-map",
    title="Right digits of a lifetime: the decay stored, and its logarithm stored",
    x=Axis(low=Integer(0), high=Integer(2 * WIDE + 1), label="lifetime, tokens", names=(*NAMES, "", *NAMES)),
    y=Axis(
        low=Integer(0),
        high=Integer(len(ROWS) + 1),
        label="format",
        names=(*(place.label for place in reversed(ROWS)), ""),
    ),
    marks=(
        _panel("decay", "α stored", lambda of: of.from_decay, 0),
        _panel("log", "ln α stored", lambda of: of.from_log, WIDE + 1),
        Label(key="decay-name", text="α stored", x=Rational(WIDE, 2), y=len(ROWS) + Rational(1, 2)),
        Label(
            key="log-name", text="ln α stored", x=WIDE + 1 + Rational(WIDE, 2), y=len(ROWS) + Rational(1, 2)
        ),
    ),
    sliders=(
        Control(
            symbol=theta, label="weight that counts as forgotten", grid=THRESHOLDS, start=Rational(1, 100)
        ),
    ),
    readouts=(),
    says=(
        Sentence(
            "Digits of the lifetime to a weight of {theta} that survive one rounding. On the left they run "
            "out as the decay nears one; on the right the same formats hold the logarithm of the decay, and "
            "only those with a short range lose it."
        ),
    ),
    letters=LETTERS,
    outside="A decay lies between zero and one",
)
