"""A scenario file is read whole, or refused in one line that names field and place."""

import json

import pytest

from attnmem.errors import BadInput
from attnmem.residency.examples import EXAMPLES, example
from attnmem.residency.load import from_mapping, load, parse


def _change(values, path, value):
    *way, last = path
    for key in way:
        values = values[key]
    if value is None:
        del values[last]
    else:
        values[last] = value


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (["step_s"], 0, "top level, field 'step_s': came 0, need a finite number above 0"),
        (["step_s"], float("nan"), "top level, field 'step_s': came nan, need a finite number above 0"),
        (
            ["steps"],
            10**30,
            "field 'steps': came 1000000000000000000000000000000, need a whole number of at least 1",
        ),
        (["steps"], 10**9, "need a whole number of at least 1 and at most 1048576"),
        (["block", 0, "count"], 10**30, "need a whole number of at least 1 and at most 9007199254740992"),
        (["step_s"], 10**400, "need a finite number above 0"),
        (["steps"], 2.0, "top level, field 'steps': came 2.0, need a whole number of at least 1"),
        (["steps"], True, "top level, field 'steps': came True"),
        (["hbm", "bytes"], 1.5, "[hbm], field 'bytes': came 1.5, need a whole number"),
        (["hbm", "bytes"], "5", "[hbm], field 'bytes': '5' has no unit: need one of B, kB"),
        (["hbm", "bytes"], "0.3 B", "[hbm], field 'bytes': came '0.3 B', need a whole number"),
        (["hbm", "bytes"], "5 GB/s", "[hbm], field 'bytes': '5 GB/s' is not an amount of memory"),
        (["tier", 0, "bytes_per_s"], "5 GB", "[[tier]] 1, field 'bytes_per_s': '5 GB' is not a bandwidth"),
        (["tier", 0, "bytes_per_s"], "0 B/s", "[[tier]] 1, field 'bytes_per_s': came '0 B/s', need a finite"),
        (["step_s"], "5 MB", "top level, field 'step_s': came '5 MB', need a finite number"),
        (["hbm"], {"bites": 3}, "[hbm]: no field 'bites'; did you mean bytes"),
        (["hbm"], {"reserved_bytes": 3}, "[hbm]: need either 'bytes' or 'preset'"),
        (["tier", 0], {"name": "dram", "byte_per_s": 3}, "[[tier]] 1: no field 'byte_per_s'; did you mean"),
        (["hbm", "byte"], 3, "[hbm]: no field 'byte'; did you mean bytes"),
        (["hbm"], {"preset": "h100"}, "no HBM preset 'h100'; did you mean h100-sxm"),
        (["hbm"], 3, "[hbm]: came 3, need a table"),
        (["tier"], [], "no [[tier]]"),
        (
            ["tier", 0, "bytes_per_s"],
            [1.0],
            "[[tier]] 1, field 'bytes_per_s': came [1.0], need a finite number",
        ),
        (
            ["tier", 0, "bytes_per_s"],
            [10.0, 1e-300, 10.0],
            "[[tier]] 1, field 'bytes_per_s': came 1e-300, need at least 1e-08, the largest rate over 1e+09",
        ),
        (["tier", 0, "name"], "hbm", "need another name than 'hbm'"),
        (["tier", 0, "preset"], "pcie5-x16", "[[tier]] 1: need either 'bytes_per_s' or 'preset'"),
        (["compute", "s_per_step"], None, "[compute]: no field 's_per_step'"),
        (["tenant", 0, "itl_ms"], 3, "[[tenant]] 1: no field 'itl_ms'; did you mean itl_s"),
        (["sequence", 0, "tenant"], "al", "sequence 's': no tenant 'al'; did you mean all?"),
        (["sequence", 0, "arrives_step"], 3, "need a whole number of at least 0 and at most 2"),
        (["sequence", 0, "arrives_step"], 1, "step 0 reads block 'x', whose sequence arrives in step 1"),
        (["sequence", 0, "prefill_s"], 0.6, "'s' decodes in step 0, but its prefill lasts until step 2"),
        (["block", 1, "starts"], "disk", "[[block]] 2, field 'starts': came 'disk', need 'hbm' or 'dram'"),
        (["block", 1, "id"], "x", "block 'x' is declared twice"),
        (["read", 0, "blocks"], ["z"], "no block 'z'"),
        (["read", 0, "blocks"], "x", "[[read]] 1, field 'blocks': came 'x', need a list of names"),
        (["read", 0, "step"], 3, "[[read]] 1, field 'step': came 3"),
        (["decode"], [{"step": 1, "sequences": ["s"]}], "but sequence 's' does not decode in that step"),
        (["attention"], {"kind": "dense"}, "so no [[read]] or [[mass]]"),
        (["attention"], {"decode": "choose"}, "need 'given'"),
        (["stand_in"], {"bytes": 3}, "need 'summary' or 'quantised'"),
        (["surprise"], {}, "top level: no field 'surprise'"),
    ],
)
def test_a_bad_field_is_named_with_its_place_in_one_line(two_blocks, path, value, says):
    _change(two_blocks, path, value)
    with pytest.raises(BadInput) as error:
        from_mapping(two_blocks)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def _mass(block="x", value=0.5, head=0, step=0, sequence="s"):
    return {"step": step, "sequence": sequence, "layer": 0, "head": head, "block": block, "value": value}


