"""Numbers as people type them, read exactly and without being run."""

from fractions import Fraction

import pytest

from attnmem.errors import BadInput
from attnmem.exact import MAX_BITS, exact_number, without_unit

READ = {
    "0.003": Fraction(3, 1000),
    "1e-6": Fraction(1, 10**6),
    ".5": Fraction(1, 2),
    "5.": Fraction(5),
    "2**20": 2**20,
    "2^-10": Fraction(1, 1024),
    "1Mi": 2**20,
    "1M": 10**6,
    "1.5k": 1500,
    "64Ki": 2**16,
    "1_000_000": 10**6,
    "1/3": Fraction(1, 3),
    "-1/3": Fraction(-1, 3),
    "-2**2": -4,
    "2**3**2": 512,
    "1-2^-53": 1 - Fraction(1, 2**53),
    "2**18*4 - (1 + 1)/2": 2**20 - 1,
    " 7 ": 7,
    "0**0": 1,
    "(-1)**3": -1,
}
REFUSED = {
    "": "it is empty",
    "inf": "unexpected 'i'",
    "nan": "unexpected 'n'",
    "1K": "'K' after a number",
    "1e": "'e' after a number",
    "1__0": "'__0' after a number",
    "1_": "'_' after a number",
    ".": "no digits",
    "1 2": "unexpected '2'",
    "1/0": "division by zero",
    "0**-1": "division by zero",
    "2**0.5": "an exponent must be whole",
    "0x10": "'x' after a number",
    "1,5": "unexpected ','",
    "٣": "unexpected '٣'",
    "(1": "it stops too soon",
    "1)": "unexpected ')'",
    "9**9**9": f"needs more than {MAX_BITS} bits",
    "2**99999999999999999999": f"needs more than {MAX_BITS} bits",
    "1e4096*1e4096": f"needs more than {MAX_BITS} bits",
    "1e5000": "its decimal exponent is beyond",
    "1e999999999": "its decimal exponent is beyond",
    "1e-99999999999": "its decimal exponent is beyond",
    "(" * 100: "nested deeper than 40",
    "-" * 100 + "1": "nested deeper than 40",
    "1" * 3000: "longer than 2000 characters",
    "__import__('os')": "unexpected '_'",
}


@pytest.mark.parametrize("text", READ)
def test_what_is_read(text: str) -> None:
    assert exact_number(text) == READ[text]


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_refused(text: str) -> None:
    with pytest.raises(BadInput) as refusal:
        exact_number(text)
    assert REFUSED[text] in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("64GB/s", "B/s", 64 * 10**9),
        ("64 GB/s", "B/s", 64 * 10**9),
        ("28MiB", "B", 28 * 2**20),
        ("512B", "B", 512),
        ("2*1.5kB ", "B", 3000),
        ("64G", "B", 64 * 10**9),
        ("64G", "tokens", 64 * 10**9),
    ],
)
def test_an_amount_of_bytes_may_carry_its_unit(text: str, unit: str, value: int):
    assert exact_number(without_unit(text, unit)) == value


@pytest.mark.parametrize(
    ("text", "unit"), [("64GB", "B/s"), ("64GB/s", "B"), ("8B", "tokens"), ("8 B/s", "s")]
)
def test_bytes_where_something_else_is_meant_are_refused(text: str, unit: str):
    with pytest.raises(BadInput, match=rf"^'{text}' is in B(/s)?, and the argument in {unit}$"):
        without_unit(text, unit)


@pytest.mark.parametrize("text", ["64gb/s", "64KB", "GB", "B", "1e3B/s/s"])
def test_a_unit_that_is_none_is_refused(text: str):
    with pytest.raises(BadInput, match="cannot take"):
        exact_number(without_unit(text, "B"))
