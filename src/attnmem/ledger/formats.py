"""Number formats of caches as data: bytes an element, bytes of scales, and where that is published."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from attnmem.errors import NotUnderstood, unknown
from attnmem.ledger.layer import Part, Parts


@dataclass(frozen=True, slots=True)
class Scales:
    """``size`` bytes of scale for each ``group`` packed elements of a slice, padded to ``pad`` bytes."""

    group: int
    size: int
    pad: int = 1

    def bytes(self, packed: int) -> int:
        raw = -(-packed // self.group) * self.size
        return -(-raw // self.pad) * self.pad


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """``element`` bytes for a packed element; the rotary part of a slice stays at 16 bits where ``mixed``.

    ``scales`` says by part what scales cost; the key "" stands for every other part. A format with ``only``
    is one of these parts' layouts and means nothing elsewhere.
    """

    name: str
    element: Fraction
    source: str
    mixed: bool = False
    scales: dict[str, Scales] = field(default_factory=dict)
    only: tuple[str, ...] = ()

    def payload(self, one: Part) -> Fraction:
        """Bytes of a part without scales."""
        wide = one.rotary if self.mixed else 0
        return one.heads.value * ((one.width.value - wide) * self.element + 2 * wide)

    def overhead(self, one: Part) -> Fraction:
        """Bytes of its scales."""
        packed = one.width.value - (one.rotary if self.mixed else 0)
        scales = self.scales.get(one.name, self.scales.get(""))
        return Fraction(0 if scales is None else one.heads.value * scales.bytes(packed))

    def bytes(self, parts: Parts, *, scales: bool = True) -> Fraction:
        """Bytes of several parts."""
        for one in parts:
            if self.only and one.name not in self.only:
                raise NotUnderstood(
                    f"format {self.name} packs {' or '.join(self.only)}, and a layer here keeps {one.name}; "
                    "nearest known: fp8"
                )
        total = sum((self.payload(one) for one in parts), Fraction(0))
        return total + sum((self.overhead(one) for one in parts), Fraction(0)) if scales else total


def _plain(name: str, bits: int, source: str) -> Format:
    return Format(name=name, element=Fraction(bits, 8), source=source)


def _blocks(name: str, bits: int, group: int, size: int, source: str) -> Format:
    return Format(name=name, element=Fraction(bits, 8), scales={"": Scales(group, size)}, source=source)


IEEE, OCP = "IEEE 754", "OCP 8-bit floating point; one scale per tensor, kept with the weights"
GGML = "llama.cpp ggml-common.h block layouts"
FP32, BF16, FP16 = _plain("fp32", 32, IEEE), _plain("bf16", 16, "bfloat16"), _plain("fp16", 16, IEEE)
WIDE = (FP32, BF16, FP16)

KV = (
    *WIDE,
    _plain("fp8", 8, OCP),
    _plain("int8", 8, "one scale per tensor"),
    Format(
        name="fp8_ds_mla",
        element=Fraction(1),
        mixed=True,
        scales={"latent": Scales(128, 4), "shared keys and values": Scales(64, 1, 8)},
        only=("latent", "shared keys and values"),
        source="vLLM fp8_ds_mla (656 bytes for 512 + 64); SGLang pool of DeepSeek-V4 (584 for 448 + 64)",
    ),
    _blocks("q8_0", 8, 32, 2, GGML),
    _blocks("q5_1", 5, 32, 4, GGML),
    _blocks("q5_0", 5, 32, 2, GGML),
    _blocks("q4_1", 4, 32, 4, GGML),
    _blocks("q4_0", 4, 32, 2, GGML),
    _blocks("nvfp4", 4, 16, 1, "NVFP4: an FP8 scale per 16"),
    _blocks("mxfp4", 4, 32, 1, "OCP microscaling: an E8M0 scale per 32"),
    _plain("fp4", 4, "payload only"),
    _plain("int4", 4, "payload only"),
)
INDEX = (
    *WIDE,
    _blocks("fp8", 8, 128, 4, "SGLang memory pool of DeepSeek-V4 and vLLM indexer cache: 132 bytes for 128"),
    _blocks("fp4", 4, 32, 1, "SGLang memory pool of DeepSeek-V4: 68 bytes for 128"),
)
STATE = (*WIDE, _plain("fp8", 8, OCP), _plain("int8", 8, "one scale per tensor"))

ALIASES = {
    "fp8_e4m3": "fp8",
    "fp8_e5m2": "fp8",
    "float32": "fp32",
    "bfloat16": "bf16",
    "float16": "fp16",
    "f16": "fp16",
}


def named(name: str, known: tuple[Format, ...], what: str) -> Format:
    """The format of that name; another one is refused with the nearest."""
    plain = ALIASES.get(name.lower(), name.lower())
    for one in known:
        if one.name == plain:
            return one
    raise NotUnderstood(unknown(f"{what} format", name[:40], names(known)))


def names(known: Iterable[Format]) -> tuple[str, ...]:
    return tuple(one.name for one in known)
