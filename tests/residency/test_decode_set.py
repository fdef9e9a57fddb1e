"""Which sequences are admitted, and when: most tokens first, against trying every choice."""

from itertools import product

import pytest

from attnmem.errors import BadInput
from attnmem.residency.decode_set import choose_decode_set
from attnmem.residency.examples import example
from attnmem.residency.load import from_mapping, parse
from attnmem.residency.solve import solve


def _pack(hbm, sizes, steps=3, wants=2, ttft=10.0):
    return {
        "step_s": 1.0,
        "steps": steps,
        "hbm": {"bytes": hbm},
        "tier": [{"name": "dram", "bytes_per_s": 5.0}],
        "compute": {"s_per_step": 0.5},
        "tenant": [{"name": "all", "ttft_s": ttft, "itl_s": 1.0}],
        "sequence": [{"id": f"s{at}", "tenant": "all", "decode_steps": wants} for at in range(len(sizes))],
        "block": [
            {"id": f"b{at}", "sequence": f"s{at}", "bytes": 1, "count": size, "starts": "dram"}
            for at, size in enumerate(sizes)
        ],
    }


def _most_tokens(values):
    """Every start of every sequence, or none, with the plan for each."""
    steps, wants = values["steps"], values["sequence"][0]["decode_steps"]
    best = 0
    for starts in product([None, *range(steps)], repeat=len(values["sequence"])):
        decode = [[] for _ in range(steps)]
        for at, start in enumerate(starts):
            for step in range(steps) if start is not None else ():
                if start <= step < start + wants:
                    decode[step].append(f"s{at}")
        rows = [{"step": step, "sequences": names} for step, names in enumerate(decode)]
        tokens = sum(map(len, decode))
        given = {**values, "attention": {"kind": "dense"}, "decode": rows}
        if tokens > best and not solve(from_mapping(given)).is_infeasible:
            best = tokens
    return best


@pytest.mark.parametrize(("hbm", "sizes"), [(5, [4, 3, 2]), (6, [3, 3, 3]), (4, [5, 1, 2])])
@pytest.mark.parametrize("ttft", [10.0, 1.4])
def test_the_chosen_set_decodes_as_many_tokens_as_any(hbm, sizes, ttft):
    values = _pack(hbm, sizes, ttft=ttft)
    chosen = choose_decode_set(from_mapping({**values, "attention": {"kind": "dense", "decode": "choose"}}))
    assert chosen.tokens == chosen.tokens_bound == _most_tokens(values)
    assert chosen.gap == 0
    assert sum(map(len, chosen.scenario.decode)) == chosen.tokens
    assert solve(chosen.scenario).plan is not None


def test_an_admitted_sequence_decodes_without_a_break():
    chosen = choose_decode_set(parse(example("admission")))
    for sequence in chosen.scenario.sequences:
        steps = list(chosen.scenario.decode_steps_of(sequence))
        assert steps == list(range(steps[0], steps[-1] + 1)) if steps else True
    assert chosen.tokens == 11


def test_where_nothing_can_decode_in_time_nothing_is_admitted():
    """A step computes longer than any target allows: no choice is left, and the most tokens are none."""
    chosen = choose_decode_set(
        from_mapping({**_pack(5, [2, 2], ttft=0.1), "attention": {"kind": "dense", "decode": "choose"}})
    )
    assert (chosen.tokens, chosen.tokens_bound) == (0, 0)


def test_an_open_decode_set_is_not_solved_as_if_it_were_empty():
    with pytest.raises(BadInput, match="leaves the decode set open"):
        solve(parse(example("admission")))
