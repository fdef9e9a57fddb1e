"""An attention sink is one more kept key: it can only lower what truncation loses.

Bound    exact for the distances, upper for the gap bound
Assumes  the sink stays in the denominator of both the full and the truncated softmax
Limits   the sink's weight carries no value, so the output bound needs its zero value among the values
Source   own count, after arXiv 2512.07647; the sink's place in the denominator: arXiv 2606.19348
"""

from sympy import Symbol, exp, log

from attnmem.proof.operations import Put, Summation
from attnmem.proof.record import Derivation, Formula, Letter, Relation, Side, Step
from attnmem.symbols import symbols
from attnmem.theory import topk_letters as topk
from attnmem.theory.topk_gap import HEAD_BOUND, TAIL_BOUND, TOPK_GAP, odds
from attnmem.theory.topk_letters import (
    DROPPED_BELOW,
    DROPS,
    HEAD,
    KEPT_ABOVE,
    SOME_DROPPED,
    TAIL,
    cut,
    gap,
    i,
    k,
    n,
    score,
    tail,
)

(sink,) = symbols("sink_excess")
kept_part = Symbol("kept_part", positive=True)
WEIGHT = exp(cut + sink)
LETTERS = {**topk.LETTERS, sink: Letter("z")}

full = exp(score[i]) / (WEIGHT + HEAD + TAIL)
kept = exp(score[i]) / (WEIGHT + HEAD)
odds_with_sink = (n - k) * exp(-gap) / (k + exp(sink))

ODDS_SINK = Formula(
    key="topk-odds-sink",
    title="Bound on the odds of the dropped mass with a sink",
    expression=odds_with_sink,
    arguments=(n, k, gap, sink),
    unit="1",
    side=Side.UPPER,
    conditions=(SOME_DROPPED,),
    letters=LETTERS,
)

REST = Step(
    Put(1 - kept_part, {kept_part: Summation(kept, (i, 1, k))}),
    Relation.EQ,
    WEIGHT / (WEIGHT + HEAD),
    because="what the kept keys leave of one, after summing them, is the sink's weight",
)
DIVERGENCE = Step(
    Put(
        kept_part + WEIGHT / (WEIGHT + HEAD) * log((WEIGHT + HEAD + TAIL) / (WEIGHT + HEAD)),
        {kept_part: Summation(kept * log(kept / full), (i, 1, k))},
    ),
    Relation.EQ,
    -log(1 - tail),
    because="the sink grows as every kept key does: putting it in changes the mass and nothing else",
)
WITH_SINK = Step(
    TAIL / (WEIGHT + HEAD),
    Relation.LE,
    odds_with_sink,
    because="the largest tail over the smallest head with the sink beside it",
    using=(HEAD_BOUND, TAIL_BOUND),
    attained={HEAD: k * exp(cut), TAIL: (n - k) * exp(cut - gap)},
)
NEVER_WORSE = Step(odds_with_sink, Relation.LE, odds, because="the sink only adds to what is kept")

ATTENTION_SINK = Derivation(
    key="attention-sink",
    title="A sink is one more kept key",
    chapter="topk",
    letters=LETTERS,
    assumes=(DROPS, KEPT_ABOVE, DROPPED_BELOW),
    defines={tail: TAIL / (WEIGHT + HEAD + TAIL)},
    steps=(REST, DIVERGENCE, NEVER_WORSE),
    states=WITH_SINK,
    formulas=(ODDS_SINK,),
    rests_on=(TOPK_GAP,),
    limits="the sink must be in the denominator before and after truncation",
    source="own count, after arXiv 2512.07647",
)
