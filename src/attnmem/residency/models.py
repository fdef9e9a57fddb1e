"""What one sequence of a published model holds, and the size of its blocks, counted by the ledger."""

from attnmem.ledger import account, load

BLOCK_TOKENS = 512
SHOWN = (
    ("Kimi K3", "kimi-k3"),
    ("DeepSeek-V4-Pro", "deepseek-v4-pro"),
    ("DeepSeek-V3.2", "deepseek-v3.2"),
    ("Llama-3.1-70B", "llama-3.1-70b"),
)
LENGTHS = (("32k", 2**15), ("128k", 2**17), ("1M", 2**20))


def held(name: str, tokens: int) -> int:
    """Bytes that one sequence of a bundled model holds, entries in BF16 and states in FP32.

    >>> held("llama-3.1-70b", 2**17)
    42949672960
    """
    return int(account(load(name), tokens=tokens).bytes_held())


def block(name: str, tokens: int = BLOCK_TOKENS) -> int:
    """Bytes that so many more tokens add in all layers that store entries.

    >>> block("kimi-k3")
    14155776
    """
    return held(name, 2**17 + tokens) - held(name, 2**17)


def sizes() -> list[dict[str, str | float]]:
    """One row a model: its block, what a sequence holds at three lengths, and what of that does not grow."""
    return [
        {
            "model": label,
            f"block of {BLOCK_TOKENS} tokens, MiB": block(name) / 2**20,
            **{f"held at {length}, GiB": held(name, tokens) / 2**30 for length, tokens in LENGTHS},
        }
        for label, name in SHOWN
    ]
