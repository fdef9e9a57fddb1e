"""Rounding against two independent libraries and against exact rationals."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import ml_dtypes
import numpy as np
import pytest

from attnmem.core.floats import FORMATS, float_format, positive_values, round_array, round_exact

PEERS = {
    "bf16": ml_dtypes.bfloat16,
    "fp16": np.float16,
    "e4m3fn": ml_dtypes.float8_e4m3fn,
    "e5m2": ml_dtypes.float8_e5m2,
    "e2m1": ml_dtypes.float4_e2m1fn,
}
BITS = {"bf16": 16, "fp16": 16, "e4m3fn": 8, "e5m2": 8, "e2m1": 4}


def assert_same(ours, peer):
    wrong = ~((ours == peer) | (np.isnan(ours) & np.isnan(peer)))
    assert not wrong.any(), f"{wrong.sum()} differ, first {ours[wrong][:3]} against {peer[wrong][:3]}"


@pytest.fixture(scope="module")
def random_float32():
    """10^7 finite FP32 values, uniform over the bit patterns: every binade and the subnormals."""
    bits = np.random.default_rng(20).integers(0, 2**32, 10_400_000, dtype=np.uint32).view(np.float32)
    finite = bits[np.isfinite(bits)]
    assert len(finite) >= 10**7
    return finite[: 10**7]


@pytest.mark.parametrize("key", PEERS)
def test_every_value_of_a_small_format_is_its_own_rounding(key):
    codes = np.arange(2 ** BITS[key], dtype=np.uint16 if BITS[key] == 16 else np.uint8)
    with np.errstate(invalid="ignore"):  # a signalling NaN among the codes
        values = codes.view(PEERS[key]).astype(np.float64)
    values = values[np.isfinite(values)]
    assert_same(round_array(values, float_format(key)), values)
    assert_same(positive_values(float_format(key)), np.unique(values[values > 0]))


@pytest.mark.parametrize("key", PEERS)
def test_random_float32_values_round_as_the_peer_rounds_them(key, random_float32):
    for part in np.array_split(random_float32, 40):
        with np.errstate(over="ignore"):
            peer = part.astype(PEERS[key]).astype(np.float64)
        assert_same(round_array(part, float_format(key)), peer)


@pytest.mark.parametrize("key", PEERS)
def test_values_halfway_between_neighbours_go_to_the_even_one(key):
    """Ties and their float32 neighbours: where rounding modes differ, and random values never land."""
    fmt = float_format(key)
    values = positive_values(fmt)
    ties = np.append(
        (values[1:] + values[:-1]) / 2, [values[0] / 2, values[-1] + float(fmt.spacing(fmt.largest)) / 2]
    )
    ties = ties[ties <= np.finfo(np.float32).max].astype(np.float32)
    near = np.concatenate([ties, np.nextafter(ties, np.float32(0)), np.nextafter(ties, np.float32(np.inf))])
    near = np.concatenate([near, -near])
    with np.errstate(over="ignore"):
        assert_same(round_array(near, fmt), near.astype(PEERS[key]).astype(np.float64))


def test_float32_from_float64_is_what_numpy_gives(random_float32):
    values = random_float32[: 10**6].astype(np.float64) * np.random.default_rng(21).uniform(0.5, 2, 10**6)
    with np.errstate(over="ignore", under="ignore"):
        assert_same(round_array(values, float_format("fp32")), values.astype(np.float32).astype(np.float64))


@pytest.mark.parametrize("fmt", FORMATS, ids=lambda f: f.key)
def test_float64_inputs_agree_with_exact_rationals(fmt):
    """Includes TF32, which no peer has, and near-ties that would be lost by rounding to float32 first."""
    rng = np.random.default_rng(22)
    low, high = max(fmt.lowest_exponent - fmt.precision - 3, -1070), min(fmt.exponent(fmt.largest) + 2, 1023)
    values = np.ldexp(rng.uniform(1, 2, 1500), rng.integers(low, high, 1500)) * rng.choice([-1, 1], 1500)
    near = round_array(values[:500], fmt)
    near = near[np.isfinite(near)]
    step = np.array([float(fmt.spacing(Fraction(v))) for v in near])
    values[: len(near)] = near + step / 2 * (1 + rng.choice([-1, 0, 1], len(near)) * 2.0**-30)
    ours = round_array(values, fmt)
    for value, got in zip(values, ours, strict=True):
        exact = round_exact(Fraction(value), fmt)
        assert not np.isfinite(got) if exact is None else Fraction(got) == exact, value


def test_rounding_twice_is_caught():
    """Negative control: through float32 first, a value just above a tie lands on the wrong side."""
    value = 1 + 2.0**-8 + 2.0**-40
    once = round_array(value, float_format("bf16"))
    assert once == 1 + 2.0**-7
    assert float(np.float32(value).astype(ml_dtypes.bfloat16)) == 1


@pytest.mark.parametrize(
    "change", [{"precision": 7}, {"lowest_exponent": -125}, {"largest": Fraction(2) ** 100}]
)
def test_a_format_with_one_wrong_number_is_caught(change, random_float32):
    part = random_float32[:300_000]
    with pytest.raises(AssertionError):
        assert_same(
            round_array(part, replace(float_format("bf16"), **change)),
            part.astype(ml_dtypes.bfloat16).astype(np.float64),
        )


def test_below_one_the_spacing_is_a_unit_round_off_where_one_half_is_normal():
    below = {f.key: 1 - f.largest_below(Fraction(1)) for f in FORMATS}
    assert {k for k, gap in below.items() if gap != float_format(k).round_off} == {"e2m1"}
    assert below["e2m1"] == Fraction(1, 2)


def test_largest_below_walks_down_every_value():
    for key in ("e4m3fn", "e5m2", "e2m1", "fp16"):
        values = positive_values(float_format(key))[:3000]
        for low, high in pairwise(values):
            assert float_format(key).largest_below(Fraction(high)) == Fraction(low)


def test_an_unknown_format_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="known: fp64, fp32"):
        float_format("fp12")
