"""What the ledger's speed rests on: nothing heavy is loaded, and no file makes the parser slow down."""

import subprocess
import sys

HEAVY = ("sympy", "numpy", "mpmath", "matplotlib", "scipy")


def loaded(words: str) -> set[str]:
    code = (
        "import sys; from attnmem.cli import main; sys.stdout = open('/dev/null', 'w'); "
        f"main({words!r}.split()); print(*sys.modules, file=sys.__stdout__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name for name in HEAVY if name in done.stdout.split()}


def test_the_command_loads_no_arrays_and_no_algebra():
    assert loaded("ledger kimi-k3 --json") == set()


def test_the_look_itself_sees_what_a_command_loads():
    assert "sympy" in loaded("eval --list")
