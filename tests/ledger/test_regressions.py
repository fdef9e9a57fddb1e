"""Answers that public calculators, engines or pages gave, each beside the right one and the cause of the
difference.

``wrong`` is computed the way the public answer was; the sources are threads and files of the projects named.
"""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from attnmem import ledger

BF16 = 2


@dataclass(frozen=True)
class Case:
    """One published answer: what was asked, of which model, the wrong number and the right one."""

    id: str
    model: str | dict
    asks: str
    wrong: int | Fraction
    right: int | Fraction
    cause: str
    source: str


def llama_like(layers, hidden, heads, kv, head_dim=None, **rest):
    sizes = {"num_hidden_layers": layers, "hidden_size": hidden, "num_attention_heads": heads}
    return sizes | {"num_key_value_heads": kv} | ({"head_dim": head_dim} if head_dim else {}) | rest


GEMMA_3_12B = llama_like(
    48, 3840, 16, 8, 256, model_type="gemma3_text", sliding_window=1024, sliding_window_pattern=6
)
QWEN_35_9B = llama_like(
    32,
    4096,
    16,
    4,
    256,
    full_attention_interval=4,
    linear_num_key_heads=16,
    linear_num_value_heads=32,
    linear_key_head_dim=128,
    linear_value_head_dim=128,
    linear_conv_kernel_dim=4,
)
GPT_OSS_20B = llama_like(
    24, 2880, 64, 8, 64, sliding_window=128, layer_types=["sliding_attention", "full_attention"] * 12
)

