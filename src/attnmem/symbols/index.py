"""The quantities of the memory game."""

from sympy import Integer, Rational

from attnmem.symbols.quantity import Quantity, Scale, slider

INDEX: tuple[Quantity, ...] = (
    Quantity(
        name="stream_length",
        meaning="tokens streamed before the question",
        unit="tokens",
        low=Integer(2),
        whole=True,
        slider=slider(2**6, 2**22, 2**20, Scale.LOG2),
    ),
    Quantity(
        name="head_width",
        meaning="entries of one key, and of one value",
        unit="entries",
        low=Integer(1),
        whole=True,
        slider=slider(2**4, 2**11, 2**7, Scale.LOG2),
    ),
    Quantity(
        name="error_probability",
        meaning="probability that one bit is read back wrongly",
        unit="1",
        low=Integer(0),
        high=Rational(1, 2),
        open_low=True,
        open_high=True,
        slider=slider(Rational(1, 1000), Rational(49, 100), Rational(1, 10), Scale.LOG10),
    ),
    Quantity(
        name="output_error",
        meaning="largest relative error of an attention output",
        unit="1",
        low=Integer(0),
        high=Integer(1),
        open_high=True,
        slider=slider(0, Rational(9, 10), Rational(1, 2)),
    ),
    Quantity(
        name="key_defect",
        meaning="how far keys are from orthonormal: lengths fall short by it, inner products reach it",
        unit="1",
        low=Integer(0),
        high=Rational(1, 2),
        open_high=True,
        slider=slider(0, Rational(49, 100), Rational(1, 10)),
    ),
    Quantity(
        name="coherence",
        meaning="largest inner product of two different keys of length one",
        unit="1",
        low=Integer(0),
        high=Integer(1),
        open_high=True,
        slider=slider(0, Rational(9, 10), Rational(3, 10)),
    ),
    Quantity(
        name="query_scale",
        meaning="length of the query that asks for one token",
        unit="1",
        low=Integer(0),
        slider=slider(0, 100, 30),
    ),
    Quantity(
        name="state_rows",
        meaning="rows of one head's state: its key width",
        unit="entries",
        low=Integer(1),
        whole=True,
        slider=slider(2**4, 2**10, 2**7, Scale.LOG2),
    ),
    Quantity(
        name="state_columns",
        meaning="columns of one head's state: its value width",
        unit="entries",
        low=Integer(1),
        whole=True,
        slider=slider(2**4, 2**10, 2**7, Scale.LOG2),
    ),
    Quantity(
        name="state_bits",
        meaning="bits that store one entry of the state",
        unit="bits",
        low=Integer(1),
        whole=True,
        slider=slider(4, 64, 16, Scale.LOG2),
    ),
)
