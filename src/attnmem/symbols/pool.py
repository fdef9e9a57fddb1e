"""The quantities of pooling tokens into slots."""

from sympy import Integer, Rational

from attnmem.symbols.quantity import Quantity, Scale, slider

POOL: tuple[Quantity, ...] = (
    Quantity(
        name="window_length",
        meaning="tokens pooled into one slot",
        unit="tokens",
        low=Integer(2),
        whole=True,
        slider=slider(2, 2**10, 2**7, Scale.LOG2),
    ),
    Quantity(
        name="gate_margin",
        meaning="gate logit of the wanted token above that of the others in its window",
        unit="nats",
        low=Integer(-100),
        high=Integer(100),
        slider=slider(0, 6, 0),
    ),
    Quantity(
        name="noise_correlation",
        meaning="correlation between the noise of two tokens of a window",
        unit="1",
        low=Integer(0),
        high=Integer(1),
        slider=slider(0, 1, 0),
    ),
    Quantity(
        name="channel_count",
        meaning="channels of a slot",
        unit="channels",
        low=Integer(1),
        whole=True,
        slider=slider(2**4, 2**12, 2**9, Scale.LOG2),
    ),
    Quantity(
        name="aligned_count",
        meaning="tokens of a window that carry the same signal",
        unit="tokens",
        low=Integer(1),
        whole=True,
        slider=slider(1, 64, 1),
    ),
    Quantity(
        name="wanted_snr",
        meaning="signal-to-noise ratio one wants, as an amplitude ratio",
        unit="1",
        low=Integer(0),
        open_low=True,
        slider=slider(Rational(1, 100), 100, 1, Scale.LOG10),
    ),
    Quantity(
        name="slot_count",
        meaning="pooled slots that one query searches",
        unit="slots",
        low=Integer(2),
        whole=True,
        slider=slider(2**4, 2**16, 2**11, Scale.LOG2),
    ),
)
