"""What a config itself says of the cache's number format.

``quantization_config`` speaks of the weights; only ``kv_cache_scheme`` (compressed-tensors) or
``kv_cache_quant_algo`` (ModelOpt) inside it speak of the cache. ``mamba_ssm_dtype`` and
``mamba_ssm_cache_dtype`` speak of recurrent state.
"""

from attnmem.ledger.fields import Fields
from attnmem.ledger.traced import Read

Named = tuple[str, tuple[Read, ...]]

ALGORITHMS = {"FP8": "fp8", "INT8": "int8", "NVFP4": "nvfp4"}
STATES = {"float32": "fp32", "bfloat16": "bf16", "float16": "fp16"}


def kv_format(outer: Fields, f: Fields) -> Named | None:
    """The cache format, if one is named; one that is not understood stops the reading."""
    for view in (f, outer):
        quantized = view.inside("quantization_config")
        found = None if quantized is None else _scheme(quantized) or _algorithm(quantized)
        if found is not None:
            return found
    return None


def _scheme(f: Fields) -> Named | None:
    scheme = f.inside("kv_cache_scheme")
    if scheme is None:
        return None
    bits, kind = scheme.whole("num_bits"), scheme.text("type")
    names = {(8, "float"): "fp8", (8, "int"): "int8", (4, "float"): "fp4", (4, "int"): "int4"}
    name = names.get((0 if bits is None else bits.value, kind or ""))
    if name is None:
        raise f.unclear(
            "kv_cache_scheme", f"num_bits {bits} of type {kind!r}; nearest known: num_bits 8 of type 'float'"
        )
    return name, scheme.read("num_bits", "type")


def _algorithm(f: Fields) -> Named | None:
    name = f.text("kv_cache_quant_algo")
    if name is None or name.lower() in ("", "none", "auto"):
        return None
    if name.upper() not in ALGORITHMS:
        raise f.unclear("kv_cache_quant_algo", f"{name[:40]!r}; known: {', '.join(ALGORITHMS)}")
    return ALGORITHMS[name.upper()], f.read("kv_cache_quant_algo")


def state_format(f: Fields) -> Named | None:
    """The format of recurrent state, if one is named."""
    for field in ("mamba_ssm_dtype", "mamba_ssm_cache_dtype"):
        name = f.text(field)
        if name is not None:
            if name not in STATES:
                raise f.unclear(field, f"{name[:40]!r}; known: {', '.join(STATES)}")
            return STATES[name], f.read(field)
    return None
