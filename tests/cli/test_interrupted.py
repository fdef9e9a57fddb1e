"""Ctrl-C ends a command in one line, whatever it was doing."""

import os
import signal
import subprocess
import sys

from attnmem.cli import INTERRUPTED, main


def test_a_run_of_the_checker_ends_in_one_line():
    started = subprocess.Popen(
        [sys.executable, "-u", "-m", "attnmem", "verify"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert started.stdout is not None
        started.stdout.readline()  # it has begun
        os.killpg(started.pid, signal.SIGINT)  # as a terminal does: to the workers too
        _, said = started.communicate(timeout=300)
    finally:
        started.kill()
    assert (started.returncode, said) == (INTERRUPTED, "attnmem verify: interrupted\n")


def test_the_exit_code_is_that_of_a_search_cut_short(monkeypatch, capsys):
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("attnmem.cli.eval.run", stopped)
    assert main(["eval", "--list"]) == INTERRUPTED == 4
    assert capsys.readouterr().err == "attnmem eval: interrupted\n"
