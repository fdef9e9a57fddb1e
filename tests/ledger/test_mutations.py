"""Ten thousand damaged copies of the bundled configs: each ends in the right answer or in a refusal.

Right means what the direct rules of ``oracle.py`` say of the damaged file. Where these rules are unsure of
it, the only answer allowed is that of the undamaged file (another field said the same). A refusal is
allowed only where the damage touched something that the reading uses, or planted a name that looks as if it
mattered.
"""

import copy
import json
import random
import re

import pytest

from attnmem import ledger
from attnmem.errors import AttnmemError
from attnmem.ledger import bundled
from attnmem.ledger.unread import TOUCHES

MUTANTS = 10_000
WRONG = (None, "8", 2.5, True, [], {}, -1, 0, 10**30, float("nan"), "", [[1]], "full_attention")


def read_totals(config, name):
    found = ledger.account(ledger.read(config, name), 131072)
    return (found.growth, found.uniform, found.window, found.state, found.state_conv_k, found.compressor)


def paths(node, at=()):
    """The path of every value in a config, vision and quantization parts left out."""
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in items:
        if key not in ("vision_config", "quantization_config", "rope_scaling"):
            yield (*at, key)
            yield from paths(value, (*at, key))


def drop(node, key, rng):
    del node[key]


def retype(node, key, rng):
    node[key] = copy.deepcopy(rng.choice([one for one in WRONG if one != node[key]]))


def rename(node, key, rng):
    name = str(key)
    camel = name.split("_")[0] + "".join(word.title() for word in name.split("_")[1:])
    new = rng.choice(
        ("x_" + name, name + "_", name[:-1] or "x", camel, name.upper(), name.replace("num_", "n_"))
    )
    if isinstance(node, dict) and new not in node:
        node[new] = node.pop(key)
    else:
        del node[key]


def nest(node, key, rng):
    node[key] = rng.choice(({"value": node[key]}, [node[key]], {str(key): node[key]}))


def change(node, key, rng):
    value = node[key]
    if type(value) is int:
        node[key] = rng.choice((value + 1, max(value - 1, 0), value * 2, max(value // 2, 1)))
    elif type(value) is bool:
        node[key] = not value
    elif isinstance(value, list):
        node[key] = rng.choice((value[:-1], value + value[-1:], value[::-1], value + value))
    else:
        retype(node, key, rng)


def swap(node, key, rng):
    other = rng.choice(list(node) if isinstance(node, dict) else range(len(node)))
    node[key], node[other] = node[other], node[key]


DAMAGE = (drop, retype, rename, nest, change, swap)


def answer_or_refusal(config, name):
    try:
        return read_totals(config, name), None
    except AttnmemError as error:
        return None, str(error)


@pytest.fixture(scope="module")
def originals():
    return {name: json.loads(bundled.path(name).read_text()) for name in ledger.bundled_names()}


def damaged(original, rng, places):
    config = copy.deepcopy(original)
    place = rng.choice(places)
    node = config
    for step in place[:-1]:
        node = node[step]
    rng.choice(DAMAGE)(node, place[-1], rng)
    return config, place


def leaves(node, at=()):
    """Every value that holds no others, by its path."""
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    if not items:
        yield at, repr(node)
    for key, value in items:
        yield from leaves(value, (*at, key))


def matters(reads, before, after):
    """Whether the damage touched a field that is read, or left a name that could touch the cache."""
    changed = {path for path, _ in set(leaves(before)) ^ set(leaves(after))}
    read = {tuple(re.split(r"[.\[\]]+", path.rstrip("]"))) for path in reads}
    if any(tuple(map(str, path[: len(one)])) == one for path in changed for one in read):
        return True
    if any(one[: len(path)] == tuple(map(str, path)) for path in changed for one in read):
        return True
    names = {str(step).lower() for path in changed for step in path}
    return any(word in name for name in names for word in (*TOUCHES, "attn", "attention", "index", "layer"))


@pytest.mark.parametrize("name", ledger.bundled_names())
def test_damage_ends_in_the_right_answer_or_a_refusal(name, originals, oracle):
    rng = random.Random(f"damage to {name}")
    original = originals[name]
    right = read_totals(original, name)
    model = ledger.read(original, name)
    reads = {read.path for read in model.reads}
    places = list(paths(original))
    answered = 0
    for _ in range(MUTANTS // len(originals) + 1):
        config, place = damaged(original, rng, places)
        found, refusal = answer_or_refusal(config, name)
        if refusal is not None:
            assert "\n" not in refusal
            assert matters(reads, original, config), f"{place}: nothing that is read changed, yet: {refusal}"
            continue
        answered += 1
        try:
            expected = oracle.totals(name, config)
        except oracle.Unsure:
            expected = right
        assert found == expected, f"{place}: {found}, by direct rules {expected}"
    assert answered, "no mutant was answered, so nothing was compared"


@pytest.mark.parametrize("name", ledger.bundled_names())
def test_the_direct_rules_give_the_expected_numbers(name, originals, oracle, expected):
    growth, uniform, bounded, state, state_k, tail = oracle.totals(name, originals[name])
    known = expected[name]
    assert (str(growth), str(uniform)) == (known["growth"], known["uniform"])
    assert [bounded, state, state_k, tail] == [
        known[field] for field in ("bounded", "state", "state_conv_k", "compressor_tail")
    ]


def test_the_comparison_catches_a_wrong_reader(originals, oracle):
    """Planted fault: a reader that divides hidden size by heads disagrees with the direct rules at once."""
    config = originals["qwen3-32b"] | {"head_dim": 80}
    assert read_totals(config, "qwen3-32b") != oracle.totals("qwen3-32b", originals["qwen3-32b"])
