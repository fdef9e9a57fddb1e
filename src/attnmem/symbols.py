"""Every quantity of the book, declared once: name, meaning, unit, domain, and how a slider moves it.

A quantity's printed letter belongs to the derivation that uses it (``attnmem.proof.record.Letter``): one letter may
serve two chapters, one quantity has one meaning everywhere.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from sympy import Integer, Rational, Symbol, oo
from sympy.core.expr import Expr


class Scale(Enum):
    """How a slider, or an axis, is graduated."""

    LINEAR = "linear"
    LOG2 = "log2"
    LOG10 = "log10"


@dataclass(frozen=True, slots=True, kw_only=True)
class Slider:
    """The range a reader may move a quantity over; ``start`` is where it stands at first."""

    low: Expr
    high: Expr
    start: Expr
    scale: Scale = Scale.LINEAR


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """One symbol, one meaning. ``low`` and ``high`` bound its domain; an ``open_`` end is not part of it."""

    name: str
    meaning: str
    unit: str
    low: Expr = -oo
    high: Expr = oo
    open_low: bool = False
    open_high: bool = False
    whole: bool = False
    slider: Slider | None = None

    @property
    def symbol(self) -> Symbol:
        """The SymPy symbol that stands for this quantity, with the assumptions its domain allows."""
        nonnegative = self.low >= 0
        positive = nonnegative and (self.low > 0 or self.open_low)
        facts: dict[str, bool] = {"integer": True} if self.whole else {"real": True}
        if positive:
            facts["positive"] = True
        elif nonnegative:
            facts["nonnegative"] = True
        return Symbol(self.name, **facts)

    @property
    def domain(self) -> str:
        """The domain in words that fit an error message.

        >>> quantity("tail_mass").domain
        'a real number in [0, 1)'
        """
        kind = "a whole number" if self.whole else "a real number"
        left = "(" if self.open_low or self.low == -oo else "["
        right = ")" if self.open_high or self.high == oo else "]"
        return f"{kind} in {left}{self.low}, {self.high}{right}"

    def holds(self, value: Expr) -> bool:
        """Whether an exact number lies in the domain."""
        above = value > self.low if self.open_low else value >= self.low
        below = value < self.high if self.open_high else value <= self.high
        finite = value.is_finite is not False
        return bool(above) and bool(below) and finite and (not self.whole or bool(value.is_integer))


def _slider(low: object, high: object, start: object, scale: Scale = Scale.LINEAR) -> Slider:
    return Slider(low=Rational(low), high=Rational(high), start=Rational(start), scale=scale)


QUANTITIES: tuple[Quantity, ...] = (
    # Keeping k of n keys
    Quantity(
        name="key_count",
        meaning="keys that compete for one query",
        unit="keys",
        low=Integer(1),
        whole=True,
        slider=_slider(2**8, 2**20, 2**18, Scale.LOG2),
    ),
    Quantity(
        name="kept_count",
        meaning="keys kept by the selection",
        unit="keys",
        low=Integer(1),
        whole=True,
        slider=_slider(2**4, 2**14, 2**10, Scale.LOG2),
    ),
    Quantity(
        name="score_gap",
        meaning="gap between the smallest kept and the largest dropped score",
        unit="nats",
        low=Integer(0),
        slider=_slider(0, 20, 10),
    ),
    Quantity(
        name="tail_mass",
        meaning="softmax mass of the dropped keys",
        unit="1",
        low=Integer(0),
        high=Integer(1),
        open_high=True,
    ),
    Quantity(
        name="kl_budget",
        meaning="largest Kullback-Leibler divergence one accepts",
        unit="nats",
        low=Integer(0),
        slider=_slider(Rational(1, 10**4), 1, Rational(1, 100), Scale.LOG10),
    ),
    Quantity(
        name="bucket_width",
        meaning="width of one score bucket",
        unit="nats",
        low=Integer(0),
        open_low=True,
    ),
    Quantity(
        name="kept_score",
        meaning="smallest score among the kept keys",
        unit="nats",
    ),
    Quantity(
        name="tail_odds",
        meaning="dropped mass over kept mass",
        unit="1",
        low=Integer(0),
    ),
    Quantity(
        name="dropped_weight",
        meaning="softmax weight of one dropped key",
        unit="1",
        low=Integer(0),
        high=Integer(1),
        open_low=True,
        open_high=True,
    ),
    Quantity(
        name="floor_weight",
        meaning="weight given to a dropped key instead of none",
        unit="1",
        low=Integer(0),
        high=Integer(1),
        open_low=True,
        open_high=True,
    ),
    Quantity(
        name="value_diameter",
        meaning="largest distance between two value vectors",
        unit="value",
        low=Integer(0),
    ),
    Quantity(
        name="value_norm",
        meaning="largest norm of a value vector",
        unit="value",
        low=Integer(0),
    ),
    Quantity(
        name="value_floor",
        meaning="smallest projection of a kept value on the direction of the error",
        unit="value",
    ),
    Quantity(
        name="sink_excess",
        meaning="score of the attention sink above the smallest kept score",
        unit="nats",
    ),
    Quantity(
        name="score_drop",
        meaning="how far a score lies below the largest one",
        unit="nats",
        low=Integer(0),
    ),
    Quantity(
        name="total_bound",
        meaning="lower bound on the total weight, in units of the heaviest key",
        unit="1",
        low=Integer(0),
        open_low=True,
    ),
    # Pooling tokens into slots
    Quantity(
        name="window_length",
        meaning="tokens pooled into one slot",
        unit="tokens",
        low=Integer(2),
        whole=True,
        slider=_slider(2, 2**10, 2**7, Scale.LOG2),
    ),
    Quantity(
        name="gate_margin",
        meaning="gate logit of the wanted token above that of the others in its window",
        unit="nats",
        slider=_slider(0, 6, 0),
    ),
    Quantity(
        name="noise_correlation",
        meaning="correlation between the noise of two tokens of a window",
        unit="1",
        low=Integer(0),
        high=Integer(1),
        slider=_slider(0, 1, 0),
    ),
    Quantity(
        name="channel_count",
        meaning="channels of a slot",
        unit="channels",
        low=Integer(1),
        whole=True,
        slider=_slider(2**4, 2**12, 2**9, Scale.LOG2),
    ),
    Quantity(
        name="aligned_count",
        meaning="tokens of a window that carry the same signal",
        unit="tokens",
        low=Integer(1),
        whole=True,
        slider=_slider(1, 64, 1),
    ),
    Quantity(
        name="wanted_snr",
        meaning="signal-to-noise ratio one wants, as an amplitude ratio",
        unit="1",
        low=Integer(0),
        open_low=True,
        slider=_slider(Rational(1, 100), 100, 1, Scale.LOG10),
    ),
    # Decay and the gates that set it
    Quantity(
        name="decay",
        meaning="factor by which a channel fades per token",
        unit="1",
        low=Integer(0),
        high=Integer(1),
        open_low=True,
        open_high=True,
    ),
    Quantity(
        name="decay_complement",
        meaning="what a channel loses per token: one minus its decay",
        unit="1",
        low=Integer(0),
        high=Integer(1),
        open_low=True,
        open_high=True,
        slider=_slider(Rational(1, 10**8), Rational(1, 2), Rational(1, 100), Scale.LOG10),
    ),
    Quantity(
        name="weight_threshold",
        meaning="weight at which a token counts as forgotten",
        unit="1",
        low=Integer(0),
        high=Integer(1),
        open_low=True,
        open_high=True,
        slider=_slider(Rational(1, 10**4), Rational(1, 2), Rational(1, 100), Scale.LOG10),
    ),
    Quantity(
        name="lifetime",
        meaning="tokens until a token's weight falls to the threshold",
        unit="tokens",
        low=Integer(0),
        high=Integer(10**15),
        open_low=True,
        slider=_slider(10, 10**9, 10**6, Scale.LOG10),
    ),
    Quantity(
        name="gate_logit",
        meaning="input of the decay gate",
        unit="1",
        low=Integer(-32),
        high=Integer(32),
        slider=_slider(-16, 8, -2),
    ),
    Quantity(
        name="gate_floor",
        meaning="smallest logarithm of the decay that the gate can give",
        unit="nats per token",
        low=Integer(-100),
        high=Integer(0),
        open_high=True,
        slider=_slider(-10, Rational(-1, 10), -5),
    ),
    Quantity(
        name="gate_log_scale",
        meaning="logarithm of the factor on the gate's input",
        unit="1",
        low=Integer(-5),
        high=Integer(3),
        slider=_slider(-2, 3, 0),
    ),
    # Floating-point walls
    Quantity(
        name="significand_bits",
        meaning="significant bits of a float format, the hidden one included",
        unit="bits",
        low=Integer(2),
        high=Integer(256),
        whole=True,
        slider=_slider(2, 53, 24),
    ),
    Quantity(
        name="chunk_length",
        meaning="steps whose decays are multiplied together before the state is rounded",
        unit="steps",
        low=Integer(1),
        whole=True,
        slider=_slider(1, 256, 16, Scale.LOG2),
    ),
    Quantity(
        name="step_count",
        meaning="rounded multiplications one after the other",
        unit="steps",
        low=Integer(1),
        whole=True,
        slider=_slider(1, 10**8, 10**6, Scale.LOG10),
    ),
    # The memory game
    Quantity(
        name="stream_length",
        meaning="tokens streamed before the question",
        unit="tokens",
        low=Integer(2),
        whole=True,
        slider=_slider(2**6, 2**22, 2**20, Scale.LOG2),
    ),
    Quantity(
        name="head_width",
        meaning="entries of one key, and of one value",
        unit="entries",
        low=Integer(1),
        whole=True,
        slider=_slider(2**4, 2**11, 2**7, Scale.LOG2),
    ),
    Quantity(
        name="error_probability",
        meaning="probability that one bit is read back wrongly",
        unit="1",
        low=Integer(0),
        high=Rational(1, 2),
        open_low=True,
        open_high=True,
        slider=_slider(Rational(1, 1000), Rational(49, 100), Rational(1, 10), Scale.LOG10),
    ),
    Quantity(
        name="output_error",
        meaning="largest relative error of an attention output",
        unit="1",
        low=Integer(0),
        high=Integer(1),
        open_high=True,
        slider=_slider(0, Rational(9, 10), Rational(1, 2)),
    ),
    Quantity(
        name="key_defect",
        meaning="how far keys are from orthonormal: lengths fall short by it, inner products reach it",
        unit="1",
        low=Integer(0),
        high=Rational(1, 2),
        open_high=True,
        slider=_slider(0, Rational(49, 100), Rational(1, 10)),
    ),
    Quantity(
        name="coherence",
        meaning="largest inner product of two different keys of length one",
        unit="1",
        low=Integer(0),
        high=Integer(1),
        open_high=True,
        slider=_slider(0, Rational(9, 10), Rational(3, 10)),
    ),
    Quantity(
        name="query_scale",
        meaning="length of the query that asks for one token",
        unit="1",
        low=Integer(0),
        slider=_slider(0, 100, 30),
    ),
    Quantity(
        name="state_rows",
        meaning="rows of one head's state: its key width",
        unit="entries",
        low=Integer(1),
        whole=True,
        slider=_slider(2**4, 2**10, 2**7, Scale.LOG2),
    ),
    Quantity(
        name="state_columns",
        meaning="columns of one head's state: its value width",
        unit="entries",
        low=Integer(1),
        whole=True,
        slider=_slider(2**4, 2**10, 2**7, Scale.LOG2),
    ),
    Quantity(
        name="state_bits",
        meaning="bits that store one entry of the state",
        unit="bits",
        low=Integer(1),
        whole=True,
        slider=_slider(4, 64, 16, Scale.LOG2),
    ),
)

_BY_NAME = {q.name: q for q in QUANTITIES}
_BY_SYMBOL = {q.symbol: q for q in QUANTITIES}


def quantity(key: str | Symbol) -> Quantity:
    """The declaration behind a name or a symbol; ``KeyError`` if nothing declares it."""
    return _BY_NAME[key] if isinstance(key, str) else _BY_SYMBOL[key]


def symbols(*names: str) -> Iterator[Symbol]:
    """The symbols of declared quantities, in the order asked for."""
    return (_BY_NAME[name].symbol for name in names)
