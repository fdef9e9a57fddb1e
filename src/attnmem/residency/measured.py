"""A scenario from measured softmax masses: what one sequence's heads give to each block, step by step."""

import math

import numpy as np

from attnmem.errors import BadInput
from attnmem.residency.scenario import HBM, Block, Mass, Scenario, Sequence, Tenant, Tier


def from_block_masses(
    masses: np.ndarray,
    *,
    block_bytes: int,
    hbm_bytes: int,
    bytes_per_s: float,
    step_s: float,
    compute_s: float,
) -> Scenario:
    """One sequence whose every layer holds its own blocks; each layer, head and step is a row of masses.

    Shapes      masses (layers, heads, steps, blocks); a row is scaled to add up to 1
    Raises      BadInput for another shape, for a mass below 0 or not finite, or for a row of zeros
    """
    given = np.asarray(masses, float)
    if given.ndim != 4 or given.size == 0:
        raise BadInput(f"masses: came the shape {given.shape}, need (layers, heads, steps, blocks)")
    sums = given.sum(axis=-1, keepdims=True)
    if not np.all(np.isfinite(given)) or np.any(given < 0) or np.any(sums <= 0):
        raise BadInput("masses: need finite numbers of at least 0, and in each row one above 0")
    layers, _, steps, blocks = given.shape
    parts = given / sums
    is_read = (parts > 0).any(axis=1)  # layers, steps, blocks
    fits = hbm_bytes // block_bytes
    first = [(layer, at) for layer in range(layers) for at in range(blocks) if is_read[layer, 0, at]]
    inside = set(first[-fits:] if fits else [])
    rows = np.argwhere(parts > 0)
    return Scenario(
        step_s=step_s,
        steps=steps,
        hbm_bytes=hbm_bytes,
        tiers=(Tier("dram", (bytes_per_s,) * steps, bytes_per_s),),
        tenants=(Tenant("all", math.inf, math.inf),),
        sequences=(Sequence("s", "all"),),
        blocks=tuple(
            Block(
                id=_name(layer, at),
                sequence="s",
                bytes=block_bytes,
                starts=HBM if (layer, at) in inside else "dram",
                tier="dram",
            )
            for layer in range(layers)
            for at in range(blocks)
        ),
        reads=tuple(
            tuple(_name(layer, at) for layer, at in np.argwhere(is_read[:, step])) for step in range(steps)
        ),
        decode=(("s",),) * steps,
        compute_s=(compute_s,) * steps,
        masses=tuple(
            Mass(int(step), "s", int(layer), int(head), _name(layer, at), float(parts[layer, head, step, at]))
            for layer, head, step, at in rows
        ),
    )


def _name(layer: int, at: int) -> str:
    return f"L{layer}/b{at}"
