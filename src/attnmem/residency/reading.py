"""Read(t) and the decode set, filled in from what a scenario says of them."""

from collections.abc import Mapping
from dataclasses import replace

from attnmem.errors import BadInput
from attnmem.residency.scenario import Scenario

Listed = Mapping[int, tuple[str, ...]]


def with_reads(bare: Scenario, *, kind: str, listed: Listed, decode: Listed) -> Scenario:
    """The scenario with its reads and decode set.

    Dense: every block of every sequence in the decode set; a sequence decodes from the end of its prefill for
    as many steps as it wants, unless a decode set is given. Sparse: the blocks listed and the blocks with
    mass above 0; a sequence decodes from its first read to its last, unless a decode set is given. State
    blocks are read in every decode step. A listed block whose every mass in that step is exactly 0 is left
    out.
    """
    known = replace(
        bare, reads=_rows(listed, bare.steps), decode=_rows(decode, bare.steps)
    )  # names are checked
    sets = [set(names) for names in known.decode]
    if kind == "dense":
        if not decode and not bare.chooses_decode_set:
            for sequence in bare.sequences:
                first = bare.earliest_decode(sequence)
                for step in range(first, min(bare.steps, first + (sequence.decode_steps or bare.steps))):
                    sets[step].add(sequence.id)
        reads = [{b.id for b in bare.blocks if b.sequence in names} for names in sets]
    else:
        reads = _sparse(known)
        if not decode:
            _span(known, reads, sets)
        states = [block for block in bare.blocks if block.written_every_step]
        for step, names in enumerate(sets):
            reads[step] |= {block.id for block in states if block.sequence in names}
        _must_decode(known, reads, sets)
    order = {block.id: at for at, block in enumerate(bare.blocks)}
    rank = {sequence.id: at for at, sequence in enumerate(bare.sequences)}
    return replace(
        bare,
        reads=tuple(tuple(sorted(names, key=order.__getitem__)) for names in reads),
        decode=tuple(tuple(sorted(names, key=rank.__getitem__)) for names in sets),
    )


def _rows(listed: Listed, steps: int) -> tuple[tuple[str, ...], ...]:
    return tuple(listed.get(step, ()) for step in range(steps))


def _sparse(known: Scenario) -> list[set[str]]:
    """Listed blocks, without those whose masses in the step are all 0, and with those that have mass."""
    reads = [set(names) for names in known.reads]
    massive: list[set[str]] = [set() for _ in reads]
    weighed: list[set[str]] = [set() for _ in reads]
    for mass in known.masses:
        weighed[mass.step].add(mass.block)
        if mass.value > 0:
            massive[mass.step].add(mass.block)
    return [(names - weighed[step]) | massive[step] for step, names in enumerate(reads)]


def _span(known: Scenario, reads: list[set[str]], sets: list[set[str]]) -> None:
    """Put each sequence into the decode set from its first read to its last."""
    for sequence in known.sequences:
        own = {block.id for block in known.blocks if block.sequence == sequence.id}
        steps = [step for step, names in enumerate(reads) if names & own]
        for step in range(steps[0], steps[-1] + 1) if steps else ():
            sets[step].add(sequence.id)


def _must_decode(known: Scenario, reads: list[set[str]], sets: list[set[str]]) -> None:
    for step, names in enumerate(reads):
        for name in sorted(names):
            if (owner := known.block_of_id[name].sequence) not in sets[step]:
                raise BadInput(
                    f"step {step} reads block {name!r}, but sequence {owner!r} does not decode in that step"
                )
