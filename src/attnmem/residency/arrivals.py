"""Seeded scenarios with stated distributions, for tests, benchmarks and anyone without a trace of their
own.
"""

import math
from dataclasses import dataclass

import numpy as np

from attnmem.errors import BadInput
from attnmem.residency.scenario import HBM, Block, Scenario, Sequence, Tenant, Tier


@dataclass(frozen=True, slots=True, kw_only=True)
class SparseReads:
    """Sparse attention over equal numbers of blocks.

    Every sequence arrives in step 0 and decodes in every step. It reads ``share`` of its blocks; from one
    step to the next each read block is read again with probability ``stays``, and otherwise gives way to a
    block drawn uniformly among those the sequence did not read. Sizes are whole numbers of ``grain_bytes``,
    uniform on 1 .. ``largest``. What is read in step 0 starts in HBM. ``hbm`` and ``link`` are parts of the
    largest step's read: HBM holds the one, the link brings the other per step. A step computes for
    ``compute`` of the interval of the link.
    """

    seed: int
    sequences: int = 64
    blocks: int = 64
    steps: int = 32
    share: float = 0.1
    stays: float = 0.5
    largest: int = 1
    grain_bytes: int = 1 << 20
    hbm: float = 1.6
    link: float = 0.6
    compute: float = 0.5

    def __post_init__(self) -> None:
        if not 0 < self.share < 1 or not 0 <= self.stays <= 1:
            came = f"{self.share} and {self.stays}"
            raise BadInput(
                f"share and stays: came {came}, need parts of 1 (a share of 0 or 1 leaves no choice)"
            )


def sparse_reads(given: SparseReads) -> Scenario:
    """The scenario those distributions give for the seed."""
    draw = np.random.default_rng(given.seed)
    count, width = max(1, round(given.share * given.blocks)), given.sequences * given.blocks
    is_read = np.zeros((given.steps, width), bool)
    for sequence in range(given.sequences):
        read = draw.choice(given.blocks, count, replace=False)
        for step in range(given.steps):
            if step:
                kept = read[draw.random(count) < given.stays]
                others = np.setdiff1d(np.arange(given.blocks), read)
                read = np.concatenate([kept, draw.choice(others, count - kept.size, replace=False)])
            is_read[step, sequence * given.blocks + read] = True
    sizes = draw.integers(1, given.largest + 1, width)
    grains = int((is_read * sizes).sum(axis=1).max())
    step_s, ids = 0.05, [f"s{at // given.blocks}/b{at % given.blocks}" for at in range(width)]
    names = tuple(f"s{at}" for at in range(given.sequences))
    rate = math.floor(given.link * grains) * given.grain_bytes / step_s
    return Scenario(
        step_s=step_s,
        steps=given.steps,
        hbm_bytes=math.floor(given.hbm * grains) * given.grain_bytes,
        tiers=(Tier("dram", (rate,) * given.steps, rate),),
        tenants=(Tenant("all", math.inf, math.inf),),
        sequences=tuple(Sequence(name, "all") for name in names),
        blocks=tuple(
            Block(
                id=ids[at],
                sequence=names[at // given.blocks],
                bytes=int(sizes[at]) * given.grain_bytes,
                starts=HBM if is_read[0, at] else "dram",
                tier="dram",
            )
            for at in range(width)
        ),
        reads=tuple(tuple(ids[at] for at in np.flatnonzero(row)) for row in is_read),
        decode=(names,) * given.steps,
        compute_s=(given.compute * step_s,) * given.steps,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DenseRotation:
    """Dense attention over sequences that take turns.

    Arrivals are a Poisson process of ``per_step`` sequences a step, the first in step 0; lengths are
    log-normal tokens with median ``median_tokens`` and shape ``spread``, cut into blocks of
    ``block_tokens`` tokens of ``token_bytes``. The sequences present form ``turns`` groups in order of
    arrival, and the groups decode in turn for ``turn_steps`` steps each.
    """

    seed: int
    sequences: int = 64
    steps: int = 32
    per_step: float = 8.0
    median_tokens: float = 100_000.0
    spread: float = 0.5
    block_tokens: int = 512
    token_bytes: int = 1152
    turns: int = 4
    turn_steps: int = 2
    hbm: float = 2.0
    link: float = 0.6
    compute: float = 0.8


def dense_rotation(given: DenseRotation) -> Scenario:
    """The scenario those distributions give for the seed."""
    draw = np.random.default_rng(given.seed)
    waits = draw.exponential(1 / given.per_step, given.sequences)
    arrives = np.floor(np.minimum(np.cumsum(waits) - waits[0], given.steps - 1)).astype(int)
    tokens = np.exp(draw.normal(math.log(given.median_tokens), given.spread, given.sequences))
    counts = np.maximum(1, np.ceil(tokens / given.block_tokens)).astype(int)
    block_bytes, step_s = given.block_tokens * given.token_bytes, 0.05
    turn = (np.arange(given.steps) // given.turn_steps) % given.turns
    decode = [
        [at for at in range(given.sequences) if at % given.turns == turn[step] and arrives[at] <= step]
        for step in range(given.steps)
    ]
    largest = max(sum(int(counts[at]) for at in names) for names in decode)
    rate = math.floor(given.link * largest) * block_bytes / step_s
    return Scenario(
        step_s=step_s,
        steps=given.steps,
        hbm_bytes=math.floor(given.hbm * largest) * block_bytes,
        tiers=(Tier("dram", (rate,) * given.steps, rate),),
        tenants=(Tenant("all", math.inf, math.inf),),
        sequences=tuple(Sequence(f"s{at}", "all", int(arrives[at])) for at in range(given.sequences)),
        blocks=tuple(
            Block(
                id=f"s{at}/kv",
                sequence=f"s{at}",
                bytes=block_bytes,
                count=int(counts[at]),
                starts=HBM if at in decode[0] else "dram",
                tier="dram",
            )
            for at in range(given.sequences)
        ),
        reads=tuple(tuple(f"s{at}/kv" for at in names) for names in decode),
        decode=tuple(tuple(f"s{at}" for at in names) for names in decode),
        compute_s=(given.compute * step_s,) * given.steps,
    )
