"""Pooled slots, decay, precision and the memory game: their values, and what is only quoted."""

import mpmath
import pytest

from attnmem import evaluate
from attnmem.errors import BadInput
from attnmem.proof.check import check
from attnmem.proof.record import Verdict
from attnmem.theory import DERIVATIONS, derivation

CHAPTERS = ("pool", "decay", "precision", "index_bound")
MILLION = 10**6

# From ratios and logarithms in 50-digit arithmetic, none of them through a formula of this package.
VALUES = [
    ("pool-snr", {"m": 128, "g": 0}, "0.08873565094161137702"),
    ("pool-snr-db", {"m": 128, "g": 0}, "-21.03803720955956864"),
    ("pool-margin-needed", {"m": 128, "snr": 1}, "2.422093543229295636524"),
    ("pool-snr-correlated", {"m": 128, "g": 0, "rho": "1/10"}, "0.02406183172950028081922"),
    ("pool-score-snr", {"m": 128, "c": 512}, "2.007858576442107384772"),
    ("pool-resolution-loss", {"m": 128}, "4.8520302639196171659"),
    ("decay-lifetime", {"alpha": "99/100", "theta": "1/100"}, "458.2105765533889083472051781352741488179"),
    (
        "decay-complement-needed",
        {"L": MILLION, "theta": "1/100"},
        "4.605159582208147821238244473254814278852e-6",
    ),
    (
        "decay-complement-needed",
        {"L": 2**20, "theta": "1/100"},
        "4.391822884974272970989279493229166720827e-6",
    ),
    (
        "gate-logit-needed",
        {"L": MILLION, "theta": "1/100", "g_min": -5, "A": 0},
        "-13.89776792355601201976071197326074202952",
    ),
    (
        "gate-logit-needed",
        {"L": 2**20, "theta": "1/100", "g_min": -5, "A": 0},
        "-13.94520101945821387831255461900967826206",
    ),
    ("gate-slope-peak", {"g_min": -5}, "0.1614835192865495968749289508459670443705"),
    ("gate-slope", {"z": 0, "g_min": -5, "A": 0}, "-0.1026062482798734939619"),
    ("float-lifetime", {"p": 8, "theta": "1/100"}, "1176.619480505968769209"),
    ("float-spacings-left", {"L": MILLION, "theta": "1/100", "p": 24}, "77.26175702517585295684"),
    ("stagnation-complement", {"p": 8}, "0.001953125"),
    ("index-bits-per-token", {"d": 1, "delta": "1/10"}, "0.53100440641071877875"),
    ("index-bits-per-token", {"d": 1, "delta": "1/3"}, "0.08170416594551048521"),
    ("index-bits", {"n": 2**20, "d": 512, "delta": "1/10"}, "285080819.9457412373211"),
    ("index-scale", {"n": 2**20, "eta": "1/2", "epsilon": "1/10"}, "18.70194487483376984967"),
    ("index-sign-coherence", {"n": 2**20, "d": 128}, "0.6499127350296474017587"),
    ("index-jl-dimension", {"n": 2**20, "epsilon": "1/10"}, "18120.84772035285594619"),
    (
        "index-state-exhausted",
        {"dk": 128, "dv": 128, "b": 16, "d": 128, "delta": "1/10"},
        "3856.841817647597144114",
    ),
]


@pytest.mark.parametrize(
    ("key", "arguments", "expected"), VALUES, ids=lambda v: v if isinstance(v, str) else ""
)
def test_values_to_every_digit_known(key, arguments, expected):
    digits = len(expected.split("e")[0].replace(".", "").replace("-", "").lstrip("0"))
    told = evaluate(key, digits=digits + 5, **arguments)
    with mpmath.workdps(60):
        known = mpmath.mpf(expected)
        assert abs(told - known) <= abs(known) * mpmath.mpf(10) ** (1 - digits)
        assert abs(told * (1 + mpmath.mpf(10) ** (2 - digits)) - known) > abs(known) * mpmath.mpf(10) ** (
            1 - digits
        )


def test_the_width_at_which_all_sign_keys_carry_a_million_tokens():
    mu = evaluate("index-all-signs-coherence", d=20)
    assert evaluate("index-scale-sign", n=2**20, eta=0.5, mu=mu) == pytest.approx(149.6, abs=0.1)


@pytest.mark.parametrize(
    ("key", "arguments"),
    [
        ("pool-snr", {"m": 1, "g": 0}),
        ("pool-snr-aligned", {"m": 4, "g": 0, "r": 4}),
        ("decay-lifetime", {"alpha": 1, "theta": "1/100"}),
        ("gate-logit-needed", {"L": "1/2", "theta": "1/100", "g_min": -5, "A": 0}),
        ("index-sign-coherence", {"n": 2**20, "d": 54}),
        ("index-bits", {"n": 2, "d": 1, "delta": "1/2"}),
        ("index-jl-dimension", {"n": 2, "epsilon": 0}),
        ("roundoff-worst", {"T": 256, "p": 8}),
    ],
)
def test_outside_the_domain_is_refused_by_name(key, arguments):
    with pytest.raises(BadInput, match=key):
        evaluate(key, **arguments)


def test_the_floor_of_a_gate_cancels_in_the_slope_of_the_log_lifetime():
    slopes = {evaluate("gate-lifetime-slope", z=-6.2, g_min=floor, A=0) for floor in (-5, -1, -0.1)}
    assert len(slopes) == 1


def test_only_two_published_theorems_are_quoted_and_the_rest_is_proved_for_all_sizes():
    found = [(d, f) for d in DERIVATIONS if d.chapter in CHAPTERS for f in check(d)]
    recorded = [(d.key, f.certificate.split(":")[0]) for d, f in found if f.verdict is Verdict.RECORDED]
    assert recorded == [
        ("index-bits", "INDEX bound through Fano's inequality"),
        ("index-keys", "Johnson-Lindenstrauss lemma"),
    ]
    rest = [f for _, f in found if f.verdict is not Verdict.RECORDED]
    assert {f.verdict for f in rest} == {Verdict.PROVED}
    assert {f.scope for f in rest} == {"all"}


@pytest.mark.parametrize("key", ["pool-score", "gate-slope", "gate-lifetime", "float-spacing", "index-bits"])
def test_statements_found_in_print_are_planted(key):
    assert len(derivation(key).wrong) == 1