CASES = (
    Case(
        "R01",
        "llama-3.1-8b",
        "bytes a token",
        2 * 32 * 32 * 4096 * 4 // 8,
        131072,
        "query heads times hidden size: a head factor too many, KV heads ignored",
        "jranaraki/vllm-fit issues 2 and 14",
    ),
    Case(
        "R02",
        "llama-3.1-8b",
        "elements a token",
        2 * 4096 * 32,
        65536,
        "GQA ignored",
        "vllm-project/vllm PR 29736",
    ),
    Case(
        "R03",
        "llama-2-7b",
        "bytes a token and layer",
        2 * 128 * BF16,
        16384,
        "one head taken for a layer",
        "rohitg00/ai-engineering-from-scratch PR 57",
    ),
    Case(
        "R05",
        llama_like(36, 2560, 32, 8, 128),
        "elements a token",
        36 * 8 * 2 * 2560 // 32,
        36 * 8 * 2 * 128,
        "explicit head_dim ignored",
        "LMCache/LMCache issue 688",
    ),
    Case(
        "R06",
        "glm-4.5",
        "bytes a token",
        Fraction(92 * 8 * 2 * 5120 * BF16, 96),
        376832,
        "head_dim read only for one family of names; not even a whole number",
        "LMCache docs/source/_static/kv_cache_calculator.html",
    ),
    Case(
        "R07 Mistral-Small-24B",
        llama_like(40, 5120, 32, 8, 128),
        "elements a token",
        40 * 8 * 2 * 160,
        40 * 8 * 2 * 128,
        "explicit head_dim ignored",
        "NVIDIA/Model-Optimizer issue 2482",
    ),
    Case(
        "R07 gpt-oss-20b",
        GPT_OSS_20B,
        "elements a token, nothing capped",
        24 * 8 * 2 * 45,
        24 * 8 * 2 * 64,
        "explicit head_dim ignored",
        "NVIDIA/Model-Optimizer issue 2482",
    ),
    Case(
        "R07 Gemma-3-12B",
        GEMMA_3_12B,
        "elements a token, nothing capped",
        48 * 8 * 2 * 240,
        48 * 8 * 2 * 256,
        "explicit head_dim ignored",
        "NVIDIA/Model-Optimizer issue 2482",
    ),
    Case(
        "R11",
        "deepseek-v3",
        "elements a token",
        2 * 61 * 128 * 56,
        35136,
        "latent attention counted as full heads",
        "alvarobartt/hf-mem src/hf_mem/safetensors/kv_cache.py",
    ),
    Case(
        "R12",
        "deepseek-v3.2",
        "elements a token",
        35136,
        42944,
        "index keys left out",
        "NVIDIA/TensorRT-LLM PR 16707",
    ),
    Case(
        "R13",
        "deepseek-v3",
        "elements a token",
        2 * 512 * 61,
        35136,
        "latent doubled as keys and values, rotary key dropped",
        "LMCache/LMCache PR 694, first version",
    ),
    Case(
        "R14",
        "glm-5.2",
        "elements a token",
        78 * 64 * (256 + 256),
        47616,
        "latent attention with an indexer entered as full heads",
        "hzchho/kv-cache-calculator app.js",
    ),
    Case(
        "R15",
        "deepseek-v3",
        "bytes a token",
        35136,
        70272,
        "fp8 weights taken for an fp8 cache",
        "a page whose number equals the element count",
    ),
    Case(
        "R16",
        "v4-flash",
        "bytes a token",
        2 * 43 * 1 * 512 * BF16,
        6880,
        "the shared vector doubled, compression ignored",
        "spark-arena/sparkrun PR 247",
    ),
    Case(
        "R19",
        "gpt-oss-120b",
        "bytes held after one token",
        36864,
        73728,
        "window layers dropped instead of capped",
        "alvarobartt/hf-mem issue 60",
    ),
    Case(
        "R20",
        "gemma-2-9b",
        "elements a token",
        172032,
        86016,
        "every layer full: the alternation is known from model_type only",
        "alvarobartt/hf-mem at e9946791",
    ),
    Case(
        "R22",
        "qwen2.5-7b",
        "window layers",
        28,
        0,
        "a window applied although use_sliding_window is false",
        "predibase/lorax PR 532",
    ),
    Case("R23", "phi-3.5-mini", "window layers", 32, 0, "a window longer than the context", "its own config"),
    Case(
        "R26",
        "gemma-4-e2b",
        "layers that store",
        35,
        15,
        "num_kv_shared_layers ignored",
        "google/gemma.cpp PR 1012",
    ),
    Case(
        "R27",
        "gemma-3n-e4b",
        "layers that store",
        35,
        20,
        "sharing layers updated the cache",
        "huggingface/transformers PR 39764",
    ),
    Case(
        "R28",
        "qwen3.5-27b",
        "elements a token",
        64 * 2048,
        32768,
        "linear layers counted as attention",
        "LMCache/LMCache PR 3080",
    ),
    Case(
        "R29",
        "qwen3.5-27b",
        "layers that grow",
        64,
        16,
        "linear_attention taken for a window without a length, so for full",
        "alvarobartt/hf-mem at e9946791",
    ),
    Case("R30", QWEN_35_9B, "layers that grow", 32, 8, "the same", "AlexsJones/llmfit PR 203"),
    Case(
        "R31",
        "qwen3-next-80b-a3b",
        "layers that grow",
        48,
        12,
        "full_attention_interval is the only sign",
        "NVIDIA/TensorRT-LLM PR 9072",
    ),
    Case(
        "R33",
        "jamba-1.5-mini",
        "layers that grow",
        32,
        4,
        "recurrent layers counted as attention",
        "lightseekorg/tokenspeed PR 194",
    ),
    Case(
        "R35",
        "granite-4.0-micro",
        "elements of state",
        36 * (128 * 32 * 256),
        0,
        "mamba fields present although no layer is one",
        "a public test fixture",
    ),
    Case(
        "R36",
        llama_like(126, 16384, 128, 8),
        "bytes held after 262,144 tokens",
        252 * 2**30,
        126 * 2**30,
        "first upload replicated the KV heads to 16",
        "Jamba-1.5 paper, table 1",
    ),
    Case(
        "R38",
        "falcon-7b",
        "elements a token",
        32 * 2 * 71 * 64,
        4096,
        "num_kv_heads taken as written although multi_query wins",
        "Falcon class of transformers",
    ),
    Case(
        "R39",
        "kimi-linear-48b-a3b",
        "layers",
        36,
        27,
        "a specification page mixed the fields of two models",
        "a model page of apxml",
    ),
    Case(
        "R41",
        "deepseek-v3",
        "elements a token and layer",
        128 * 576,
        576,
        "two columns of a table multiplied that describe one entry",
        "vllm-project/vllm tests/config/base_model_arch_groundtruth.json",
    ),
    Case(
        "R45",
        "zamba2-7b",
        "elements a token",
        81 * 2 * 32 * 112,
        186368,
        "every layer at the plain width; 13 call sites work on twice the width",
        "vllm-project/vllm, the same file",
    ),
    Case(
        "R46",
        "hunyuan-large",
        "layers that store",
        64,
        32,
        "cross-layer sharing ignored",
        "Tencent/Tencent-Hunyuan-Large modelling file",
    ),
)


def ask(found, what):
    """The number that was asked for."""
    grows = [n for n in found.rows if n.row.layer.entry and n.row.layer.cap is None]
    stores = [n for n in found.rows if n.row.layer.entry]
    answers = {
        "bytes a token": found.bytes_growth,
        "elements a token": lambda: found.growth,
        "elements a token, nothing capped": lambda: found.uniform,
        "bytes a token and layer": lambda: found.bytes_growth() / len(found.model.layers),
        "elements a token and layer": lambda: found.growth / len(found.model.layers),
        "layers": lambda: len(found.model.layers),
        "layers that grow": lambda: sum(n.row.count for n in grows),
        "layers that store": lambda: sum(n.row.count for n in stores),
        "window layers": lambda: sum(n.row.count for n in stores if n.row.layer.cap is not None),
        "elements of state": lambda: found.state,
    }
    return answers[what]() if what in answers else found.bytes_held()


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_a_published_wrong_answer_is_not_ours(case, v4_flash):
    model = case.model
    if isinstance(model, str):
        model = v4_flash if model == "v4-flash" else ledger.load(model)
    else:
        model = ledger.read(model)
    tokens = {"bytes held after one token": 1, "bytes held after 262,144 tokens": 262144}.get(case.asks, 4096)
    assert ask(ledger.account(model, tokens), case.asks) == case.right != case.wrong, case.cause


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