@pytest.mark.parametrize(
    ("masses", "says"),
    [
        ([_mass(value=1.5)], "need a softmax mass, so at most 1"),
        ([_mass(value=0.6), _mass("y", 0.6)], "add up to more than 1"),
        ([_mass(), _mass()], "has its mass in this row already"),
        ([_mass("z")], "[[mass]] 1, field 'block': came 'z'"),
        ([_mass(sequence="t")], "of sequence 't'"),
    ],
)
def test_masses_that_are_no_softmax_rows_are_refused(two_blocks, masses, says):
    with pytest.raises(BadInput, match=says.replace("[", r"\[")):
        from_mapping({**two_blocks, "mass": masses})


def test_a_block_of_mass_zero_is_not_read_and_one_with_mass_is(two_blocks):
    masses = [_mass("x", 0.0), _mass("y", 1.0), _mass("x", 0.0, head=1), _mass("y", 1.0, head=1)]
    assert from_mapping({**two_blocks, "mass": masses}).reads == (("y",), (), ("y",))


def test_a_block_is_read_if_any_head_gives_it_mass(two_blocks):
    masses = [_mass("x", 0.0), _mass("x", 1e-300, head=1)]
    assert from_mapping({**two_blocks, "mass": masses}).reads[0] == ("x",)


def test_a_state_is_read_in_every_decode_step(two_blocks):
    two_blocks["block"].append(
        {"id": "z", "sequence": "s", "bytes": 1, "starts": "hbm", "written_every_step": True}
    )
    assert from_mapping(two_blocks).reads == (("x", "z"), ("z",), ("y", "z"))


def test_dense_attention_reads_all_of_the_decode_set(two_blocks):
    del two_blocks["read"]
    scenario = from_mapping(
        {
            **two_blocks,
            "attention": {"kind": "dense"},
            "sequence": [
                {"id": "s", "tenant": "all", "arrives_step": 1, "decode_steps": 1},
            ],
        }
    )
    assert scenario.reads == ((), ("x", "y"), ())
    assert not scenario.is_sparse


def test_a_rate_may_change_from_step_to_step(two_blocks):
    two_blocks["tier"][0]["bytes_per_s"] = [1, 2, 3]
    assert from_mapping(two_blocks).tiers[0].bytes_per_s == (1.0, 2.0, 3.0)
    assert from_mapping(two_blocks).tiers[0].sustained_bytes_per_s == 2.0


def test_bytes_and_rates_may_carry_their_unit(two_blocks):
    plain = from_mapping({**two_blocks, "hbm": {"bytes": 3_000_000}})
    assert from_mapping({**two_blocks, "hbm": {"bytes": "3 MB"}}) == plain
    assert from_mapping({**two_blocks, "hbm": {"bytes": 3e6}}) == plain
    steps = two_blocks["steps"]
    two_blocks["tier"][0]["bytes_per_s"] = ["1.5 KiB/s"] + [2e6] * (steps - 1)
    assert from_mapping(two_blocks).tiers[0].bytes_per_s == (1536.0, *[2e6] * (steps - 1))


def test_presets_give_hbm_and_rates(two_blocks):
    two_blocks["hbm"] = {"preset": "h200-sxm", "reserved_bytes": 10**9}
    two_blocks["tier"] = [{"name": "dram", "preset": "nvlink-c2c"}]
    scenario = from_mapping(two_blocks)
    assert scenario.hbm_bytes == 140 * 10**9
    assert scenario.tiers[0].bytes_per_s == (450e9,) * 3


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_commented_and_can_be_read(name):
    text = example(name)
    assert text.startswith("# ")
    assert parse(text).steps >= 4


def test_toml_and_json_are_told_apart_by_the_ending(tmp_path, two_blocks):
    (tmp_path / "a.json").write_text(json.dumps(two_blocks))
    assert load(tmp_path / "a.json") == from_mapping(two_blocks)
    (tmp_path / "a.toml").write_text(example("sparse"))
    assert load(tmp_path / "a.toml").steps == 6


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.yaml", "", "came the ending '.yaml', need .toml or .json"),
        ("a.toml", "steps = ", "not TOML"),
        ("a.json", "{", "not JSON"),
        ("a.json", '{"steps": 1, "steps": 2}', "field 'steps' is given twice"),
    ],
)
def test_a_file_that_is_not_one_is_refused(tmp_path, name, text, says):
    (tmp_path / name).write_text(text)
    with pytest.raises(BadInput, match=says) as error:
        load(tmp_path / name)
    assert str(tmp_path / name) in str(error.value)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(BadInput, match="cannot be read"):
        load(tmp_path / "none.toml")
