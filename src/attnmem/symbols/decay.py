"""The quantities of decay and the gates that set it."""

from sympy import Integer, Rational

from attnmem.symbols.quantity import Quantity, Scale, slider

DECAY: tuple[Quantity, ...] = (
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
        slider=slider(Rational(1, 10**8), Rational(1, 2), Rational(1, 100), Scale.LOG10),
    ),
    Quantity(
        name="weight_threshold",
        meaning="weight at which a token counts as forgotten",
        unit="1",
        low=Integer(0),
        high=Integer(1),
        open_low=True,
        open_high=True,
        slider=slider(Rational(1, 10**4), Rational(1, 2), Rational(1, 100), Scale.LOG10),
    ),
    Quantity(
        name="lifetime",
        meaning="tokens until a token's weight falls to the threshold",
        unit="tokens",
        low=Integer(0),
        high=Integer(10**15),
        open_low=True,
        slider=slider(10, 10**9, 10**6, Scale.LOG10),
    ),
    Quantity(
        name="gate_logit",
        meaning="input of the decay gate",
        unit="1",
        low=Integer(-32),
        high=Integer(32),
        slider=slider(-16, 8, -2),
    ),
    Quantity(
        name="gate_floor",
        meaning="smallest logarithm of the decay that the gate can give",
        unit="nats per token",
        low=Integer(-100),
        high=Integer(0),
        open_high=True,
        slider=slider(-10, Rational(-1, 10), -5),
    ),
    Quantity(
        name="gate_log_scale",
        meaning="logarithm of the factor on the gate's input",
        unit="1",
        low=Integer(-5),
        high=Integer(3),
        slider=slider(-2, 3, 0),
    ),
    Quantity(
        name="decay_ratio",
        meaning="how many times faster than wanted a token fades",
        unit="1",
        low=Integer(0),
        open_low=True,
        slider=slider(Rational(1, 1000), 100, 1, Scale.LOG10),
    ),
    Quantity(
        name="training_steps",
        meaning="steps of gradient descent",
        unit="steps",
        low=Integer(1),
        whole=True,
        slider=slider(1, 10**4, 400, Scale.LOG10),
    ),
)
