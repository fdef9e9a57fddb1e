"""Answers that public calculators, engines or pages gave, each beside the right one.

The right numbers below were worked out by hand, apart from the ledger.
"""

import pytest

from attnmem import ledger
from attnmem.errors import BadInput
from attnmem.ledger.wrong_answers import asked
from attnmem.ledger.wrong_cases import CASES

RIGHT = {
    "R01": 131072,
    "R02": 65536,
    "R03": 16384,
    "R05": 36 * 8 * 2 * 128,
    "R06": 376832,
    "R07 Mistral-Small-24B": 40 * 8 * 2 * 128,
    "R07 gpt-oss-20b": 24 * 8 * 2 * 64,
    "R07 Gemma-3-12B": 48 * 8 * 2 * 256,
    "R11": 35136,
    "R12": 42944,
    "R13": 35136,
    "R14": 47616,
    "R15": 70272,
    "R16": 6880,
    "R19": 73728,
    "R20": 86016,
    "R22": 0,
    "R23": 0,
    "R26": 15,
    "R27": 20,
    "R28": 32768,
    "R29": 16,
    "R30": 8,
    "R31": 12,
    "R33": 4,
    "R35": 0,
    "R36": 126 * 2**30,
    "R38": 4096,
    "R39": 27,
    "R41": 576,
    "R45": 186368,
    "R46": 32,
}


def test_every_case_has_an_answer_worked_out_by_hand():
    assert {case.id for case in CASES} == set(RIGHT)


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_a_published_wrong_answer_is_not_ours(case):
    assert case.right() == RIGHT[case.id] != case.wrong, case.cause


def test_a_question_that_is_not_known_is_refused():
    with pytest.raises(BadInput, match="did you mean bytes a token"):
        asked(ledger.account(ledger.load("gpt2")), "bytes a tokn")


def test_attention_free_configs_are_not_divided_by_their_heads():
    """R09: a config with no heads made a calculator divide by zero."""
    assert ledger.account(ledger.load("mamba2-2.7b")).growth == 0


def test_an_engine_that_unpacks_latents_has_a_mode_of_its_own():
    """R42: 270 KiB a token were measured for DeepSeek-V2-Lite; the latent takes 31,104 bytes."""
    model = ledger.load("deepseek-v2-lite")
    assert ledger.account(model).bytes_growth() == 31104
    assert ledger.account(model, engine="unpacked").bytes_growth() == 276480 == 270 * 1024


def test_one_token_and_the_rate_of_growth_are_two_questions():
    """R19: both numbers of the dispute are right, for different questions; both are given."""
    found = ledger.account(ledger.load("gpt-oss-120b"), 1)
    assert (found.bytes_held(), found.bytes_growth()) == (73728, 36864)


def test_unread_quantization_of_weights_says_nothing_of_the_cache():
    """R15 again: the same file, whose weights are fp8, has its cache in bf16 unless it says otherwise."""
    found = ledger.account(ledger.load("deepseek-v3"))
    assert found.terms.kv.name == "bf16"
