"""``attnmem``: the commands. Each lives in a module of its own that is loaded only when it is called."""

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import NoReturn

from attnmem import __version__
from attnmem.errors import AttnmemError

# Read once, when SymPy is first imported: a book of proofs overflows the thousand entries of its default.
os.environ.setdefault("SYMPY_CACHE_SIZE", "20000")

INTERRUPTED = 4  # as at a time limit: stopped before an answer was sure
GARBAGE = 100_000  # new objects between two collections: start-up makes many that stay, and little waste

COMMANDS = {
    "verify": "run the derivations; the exit code is the verdict",
    "eval": "evaluate a named formula",
    "ledger": "what a model's attention holds, reads and writes, from its config",
    "topk": "how many keys a divergence budget needs, row by row",
    "residency": "whether a serving plan can stay lossless, and what lossy costs",
}


class OneLineParser(argparse.ArgumentParser):
    """A parser whose complaints are one line, like every other refusal; ``--help`` shows the usage."""

    def error(self, message: str) -> NoReturn:
        known = f" ({', '.join(COMMANDS)})" if message.endswith("COMMAND") else ""
        self.exit(2, f"{self.prog}: {' '.join(message.split())}{known}\n")

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]
        """Words of a list may follow an option too; argparse ends the list at the first one."""
        found, left = super().parse_known_args(args, namespace)
        several = next((one for one in self._actions if not one.option_strings and one.nargs == "*"), None)
        if several is not None and not any(word.startswith("-") and word != "-" for word in left):
            setattr(found, several.dest, [*(getattr(found, several.dest) or ()), *left])
            return found, []
        if left and self._subparsers is None:  # argparse would hand them up, and lose the command's name
            self.error(f"unrecognized arguments: {' '.join(left)}")
        return found, left


@cache  # whoever runs many commands in one process waits for it once
def parser(only: str | None = None) -> argparse.ArgumentParser:
    """The whole command line, or one command's part of it: its module declares the arguments."""
    top = OneLineParser(prog="attnmem", description="What attention holds in memory, loses and costs.")
    top.add_argument("--version", action="version", version=f"attnmem {__version__}")
    choices = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, text in COMMANDS.items():
        sub = choices.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        if only is None or name == only:
            import_module(f"attnmem.cli.{name}").add_arguments(sub)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. 0 yes, 1 no, 2 bad input, 3 input not understood, 4 stopped before it was sure."""
    gc.set_threshold(GARBAGE)
    words = list(sys.argv[1:] if argv is None else argv)
    named = next((word for word in words if not word.startswith("-")), None)
    try:
        args = parser(only=named if named in COMMANDS else "").parse_args(words)
        code = int(import_module(f"attnmem.cli.{args.command}").run(args))
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except AttnmemError as error:
        print(f"attnmem {named}: {_one_line(str(error))}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print(f"attnmem {named}: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        _write_no_more()
        return 0
    except OSError as error:  # a full disk under standard output
        print(f"attnmem {named}: {error.strerror or error}", file=sys.stderr)
        _write_no_more()
        return 2


def _one_line(text: str) -> str:
    """The text with what would break its line spelled out, as a file's name may hold it."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _write_no_more() -> None:
    """Let what is still to be written vanish, so that the end of the program does not stumble over it."""
    with open(os.devnull, "w") as nothing:
        os.dup2(nothing.fileno(), sys.stdout.fileno())
