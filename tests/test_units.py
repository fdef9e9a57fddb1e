"""Amounts with their units: GB is not GiB, and what is no amount is refused."""

from fractions import Fraction

import pytest

from attnmem.errors import BadInput
from attnmem.units import both, milliseconds, parse_bandwidth, parse_bytes, plain


def test_decimal_and_binary_units_differ():
    assert (parse_bytes("1GB"), parse_bytes("1GiB")) == (10**9, 2**30)
    assert (parse_bytes("0.5 TiB"), parse_bytes("7 B"), parse_bytes("3gb")) == (2**39, 7, 3 * 10**9)
    assert both(2**30) == "1.07 GB = 1.00 GiB"


def test_an_amount_is_exact_where_a_float_is_not():
    assert parse_bytes("0.1 GB") == 10**8
    assert parse_bytes("1.000000001 GB") == 10**9 + 1


@pytest.mark.parametrize(
    "text", ["", "GB", "-1GB", "1.5.2GB", "1 GBs", "1e3GB", "inf", "9" * 40, "١GB", "1 G B"]
)
def test_what_is_no_amount_is_refused(text):
    with pytest.raises(BadInput, match="not an amount"):
        parse_bytes(text)


def test_a_number_without_a_unit_is_refused_unless_it_is_nothing():
    with pytest.raises(BadInput, match="'80' has no unit"):
        parse_bytes("80")
    with pytest.raises(BadInput, match=r"'4\.8' has no unit"):
        parse_bandwidth("4.8/s")
    assert parse_bytes("0") == 0


@pytest.mark.parametrize("text", ["4.8TB", "4.8TB/h", "/s", "0GB/s", "TB/s"])
def test_what_is_no_bandwidth_is_refused(text):
    with pytest.raises(BadInput):
        parse_bandwidth(text)


def test_time_is_exact():
    assert milliseconds(3, parse_bandwidth("9kB/s")) == Fraction(1, 3)


def test_exact_numbers_are_written_out():
    assert [plain(x) for x in (0, 999, 1000, Fraction(1, 3), Fraction(1, 128))] == [
        "0",
        "999",
        "1,000",
        "1/3",
        "0.0078125",
    ]
