"""A measurement agrees within four standard errors, and no further."""

from attnmem.witnesses.measured import Measured


def test_four_standard_errors_are_the_limit():
    measured = Measured(value=1.0, error=0.125, trials=64, seed=0)
    assert measured.agrees(1.5)
    assert not measured.agrees(1.5001)
    assert not measured.agrees(0.4)
