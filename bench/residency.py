"""Plans for many blocks: how close to the bound within a minute, and a million blocks within a second."""

import time
from collections.abc import Iterator

from attnmem.recording import load
from attnmem.residency.arrivals import DenseRotation, SparseReads, dense_rotation, sparse_reads
from attnmem.residency.budget import allowance
from attnmem.residency.lossy import solve_within
from attnmem.residency.measured import from_block_masses
from attnmem.residency.replay import replay
from attnmem.residency.solve import solve
from attnmem.residency.watch import Watch

SEED = 1
MINUTE = 60.0
GAP = 0.01
SECOND = 1.0


def sparse(share: float, largest: int) -> Iterator[tuple[str, str, str, bool]]:
    """64 sequences x 64 blocks x 32 steps, HBM 1.6 and link 0.6 of the largest step's read."""
    scenario = sparse_reads(SparseReads(seed=SEED, share=share, largest=largest))
    started = time.monotonic()
    solution = solve(scenario, watch=Watch(seconds=MINUTE - 10))
    took = time.monotonic() - started
    accepted = solution.plan is not None and replay(scenario, solution.plan).is_kept
    sizes = "equal sizes" if largest == 1 else f"sizes 1 to {largest}"
    name = f"sparse residency, reads {share:.0%}, {sizes}: gap and seconds of an accepted plan"
    met = accepted and solution.gap <= GAP and took <= MINUTE
    yield name, f"{solution.gap:.2%} in {took:.0f} s", f"{GAP:.0%} in {MINUTE:.0f} s", met


def recorded() -> Iterator[tuple[str, str, str, bool]]:
    """Six recorded layers with nine heads each, 64 blocks and 32 steps, within a tenth of a nat."""
    masses = load().block_mass[10:16]
    held = int(0.9 * masses.shape[0] * masses.shape[-1])
    scenario = from_block_masses(
        masses, block_bytes=10, hbm_bytes=10 * held, bytes_per_s=1200.0, step_s=0.5, compute_s=0.25
    )
    allowed = allowance(scenario, 0.1)
    started = time.monotonic()
    solution = solve_within(scenario, allowed, Watch(seconds=MINUTE - 10))
    took = time.monotonic() - started
    assert allowed is not None
    accepted = solution.plan is not None and replay(scenario, solution.plan, budget=allowed.budget).is_kept
    name = "lossy residency, six recorded layers, 0.1 nats: gap and seconds of an accepted plan"
    met = accepted and solution.gap <= GAP and took <= MINUTE
    yield name, f"{solution.gap:.2%} in {took:.0f} s", f"{GAP:.0%} in {MINUTE:.0f} s", met


def dense() -> Iterator[tuple[str, str, str, bool]]:
    """64 sequences that take turns over 32 steps, a million blocks in all."""
    scenario = dense_rotation(DenseRotation(seed=SEED, median_tokens=8e6))
    blocks = sum(block.count for block in scenario.blocks)
    started = time.monotonic()
    solution = solve(scenario)
    took = time.monotonic() - started
    accepted = solution.plan is not None and replay(scenario, solution.plan).is_kept
    met = accepted and blocks >= 10**6 and took < SECOND
    yield f"dense residency, {blocks} blocks: seconds", f"{took:.3f}", f"{SECOND:.0f}", met


def run() -> Iterator[tuple[str, str, str, bool]]:
    """One row per instance."""
    for share in (0.1, 0.25):
        for largest in (1, 8):
            yield from sparse(share, largest)
    yield from recorded()
    yield from dense()
