"""What a cache holds after n tokens: one part grows, one part fills its windows, one part stands still.

Bound    exact for what is held; upper for what pages reserve
Assumes  pooled blocks are closed; a page belongs to one sequence
Limits   what an engine keeps beside it (tables, buffers, fragmentation) is not counted
Source   own count; the ledger counts entry by entry and agrees on every bundled model
"""

from sympy import Integer, Min, Symbol

from attnmem.proof.operations import Put, Solve, Summation
from attnmem.proof.record import Condition, Derivation, Formula, Letter, Relation, Side, Step
from attnmem.symbols import symbols

n, B, g, w, W, s, u, p, part, whole = symbols(
    "context_tokens",
    "batch_size",
    "growth_bytes",
    "window_rate_bytes",
    "window_tokens",
    "fixed_bytes",
    "uniform_bytes",
    "page_tokens",
    "part_bytes",
    "whole_bytes",
)
LETTERS = {
    n: Letter("n"),
    B: Letter("B"),
    g: Letter("g"),
    w: Letter("w"),
    W: Letter("W"),
    s: Letter("s"),
    u: Letter("u"),
    p: Letter("p"),
    part: Letter("b"),
    whole: Letter("H"),
}

t = Symbol("t", integer=True)
grown, filled = Symbol("grown", nonnegative=True), Symbol("filled", nonnegative=True)
used, percent = Symbol("used", integer=True, positive=True), Symbol("percent", nonnegative=True)

CACHE_GROWN = Formula(
    key="cache-grown",
    title="Bytes of what grows with the context",
    expression=B * g * n,
    arguments=(n, B, g),
    unit="B",
    side=Side.EXACT,
    letters=LETTERS,
)
CACHE_WINDOWS = Formula(
    key="cache-windows",
    title="Bytes in windows",
    expression=B * w * Min(n, W),
    arguments=(n, B, w, W),
    unit="B",
    side=Side.EXACT,
    letters=LETTERS,
)
CACHE_FIXED = Formula(
    key="cache-fixed",
    title="Bytes of fixed state",
    expression=B * s,
    arguments=(B, s),
    unit="B",
    side=Side.EXACT,
    letters=LETTERS,
)
CACHE_HELD = Formula(
    key="cache-held",
    title="Bytes that a cache holds",
    expression=B * (g * n + w * Min(n, W) + s),
    arguments=(n, B, g, w, W, s),
    unit="B",
    side=Side.EXACT,
    letters=LETTERS,
)
CACHE_RESERVED = Formula(
    key="cache-reserved",
    title="Bytes that pages without window management reserve",
    expression=B * (u * (n + p - 1) + s),
    arguments=(n, B, u, p, s),
    unit="B",
    side=Side.UPPER,
    letters=LETTERS,
)
CACHE_SHARE = Formula(
    key="cache-share",
    title="Share of a part in per cent",
    expression=100 * part / whole,
    arguments=(part, whole),
    unit="%",
    side=Side.EXACT,
    conditions=(Condition(part, False, whole),),
    letters=LETTERS,
)

GROWS = Step(
    Summation(B * g, (t, Integer(1), n)),
    Relation.EQ,
    CACHE_GROWN.expression,
    because="summing over n tokens, each of which adds the same",
)
FILLS = Step(
    Summation(B * w, (t, Integer(1), Min(n, W))),
    Relation.EQ,
    CACHE_WINDOWS.expression,
    because="summing over the tokens that are still in the window",
)
STANDS = Step(
    Summation(s, (t, Integer(1), B)),
    Relation.EQ,
    CACHE_FIXED.expression,
    because="summing over B sequences, whatever their length",
)
SHARES = Step(
    Solve(percent * whole / 100 - part, percent),
    Relation.EQ,
    CACHE_SHARE.expression,
    because="solving for the hundredths of the whole that make up the part",
)
PAGES = Step(
    B * (u * (n + p - used) + s),
    Relation.LE,
    CACHE_RESERVED.expression,
    because="the last page of a sequence is begun: at least one of its p places is used",
    attained={used: Integer(1)},
)

CACHE = Derivation(
    key="cache-held",
    title="What a cache holds and what its pages reserve",
    chapter="ledger",
    letters=LETTERS,
    assumes=(),
    steps=(GROWS, FILLS, STANDS, SHARES, PAGES),
    states=Step(
        Put(grown + filled + B * s, {grown: B * g * n, filled: B * w * Min(n, W)}),
        Relation.EQ,
        CACHE_HELD.expression,
        because="putting in what has grown and what fills the windows, beside the fixed state",
    ),
    formulas=(CACHE_HELD, CACHE_GROWN, CACHE_WINDOWS, CACHE_FIXED, CACHE_RESERVED, CACHE_SHARE),
    limits="tables, buffers and fragmentation of an engine are not counted",
    source="own count",
)
