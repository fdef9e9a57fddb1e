"""Stacks written by hand count as the configs of the same layers do."""

import pytest

from attnmem import ledger
from attnmem.errors import AttnmemError, BadInput, NotUnderstood
from attnmem.ledger.by_hand import TERMS, stack

SAME = {
    "kimi-k3": "69 kda(96,128,128) + 24 mla(512,64)",
    "kimi-linear-48b-a3b": "20 kda(32,128,128) + 7 mla(512,64)",
    "llama-3.1-8b": "32 full(8,128)",
    "gpt-oss-120b": "18 window(8,64,128) + 18 full(8,64)",
    "mimo-v2-flash": "9 full(4,192,v=128) + 39 window(8,192,128,v=128)",
    "llama-4-scout": "36 chunk(8,128,8192) + 12 full(8,128)",
    "deepseek-v3.2": "61 dsa(512,64,128,2048)",
    "deepseek-v4-pro": "30 csa(512,128,1024,128) + 31 hca(512,128)",
    "minimax-m3": "3 full(4,128) + 57 msa(4,128,128,16,128)",
    "minimax-m1": "70 lightning(64,128) + 10 full(8,128)",
    "qwen3-next-80b-a3b": "36 gdn(16,32,128,128) + 12 full(2,256)",
    "nemotron-h-56b": "54 mamba2(256,64,256,groups=8) + 54 none + 10 full(8,128)",
    "jamba-1.5-mini": "28 mamba1(8192,16) + 4 full(8,128)",
    "rwkv7-1.5b": "24 rwkv7(2048,64)",
}


@pytest.mark.parametrize("name", SAME)
def test_a_stack_by_hand_equals_the_config(name):
    ours, theirs = (ledger.account(model, 2**17) for model in (stack(SAME[name]), ledger.load(name)))
    for what in (
        "growth",
        "uniform",
        "window",
        "state",
        "state_conv_k",
        "compressor",
        "held",
        "reach",
        "read",
    ):
        assert getattr(ours, what) == getattr(theirs, what), what


def test_every_layer_of_the_list_has_an_example():
    used = " ".join(SAME.values()) + " conv(" + " mla("
    assert {name for name in TERMS if f"{name}(" not in used and name not in used} == set()


def test_order_is_kept_and_layers_are_numbered():
    rows = ledger.rows(stack("2 full(1,8) + mla(8, 2) + 1 full(1,8)"))
    assert [(str(row.layer.kind), row.positions) for row in rows] == [("full", (0, 1, 3)), ("mla", (2,))]


def test_optional_sizes_serve_unpacking():
    assert ledger.account(stack("27 mla(512,64,16,128,128)"), 1, engine="unpacked").bytes_growth() == 276480
    with pytest.raises(NotUnderstood, match="unpacking needs"):
        ledger.account(stack("27 mla(512,64)"), 1, engine="unpacked").bytes_growth()


BAD = {
    "": BadInput,
    "3": BadInput,
    "full(8)": BadInput,
    "full(8,128,1,2)": BadInput,
    "full(8,-128)": BadInput,
    "full(8,128) full(8,128)": BadInput,
    "full(8,128) +": BadInput,
    "0 full(8,128)": BadInput,
    "99999 full(8,128)": BadInput,
    "full(8,0)": BadInput,
    "full(heads=8,depth=128)": BadInput,
    "mlaa(512,64)": NotUnderstood,
    "full((8),128)": BadInput,
}


@pytest.mark.parametrize("text", BAD)
def test_a_stack_that_cannot_be_read_is_one_line(text):
    with pytest.raises(AttnmemError) as caught:
        stack(text)
    assert type(caught.value) is BAD[text]
    assert "\n" not in str(caught.value)
