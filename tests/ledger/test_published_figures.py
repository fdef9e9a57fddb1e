"""Figures that reports and engine builders published, from the bundled configs."""

from fractions import Fraction

import pytest

from attnmem import ledger
from attnmem.ledger import formats
from attnmem.ledger.account import decision_bits
from attnmem.ledger.layer import elements, part

MILLION = 2**20


def growth(name, **terms):
    return ledger.account(ledger.load(name), MILLION, **terms).bytes_growth()


def test_a_million_tokens_in_bf16():
    """The vLLM article on DeepSeek-V4: 83.9 GiB for V3.2 and 9.62 GiB for V4-Pro at 2^20 tokens."""
    assert f"{float(growth('deepseek-v3.2') * MILLION / 2**30):.1f}" == "83.9"
    assert f"{float(growth('deepseek-v4-pro') * MILLION / 2**30):.2f}" == "9.62"


def test_v4_keeps_ten_and_seven_percent_of_v32(v4_flash):
    """arXiv 2606.19348 states 10 % for Pro and 7 % for Flash, packed formats on both sides."""
    packed = {"kv_format": "fp8_ds_mla", "index_format": "fp4"}
    before = growth("deepseek-v3.2", kv_format="fp8_ds_mla", index_format="fp8")
    flash = ledger.account(v4_flash, MILLION, **packed).bytes_growth()
    assert before == 61 * (656 + 132)
    assert f"{float(growth('deepseek-v4-pro', **packed) / before):.1%}" == "10.5%"
    assert f"{float(flash / before):.1%}" == "7.3%"


def test_the_two_byte_models_of_v4():
    """576 + 64 bytes are payload, 584 + 68 with scales; without scales V4-Pro adds 4,939.5 bytes a token."""
    layer = next(la for la in ledger.load("deepseek-v4-pro").layers if la.kind is ledger.Kind.CSA)
    kv, index = formats.named("fp8_ds_mla", formats.KV, "cache"), formats.named("fp4", formats.INDEX, "index")
    assert (kv.bytes(layer.entry, scales=False), index.bytes(layer.index, scales=False)) == (576, 64)
    assert (kv.bytes(layer.entry), index.bytes(layer.index)) == (584, 68)
    payload = 30 * Fraction(576 + 64, 4) + 31 * Fraction(576, 128)
    assert payload == Fraction(9879, 2)
    assert f"{float(payload / (61 * 2 * 8 * 128 * 2)):.2%}" == "1.98%"


def test_both_byte_models_are_shown_where_they_differ():
    found = ledger.account(
        ledger.load("deepseek-v4-pro"), MILLION, kv_format="fp8_ds_mla", index_format="fp4"
    )
    bare, scaled = found.bytes_held(scales=False), found.bytes_held()
    assert scaled - bare == 30 * (2**18 * 12 + 128 * 8) + 31 * (2**13 * 8 + 128 * 8)


PACKED = (
    ("fp8_ds_mla", formats.KV, part("latent", 1, 576, 64), 656, "vLLM, DeepSeek-V3.2"),
    ("fp8_ds_mla", formats.KV, part("shared keys and values", 1, 512, 64), 584, "SGLang, DeepSeek-V4"),
    ("fp8", formats.INDEX, part("index key", 1, 128), 132, "SGLang, DeepSeek-V4"),
    ("fp4", formats.INDEX, part("index key", 1, 128), 68, "SGLang, DeepSeek-V4"),
    ("q8_0", formats.KV, part("keys", 8, 128), 8 * 128 * Fraction(34, 32), "llama.cpp"),
    ("q4_0", formats.KV, part("keys", 8, 128), 8 * 128 * Fraction(18, 32), "llama.cpp"),
)


@pytest.mark.parametrize(("name", "known", "one", "size", "source"), PACKED)
def test_a_packed_format_takes_its_published_bytes(name, known, one, size, source):
    assert formats.named(name, known, "cache").bytes((one,)) == size, source


def test_kimi_k3_adds_27648_bytes_a_token():
    """27.0 GiB of latents at 2^20 tokens; a block of 512 tokens is 14.16 MB."""
    assert growth("kimi-k3") == 27648
    assert growth("kimi-k3") * MILLION == 27 * 2**30
    assert growth("kimi-k3") * 512 == 14155776


def test_the_recurrent_states_of_kimi_k3():
    """217 MB in bf16 or 434 MB in fp32, for the 69 delta layers, convolutions not counted."""
    found = ledger.account(ledger.load("kimi-k3"))
    assert found.recurrent * 2 == 217055232
    assert found.recurrent * 4 == 434110464
    assert found.state - found.recurrent == 69 * 110592


def test_what_one_step_reads_in_each_plan():
    """Elements a layer at 2^20 tokens, as the plans of the book compare them."""
    v4 = {str(n.row.layer.kind): n for n in ledger.account(ledger.load("deepseek-v4-pro"), MILLION).rows}
    k3 = {str(n.row.layer.kind): n for n in ledger.account(ledger.load("kimi-k3"), MILLION).rows}
    assert v4["csa"].read // 30 == 33554432 + 589824
    assert v4["hca"].read // 31 == 4259840
    assert k3["mla"].read // 24 == 603979776
    assert k3["recurrent"].read // 69 == 1572864 + 110592


def test_units_and_decision_bits_at_a_million_tokens():
    """The scale from one recurrent unit to 2^20 latent entries; 9,660.1 bits a csa layer."""
    layers = {str(la.kind): la for la in ledger.load("deepseek-v4-pro").layers}
    layers |= {str(la.kind): la for la in ledger.load("kimi-k3").layers}
    units = {kind: layer.units(MILLION) for kind, layer in layers.items()}
    assert units == {"hca": 8192, "csa": 262144, "recurrent": 1, "mla": 1048576}
    assert f"{decision_bits(layers['csa'], MILLION):.10f}" == "9660.1075252232"
    assert decision_bits(layers["hca"], MILLION) == decision_bits(layers["mla"], MILLION) == 0


def test_the_granularity_scale():
    """Elements a token and layer: 576 latent, 128 csa without index keys, 4 hca, 1.5 delta at 2^20."""
    layers = {str(la.kind): la for la in ledger.load("deepseek-v4-pro").layers}
    layers |= {str(la.kind): la for la in ledger.load("kimi-k3").layers}
    per_token = {
        k: Fraction(elements(la.entry), la.tokens_per_entry.value) for k, la in layers.items() if la.entry
    }
    assert per_token == {"hca": 4, "csa": 128, "mla": 576}
    assert Fraction(elements(layers["recurrent"].state), MILLION) == Fraction(3, 2)
