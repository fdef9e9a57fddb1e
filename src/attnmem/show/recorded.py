"""What the recording of a real model says: how loose the bound is, what keeping costs."""

import numpy as np

from attnmem.figures.numerals import numeral
from attnmem.recording import load
from attnmem.show.markup import Cell, Display, Raw, cell, table
from attnmem.witnesses.looseness import looseness
from attnmem.witnesses.topk import topk

SPREAD_COLUMNS = (
    "budget, nats",
    "keys that suffice, middle row",
    "same, 90th percentile",
    "bucket rule, middle row",
    "bound / truth, median",
    "same, 90th percentile",
    "rows the bound alone certifies",
)
COST_COLUMNS = (
    "budget per head, nats",
    "keys kept, mean",
    "next token moves, mean nats",
    "same, 90th percentile",
    "other likeliest token",
    "loss on the text, nats per token",
)
SUMMARY = "Where the recording comes from, and how it was checked"
FACTS = ("model", "weights", "quantisation", "text", "tokens", "attention", "stored_as", "licence", "date")


def recorded_rows() -> Display:
    """Every recorded head's last row at each budget: keys that suffice, and how loose the bound is on it."""
    recording = load()
    rows = tuple(_spread(effect.kl_budget) for effect in recording.truncations)
    heads = np.prod(recording.last_row.shape[:2])
    caption = f"{heads} rows of {recording.last_row.shape[2]} scores, one for each head"
    return _display(SPREAD_COLUMNS, rows, caption)


def _spread(budget: float) -> tuple[str, ...]:
    counts = topk(load().last_row, kl=budget)
    spread = looseness(counts, budget)
    return (
        numeral(budget),
        numeral(float(np.median(counts.k_exact)), whole=True),
        numeral(float(np.quantile(counts.k_exact, 0.9)), whole=True),
        numeral(float(np.median(counts.k_bucket)), whole=True),
        numeral(spread.median, 2),
        numeral(spread.ninetieth, 2),
        share(spread.certified),
    )


def recorded_cost() -> Display:
    """What keeping only the keys that suffice, in every head at once, does to the model's own next token."""
    rows = tuple(
        (
            numeral(effect.kl_budget),
            share(effect.kept_share_mean),
            numeral(effect.next_token_kl_mean),
            numeral(effect.next_token_kl_quantiles["0.9"]),
            share(effect.changed_argmax_share),
            numeral(effect.loss_change_mean),
        )
        for effect in load().truncations
    )
    return _display(COST_COLUMNS, rows, "Every head truncated at once, over all positions of the text")


def provenance() -> Display:
    """Where the recorded numbers come from, and how the run was checked."""
    facts = load().provenance
    checks = {name.replace("_", " "): numeral(value) for name, value in facts["checked"].items()}
    entries = {name.replace("_", " "): str(facts[name]) for name in FACTS} | checks
    body = "".join(f"<dt>{cell(name)}</dt><dd>{cell(value)}</dd>" for name, value in entries.items())
    return Display(
        "\n".join(f"{name}: {value}" for name, value in entries.items()),
        f"<details><summary>{SUMMARY}</summary><dl>{body}</dl></details>",
    )


def share(part: float) -> str:
    """A part of the whole in per cent.

    >>> share(0.0200)
    '2 %'
    """
    return f"{numeral(100 * part, 2)} %"


def _display(columns: tuple[str, ...], rows: tuple[tuple[Cell, ...], ...], caption: str) -> Display:
    lines = [" | ".join(map(str, line)) for line in (columns, *rows)]
    shown: Raw = table(columns, rows, caption, numeric=range(len(columns)))
    return Display("\n".join([caption, *lines]), shown.html)
