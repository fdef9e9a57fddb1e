"""Choosing the decode set: which sequences are admitted, and from which step on, under dense attention.

A packing problem, so branch and bound with its gap. Once admitted, a sequence decodes in every step until it
has the tokens it wants or the plan ends. Most tokens first, then least waiting, then fewest bytes. What comes
out is a decode set; the plan for it is made, and replayed, like any given one.

For each sequence and first step there is a yes or no, and for each of its block entries an amount for every
step it may be fetched in; the amounts add up to the whole entry if the answer is yes.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from attnmem.residency.arrays import EPSILON, Arrays, Outcome, minimise
from attnmem.residency.program import Program, begin
from attnmem.residency.reading import with_reads
from attnmem.residency.scenario import HBM, Block, Scenario, Sequence
from attnmem.residency.watch import Watch
from attnmem.residency.whole import relative_gap


@dataclass(frozen=True, slots=True)
class Chosen:
    """The scenario with its decode set; tokens decoded and the most that could be."""

    scenario: Scenario
    tokens: int
    tokens_bound: int

    @property
    def gap(self) -> float:
        return relative_gap(-self.tokens, -self.tokens_bound) if self.tokens else math.inf


def choose_decode_set(scenario: Scenario, watch: Watch | None = None) -> Chosen | None:
    """The decode set with most tokens; None if the time was too short to find any."""
    watch = watch or Watch()
    program = begin(scenario)
    starts = {
        (s.id, u): program.column(_may_start(scenario, s, u))
        for s in scenario.sequences
        for u in range(scenario.steps)
    }
    for sequence in scenario.sequences:
        once = program.row(("structure", sequence.arrives_step), high=1.0)
        for step in range(scenario.steps):
            program.put(once, starts[sequence.id, step], 1.0)
        _add_latency(program, sequence, starts)
    for block in scenario.blocks:
        _add_block(program, block, scenario.sequence_of_id[block.sequence], starts)
    arrays = program.arrays()
    tokens = np.zeros(arrays.low.size)
    for (name, step), column in starts.items():
        tokens[column] = _tokens(scenario, scenario.sequence_of_id[name], step)
    first, last = _best(arrays, tokens, watch)
    if last.amounts is None:
        return None
    amounts = last.amounts
    decode = _decode_set(scenario, lambda name, step: amounts[starts[name, step]] > 0.5)
    fixed = with_reads(replace(scenario, chooses_decode_set=False), kind="dense", listed={}, decode=decode)
    return Chosen(fixed, round(float(tokens @ amounts)), math.floor(-first.bound + EPSILON))


def _best(arrays: Arrays, tokens: np.ndarray, watch: Watch) -> tuple[Outcome, Outcome]:
    """Most tokens; then, keeping those, least waiting; then, keeping both, fewest bytes: the first and the
    last.
    """
    first = last = minimise(arrays, -tokens, whole=True, seconds=watch.left)
    arrays = arrays.capped(-tokens, last.value(-tokens) + EPSILON)
    for cost in (arrays.stall, arrays.bytes):
        if last.amounts is None:
            break
        found = minimise(arrays, cost, whole=True, seconds=watch.left)
        last = last if found.amounts is None else found
        arrays = arrays.capped(cost, last.value(cost) * (1 + EPSILON) + EPSILON)
    return first, last


def _tokens(scenario: Scenario, sequence: Sequence, start: int) -> int:
    """Tokens decoded by the end of the plan if decoding starts in a step."""
    return min(scenario.steps - start, sequence.decode_steps or scenario.steps)


def _may_start(scenario: Scenario, sequence: Sequence, start: int) -> int:
    spent = sum(scenario.compute_s[sequence.arrives_step : start + 1])
    in_time = spent <= scenario.tenant_of_name[sequence.tenant].ttft_s
    return int(start >= scenario.earliest_decode(sequence) and in_time)


def _add_block(
    program: Program, block: Block, sequence: Sequence, starts: dict[tuple[str, int], int]
) -> None:
    scenario, units = program.scenario, block.bytes / program.unit
    for start in range(scenario.steps):
        if program.high[starts[sequence.id, start]] == 0:
            continue
        end = start + _tokens(scenario, sequence, start)
        total = program.row(("structure", start), low=0.0, high=0.0)
        program.put(total, starts[sequence.id, start], -block.count)
        if block.starts == HBM:
            stay = program.column(block.count)
            program.put(total, stay, 1.0)
            program.occupies(stay, range(sequence.arrives_step, end), units)
        if block.starts != HBM or block.copied:
            for step in range(sequence.arrives_step, start + 1):
                for waits in (False, True) if step < start else (True,):
                    if waits and step < start and not program.waits_early(step):
                        continue
                    fetch = program.column(block.count)
                    program.put(total, fetch, 1.0)
                    program.occupies(fetch, range(step, end), units)
                    program.moves(fetch, block.tier, step, units, waits=waits)


def _add_latency(program: Program, sequence: Sequence, starts: dict[tuple[str, int], int]) -> None:
    """Targets hold where the sequence decodes; elsewhere the row is lifted by the longest wait there can
    be.
    """
    scenario = program.scenario
    tenant = scenario.tenant_of_name[sequence.tenant]
    longest = (
        2 * len(scenario.tiers) * scenario.step_s / program.seconds
    )  # per step: what its links carry, twice
    for start in range(scenario.steps):
        column = starts[sequence.id, start]
        if program.high[column] == 0:
            continue
        last = start + _tokens(scenario, sequence, start) - 1
        spans = [(sequence.arrives_step, start, tenant.ttft_s)] + [
            (t, t, tenant.itl_s) for t in range(start + 1, last + 1)
        ]
        for since, until, target in spans:
            if target == math.inf:
                continue
            spare = (target - sum(scenario.compute_s[since : until + 1])) / program.seconds
            lift = longest * (until - since + 1)
            row = program.row(("qos", until), high=spare + lift)
            program.put(row, column, lift)
            program.waits(row, since, until)


def _decode_set(scenario: Scenario, starts_in: Callable[[str, int], bool]) -> dict[int, tuple[str, ...]]:
    decode: dict[int, tuple[str, ...]] = dict.fromkeys(range(scenario.steps), ())
    for sequence in scenario.sequences:
        for start in range(scenario.steps):
            if starts_in(sequence.id, start):
                for step in range(start, start + _tokens(scenario, sequence, start)):
                    decode[step] += (sequence.id,)
    return decode
