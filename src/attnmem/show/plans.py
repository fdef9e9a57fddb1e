"""The article's plans for keeping a history, and its comparison of two models, counted again."""

from fractions import Fraction

from attnmem.figures.numerals import numeral
from attnmem.ledger.ask import ask
from attnmem.show.markup import Cell, Display, table
from attnmem.units import plain

WHOLE = "tokens=1Mi"
PLANS = (
    ("baseline: 96 heads", "full(96,128)", "score and mix"),
    ("A: fold tokens into a state (KDA of Kimi K3)", "kda(96,128,128)", "direction of the read-out only"),
    ("A′: fold channels into a latent (MLA)", "mla(512,64)", "score and mix"),
    ("A′ and selection (DSA of DeepSeek-V3.2)", "dsa(512,64,128,2048)", "selection, score and mix"),
    ("B: keep all, compress for each query", "full(96,128)", "the compression itself"),
    ("C: pool 4 tokens, then select (CSA of V4-Pro)", "csa(512,128,1024,128)", "selection, score and mix"),
    ("C: pool 128 tokens, read all (HCA of V4-Pro)", "hca(512,128,128)", "score and mix"),
)
PLAN_COLUMNS = (
    "plan",
    "kept, el/token",
    "of it index keys",
    "fixed, elements",
    "pieces told apart",
    "read a step, elements",
    "bits of choice",
    "the query enters at",
)


def plans() -> Display:
    """What one layer of each plan keeps, tells apart and reads after 2^20 tokens."""
    rows = [_plan(*plan) for plan in PLANS]
    caption = (
        "One layer after 1,048,576 tokens; el = elements; plan B reads as much again for each compression"
    )
    text = "\n".join([caption, *(" | ".join(map(str, row)) for row in (PLAN_COLUMNS, *rows))])
    return Display(text, table(PLAN_COLUMNS, rows, caption, numeric=range(1, 7)).html)


def _plan(name: str, stack: str, enters: str) -> tuple[Cell, ...]:
    def number(what: str) -> Fraction | float:
        return ask(f"{stack} {what} {WHOLE}")

    growth, index, state, bits = (number(what) for what in ("growth", "index", "state", "choice-bits"))
    return (
        name,
        plain(Fraction(growth)) if growth else numeral(float(number("kept"))),
        plain(Fraction(index)) if index else "",
        plain(Fraction(state)) if state else "",
        plain(Fraction(number("units"))),
        plain(Fraction(number("read"))),
        numeral(float(bits), 5) if bits else "0",
        enters,
    )


ARTICLE_COLUMNS = ("what is said", "said", "counted", "what it counts")


def article() -> Display:
    """Statements of the source article about these models, each beside the count it needs."""
    k3, v4 = f"kimi-k3 kept-entries {WHOLE}", f"deepseek-v4-pro kept-entries {WHOLE}"
    whole = ask(f"{k3} / {v4}")
    deep = ask("kimi-k3 layers / deepseek-v4-pro layers")
    keyed = ask(f"kimi-k3 kept {WHOLE} / deepseek-v4-pro kept {WHOLE}") / deep
    kept = 2 * ask(f"kimi-k3 kept {WHOLE}")
    packed = "deepseek-v4-pro {} kv=fp8_ds_mla index=fp4"
    bare, scaled = (kept / ask(packed.format(what)) for what in ("bytes-growth-bare", "bytes-growth"))
    latent = ask("mla(512,64) growth")
    reached = ask(f"deepseek-v3.2 reach {WHOLE} / deepseek-v3.2 layers")
    told = ask(f"deepseek-v3.2 units {WHOLE} / deepseek-v3.2 layers")
    again = "the same"
    rows: tuple[tuple[Cell, ...], ...] = (
        (
            "K3 keeps more than V4",
            "2.30×",
            _times(whole / deep),
            "elements a token and layer, no index keys",
        ),
        (again, "", _times(whole), "elements a token of the whole models"),
        (again, "", _times(keyed), "elements a token and layer, with V4's index keys"),
        (
            "the same",
            "",
            _times(bare),
            "bytes a token of the models: 16 bits, V4 packed",
        ),
        (again, "", _times(scaled), "the same with the scales of the packed entries"),
        (
            "MLA of K3 uses no rotation",
            "512",
            plain(Fraction(latent)),
            "elements a token: 64 shared ones too",
        ),
        (
            "DSA pools and selects (plan C)",
            "T/m",
            plain(Fraction(told)),
            "pieces that a layer of V3.2 can tell apart: all",
        ),
        (again, "", plain(Fraction(reached)), "of them, entries that a query reads there"),
    )
    text = "\n".join(" | ".join(map(str, row)) for row in (ARTICLE_COLUMNS, *rows))
    caption = "The article's numbers at 1,048,576 tokens, counted again"
    return Display(text, table(ARTICLE_COLUMNS, rows, caption, numeric=(1, 2)).html)


def _times(ratio: Fraction | float) -> str:
    return f"{numeral(float(ratio), 4)}×"
