"""The values of ``model_type`` whose attention is known to be what their files' fields say.

A file of another type is read by its field names alone, and its account says so: a class may keep something
else under the names of Llama's fields.

Source  https://github.com/huggingface/transformers (src/transformers/models): the class of each type in
        ``PLAIN`` caches a key and a value of each key-value head for every token, or for those of a window
        that the file names
"""

from attnmem.ledger import hints
from attnmem.ledger.families.gqa import MULTI_QUERY_BY_DEFAULT
from attnmem.ledger.fields import Fields
from attnmem.ledger.layouts.unlisted import RHYTHMS, WINDOW_EVERYWHERE
from attnmem.ledger.text_part import LEFT_OUT

PLAIN = (
    "apertus",
    "arcee",
    "bitnet",
    "bloom",
    "code_llama",
    "codegen",
    "cohere",
    "dbrx",
    "dots1",
    "ernie4_5",
    "ernie4_5_moe",
    "gemma",
    "glm",
    "glm4",
    "gpt2",
    "gpt_neox",
    "gptj",
    "granite",
    "granitemoe",
    "granitemoeshared",
    "helium",
    "hunyuan_v1_dense",
    "hunyuan_v1_moe",
    "mpt",
    "nemotron",
    "olmo",
    "olmo2",
    "olmoe",
    "opt",
    "persimmon",
    "phi",
    "qwen2",
    "qwen2_5_vl",
    "qwen2_5_vl_text",
    "qwen2_moe",
    "qwen2_vl",
    "qwen2_vl_text",
    "qwen3_moe",
    "qwen3_vl_moe_text",
    "qwen3_vl_text",
    "seed_oss",
    "smollm3",
    "stablelm",
)
SAYS_MORE = (  # other layers than plain attention, all of them spelled out in the file
    "falcon_h1",
    "granitemoehybrid",
    "longcat_flash",
    "mamba",
    "mamba2",
    "rwkv",
    "rwkv7",
    "zamba",
)
KNOWN = frozenset(
    (*hints.EXPECTED, *RHYTHMS, *WINDOW_EVERYWHERE, *MULTI_QUERY_BY_DEFAULT, *LEFT_OUT, *PLAIN, *SAYS_MORE)
)


def unknown_type(f: Fields) -> str | None:
    """The text part's ``model_type`` where no rule here knows it; a file without one is no stranger."""
    model_type = f.text("model_type")
    return None if model_type is None or model_type in KNOWN else model_type
