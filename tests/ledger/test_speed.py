"""A model is read and accounted in under 5 ms; the command starts within three times ``import numpy``."""

import subprocess
import sys
import time

import pytest

from attnmem import ledger
from attnmem.ledger import bundled, strict_json
from attnmem.ledger.as_json import answer


def best_of(count, action, clock=time.perf_counter):
    times = []
    for _ in range(count):
        start = clock()
        action()
        times.append(clock() - start)
    return min(times)


@pytest.mark.parametrize(
    "name", ["llama-3.1-8b", "llama-3.3-nemotron-super-49b", "kimi-k3", "nemotron-h-56b"]
)
def test_a_model_is_read_and_accounted_in_five_milliseconds(name):
    path = bundled.path(name)
    spent = best_of(7, lambda: answer(ledger.account(ledger.read(path))), time.process_time)
    assert spent < 0.005


def test_the_command_starts_within_three_imports_of_numpy():
    def run(*words):
        subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)

    numpy = best_of(5, lambda: run("-c", "import numpy"))
    ours = best_of(5, lambda: run("-m", "attnmem", "ledger", "kimi-k3"))
    assert ours <= 3 * numpy


def test_the_largest_file_is_parsed_without_delay():
    raw = b'{"a": [' + b"1," * 500_000 + b'1], "n_layer": 1, "n_head": 2, "n_embd": 8}'
    assert best_of(1, lambda: strict_json.parse(raw, "big")) < 1
