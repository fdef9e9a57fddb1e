"""The quantities of the walls of number formats."""

from sympy import Integer

from attnmem.symbols.quantity import Quantity, Scale, slider

PRECISION: tuple[Quantity, ...] = (
    Quantity(
        name="significand_bits",
        meaning="significant bits of a float format, the hidden one included",
        unit="bits",
        low=Integer(2),
        high=Integer(256),
        whole=True,
        slider=slider(2, 53, 24),
    ),
    Quantity(
        name="chunk_length",
        meaning="steps whose decays are multiplied together before the state is rounded",
        unit="steps",
        low=Integer(1),
        whole=True,
        slider=slider(1, 256, 16, Scale.LOG2),
    ),
    Quantity(
        name="step_count",
        meaning="rounded multiplications one after the other",
        unit="steps",
        low=Integer(1),
        whole=True,
        slider=slider(1, 10**8, 10**6, Scale.LOG10),
    ),
)
