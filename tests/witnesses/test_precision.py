"""Walls of number formats: derived, evaluated to 50 digits, and run in the format."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from attnmem import evaluate
from attnmem.core.floats import FORMATS, float_format, round_exact
from attnmem.witnesses.precision import (
    freezing_complement,
    random_drift,
    run_lifetimes,
    sigmoid_by_tanh,
    stored,
    stored_map,
)

HALF_IS_NORMAL = [f for f in FORMATS if f.key != "e2m1"]
SMALL = [float_format(k) for k in ("bf16", "fp16", "tf32", "e4m3fn", "e5m2")]


def in_digits(text):
    with mpmath.workdps(50):
        return mpmath.mpf(text)


@pytest.mark.parametrize("fmt", HALF_IS_NORMAL, ids=lambda f: f.key)
def test_no_stored_decay_outlives_the_largest_below_one(fmt):
    below = 1 - fmt.largest_below(Fraction(1))
    with mpmath.workdps(50):
        ran = mpmath.log(mpmath.mpf(1) / 100) / mpmath.log(
            1 - mpmath.mpf(below.numerator) / below.denominator
        )
        told = evaluate("float-lifetime", digits=50, p=fmt.precision, theta="1/100")
        assert mpmath.almosteq(ran, told, 1e-48)
        assert not mpmath.almosteq(ran, 1.05 * told, 1e-2)


def test_fp4_is_the_exception():
    fmt = float_format("e2m1")
    assert 1 - fmt.largest_below(Fraction(1)) == 2 * Fraction(1, 2**fmt.precision)


@pytest.mark.parametrize(
    ("key", "lifetime"),
    [
        ("fp32", 77_261_933),
        ("tf32", 9_429),
        ("fp16", 9_429),
        ("bf16", 1_177),
        ("e4m3fn", 71.4),
        ("e5m2", 34.5),
    ],
)
def test_published_longest_lifetimes(key, lifetime):
    told = evaluate("float-lifetime", p=float_format(key).precision, theta=0.01)
    assert told == pytest.approx(lifetime, rel=2e-3 if lifetime < 100 else 1e-3)


def test_fp32_holds_at_a_million_tokens_and_the_shorter_formats_do_not():
    """What is often said of FP32 is true of BF16, FP16 and TF32, and only if they hold the decay itself."""
    assert stored(float_format("fp32"), 1e6, 0.01).from_decay == pytest.approx(1_003_399, abs=1)
    for key in ("tf32", "fp16", "bf16", "e4m3fn", "e5m2"):
        assert stored(float_format(key), 1e6, 0.01).from_decay == np.inf
    for key, error in (("fp32", 1e-7), ("tf32", 5e-4), ("bf16", 4e-3), ("fp16", 6e-3)):
        assert stored(float_format(key), 1e6, 0.01).from_log == pytest.approx(1e6, rel=error)
    assert stored(float_format("e4m3fn"), 1e6, 0.01).from_log == np.inf


@pytest.mark.parametrize(
    "fmt", [float_format(k) for k in ("fp32", "tf32", "fp16", "bf16")], ids=lambda f: f.key
)
def test_rounding_errors_of_lifetimes_stay_within_their_bounds(fmt):
    for lifetime in np.geomspace(
        20, 0.3 * float(evaluate("float-lifetime", p=fmt.precision, theta=0.01)), 60
    ):
        row = stored(fmt, lifetime, 0.01)
        lost = evaluate("decay-complement-needed", L=float(lifetime), theta=0.01)
        bound = evaluate("float-lifetime-ratio", d=float(lost), p=fmt.precision)
        assert 1 / bound <= row.from_decay / lifetime <= bound
        if abs(np.log(0.01) / lifetime) >= float(fmt.smallest_normal):
            ratio = evaluate("float-log-lifetime-ratio", p=fmt.precision)
            assert 1 / ratio <= row.from_log / lifetime * (1 + 1e-15)
            assert row.from_log / lifetime <= ratio * (1 + 1e-15)


def test_spacings_left_are_counted_between_the_decay_and_one():
    for key, lifetime in (("fp32", 10**6), ("fp16", 500), ("bf16", 100)):
        fmt = float_format(key)
        left = evaluate("float-spacings-left", L=lifetime, theta="1/100", p=fmt.precision)
        lost = evaluate("decay-complement-needed", digits=40, L=lifetime, theta="1/100")
        exact = Fraction(str(lost))
        rounded = round_exact(1 - exact, fmt)
        assert abs(left - (1 - rounded) * 2**fmt.precision) <= 0.5 + 1e-9


@pytest.mark.parametrize("fmt", SMALL, ids=lambda f: f.key)
def test_states_freeze_at_the_complement_told(fmt):
    told = Fraction(evaluate("stagnation-complement", p=fmt.precision))
    found = freezing_complement(fmt)
    assert abs(found - told) < told / 2**20
    assert abs(found - told * Fraction(105, 100)) > told / 2**20


def test_a_state_rounded_once_per_chunk_fades_to_sixteen_times_longer_lifetimes():
    fmt, lifetimes = float_format("bf16"), np.array([1e3, 1e4, 2e4, 36_000.0, 38_000.0])
    steps = run_lifetimes(fmt, lifetimes, 0.01, chunk=16)
    assert list(steps[:2]) == [1008, 10_864]
    assert list(steps[2:]) == [0, 0, 0], "the slower ones stop before they reach the threshold"
    assert evaluate("stagnation-lifetime", p=8, theta=0.01, C=16) == pytest.approx(37_689, abs=1)


def test_random_drift_grows_by_the_root_and_stays_below_the_worst_case():
    fmt = float_format("fp16")
    for steps in (100, 400):
        measured = random_drift(fmt, steps, trials=60)
        assert measured.value < evaluate("roundoff-random", T=steps, p=11) * 2**11
        assert measured.value > evaluate("roundoff-random", T=steps, p=11) * 2**11 / 4
        assert measured.value < evaluate("roundoff-worst", T=steps, p=11) * 2**11
    ratio = random_drift(fmt, 400, trials=60).value / random_drift(fmt, 100, trials=60).value
    assert 1.4 < ratio < 2.8


def test_a_sigmoid_from_tanh_has_the_step_and_the_end_told():
    fmt = float_format("fp32")
    logits = -np.linspace(12, 19, 4001)
    values = sigmoid_by_tanh(logits, fmt)
    step = evaluate("sigmoid-tanh-step", p=24, g_min=-5) / 5
    assert np.unique(np.round(values / step) - values / step).tolist() == [0]
    dead = 1 / (1 + np.exp(-logits[values == 0].max()))
    told = evaluate("sigmoid-tanh-lifetime", p=24, theta=0.01, g_min=-5)
    assert np.log(0.01) / (-5 * dead) == pytest.approx(told, rel=3e-3)


def test_the_map_shows_digits_lost_and_digits_restored():
    rows = {(row.key, row.wanted): row for row in stored_map((100.0, 1e4, 1e6), 0.01)}
    assert len(rows) == 3 * len(FORMATS)
    for key in ("tf32", "bf16", "fp16"):
        assert rows[key, 1e6].digits_from_decay == 0
        assert rows[key, 1e6].digits_from_log > 2
    assert 1.5 < rows["fp32", 1e6].digits_from_decay < 3
    assert rows["fp32", 1e6].digits_from_log > 7
