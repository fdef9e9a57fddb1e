"""A serving scenario: what is held, what is read when, and what the machine can do. Immutable, checked when
made.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from attnmem.errors import BadInput, unknown

HBM = "hbm"


@dataclass(frozen=True, slots=True)
class Tier:
    """A lower memory and the link to it; one rate per step, one rate that the long run may not exceed."""

    name: str
    bytes_per_s: tuple[float, ...]
    sustained_bytes_per_s: float


@dataclass(frozen=True, slots=True)
class Tenant:
    """Latency targets in seconds; infinity means none."""

    name: str
    ttft_s: float
    itl_s: float


@dataclass(frozen=True, slots=True)
class Sequence:
    """One conversation. ``decode_steps`` is how many tokens it wants (None: until the last step)."""

    id: str
    tenant: str
    arrives_step: int = 0
    prefill_s: float = 0.0
    decode_steps: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """``count`` blocks of ``bytes`` each, read together; ``tier`` is where they go when they leave HBM.

    ``copied`` says whether the tier holds them too when they start in HBM.
    """

    id: str
    sequence: str
    bytes: int
    starts: str
    tier: str
    count: int = 1
    copied: bool = True
    written_every_step: bool = False


@dataclass(frozen=True, slots=True)
class Mass:
    """Softmax mass that one head gives to one block in one step of the lossless run."""

    step: int
    sequence: str
    layer: int
    head: int
    block: str
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn:
    """What takes the place of an absent block: a copy of ``bytes``, kept in HBM in every step for each block
    that a plan misses in any.
    """

    kind: str = "none"
    bytes: int = 0
    logit_error: float = 0.0
    value_error: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """Everything the six constraints speak of. ``reads[t]`` and ``decode[t]`` are names in the order
    declared.
    """

    step_s: float
    steps: int
    hbm_bytes: int
    tiers: tuple[Tier, ...]
    tenants: tuple[Tenant, ...]
    sequences: tuple[Sequence, ...]
    blocks: tuple[Block, ...]
    reads: tuple[tuple[str, ...], ...]
    decode: tuple[tuple[str, ...], ...]
    compute_s: tuple[float, ...]
    slack_s: float = float("inf")
    masses: tuple[Mass, ...] = ()
    stand_in: StandIn = field(default_factory=StandIn)
    chooses_decode_set: bool = False

    def __post_init__(self) -> None:
        self._refuse_twins("tier", [tier.name for tier in self.tiers])
        self._refuse_twins("tenant", [tenant.name for tenant in self.tenants])
        self._refuse_twins("sequence", [sequence.id for sequence in self.sequences])
        self._refuse_twins("block", [block.id for block in self.blocks])
        for block in self.blocks:
            self._must_know("sequence", block.sequence, self.sequence_of_id, f"block {block.id!r}")
            self._must_know("tier", block.tier, self.tier_of_name, f"block {block.id!r}")
        for sequence in self.sequences:
            self._must_know("tenant", sequence.tenant, self.tenant_of_name, f"sequence {sequence.id!r}")
        for step, read in enumerate(self.reads):
            for name in read:
                self._must_know("block", name, self.block_of_id, f"reads of step {step}")
                arrives = self.sequence_of_id[self.block_of_id[name].sequence].arrives_step
                if arrives > step:
                    raise BadInput(
                        f"step {step} reads block {name!r}, whose sequence arrives in step {arrives}"
                    )
        for step, decoding in enumerate(self.decode):
            for name in decoding:
                self._must_know("sequence", name, self.sequence_of_id, f"decode set of step {step}")
                first = self.earliest_decode(self.sequence_of_id[name])
                if step < first:
                    until = f"its prefill lasts until step {first}"
                    raise BadInput(f"sequence {name!r} decodes in step {step}, but {until}")

    @staticmethod
    def _refuse_twins(kind: str, names: list[str]) -> None:
        if len(set(names)) != len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise BadInput(f"{kind} {twice!r} is declared twice")

    @staticmethod
    def _must_know(kind: str, name: str, known: dict, place: str) -> None:
        if name not in known:
            raise BadInput(f"{place}: {unknown(kind, name, known)}")

    @cached_property
    def tier_of_name(self) -> dict[str, Tier]:
        return {tier.name: tier for tier in self.tiers}

    @cached_property
    def tenant_of_name(self) -> dict[str, Tenant]:
        return {tenant.name: tenant for tenant in self.tenants}

    @cached_property
    def sequence_of_id(self) -> dict[str, Sequence]:
        return {sequence.id: sequence for sequence in self.sequences}

    @cached_property
    def block_of_id(self) -> dict[str, Block]:
        return {block.id: block for block in self.blocks}

    @cached_property
    def is_sparse(self) -> bool:
        """Whether some decoding sequence reads less than all of its blocks."""
        held: dict[str, int] = {}
        for block in self.blocks:
            held[block.sequence] = held.get(block.sequence, 0) + 1
        return any(
            len(read) != sum(held.get(name, 0) for name in decoding)
            for read, decoding in zip(self.reads, self.decode, strict=True)
        )

    def earliest_decode(self, sequence: Sequence) -> int:
        """The first step that starts after the prefill, if no step ever waited (waits only help)."""
        elapsed, step = 0.0, sequence.arrives_step
        while step < self.steps and elapsed < sequence.prefill_s * (1 - 1e-12):
            elapsed += self.compute_s[step]
            step += 1
        return step

    def decode_steps_of(self, sequence: Sequence) -> Iterator[int]:
        """The steps in which a sequence decodes, in order."""
        return (step for step, names in enumerate(self.decode) if sequence.id in names)
