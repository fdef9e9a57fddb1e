"""Every promised ratio, measured in one run: prints them, rewrites RESULTS.md, exits 1 if one is missed.

Each module in this folder that has a ``run`` yields rows ``(name, measured, target, met)``: what is
compared with what, the ratio or time as measured, what was promised, and whether the promise was kept;
``None`` where nothing was promised and the row is there to be compared with.
"""

import os
import platform
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).parent
RESULTS = HERE / "RESULTS.md"
PACKAGES = ("numpy", "sympy", "mpmath", "matplotlib")

Row = tuple[str, str, str, bool | None]
WORDS = {True: "yes", False: "**no**", None: "–"}


def modules() -> list[str]:
    """The names of the bench modules, in alphabetical order."""
    return sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))


def written(value: object) -> str:
    """A measured or promised value: numbers to three digits, words as they are."""
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def rows_of(name: str) -> list[Row]:
    """The rows that one module measures; none if it is only a part of another."""
    run = getattr(import_module(f"bench.{name}"), "run", None)
    found = run() if run else ()
    return [
        (str(what), written(measured), written(target), None if met is None else bool(met))
        for what, measured, target, met in found
    ]


def document(rows: Sequence[Row], machine: str) -> str:
    """The text of RESULTS.md."""
    head = [
        "# Measured ratios",
        "",
        "Written by `make bench`; do not edit. Ratios are taken within one run, on one machine:",
        f"{machine}.",
        "",
        "| what | measured | promised | kept |",
        "|---|---:|---:|---|",
    ]
    body = (f"| {a} | {b} | {c} | {WORDS[met]} |" for a, b, c, met in rows)
    return "\n".join([*head, *body, ""])


def machine() -> str:
    """Enough of the machine and the versions to read the numbers by."""
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}, {packages}"


def main(names: Iterable[str]) -> int:
    """Measure the named modules, or all; only a whole run rewrites the document."""
    chosen = list(names)
    rows = []
    for name in chosen or modules():
        for row in rows_of(name):
            rows.append(row)
            print(
                f"{'MISSED' if row[3] is False else 'ok    '} {row[0]}: {row[1]} (promised {row[2]})",
                flush=True,
            )
    if not chosen:
        RESULTS.write_text(document(rows, machine()), encoding="utf-8")
    promises = [row[3] for row in rows if row[3] is not None]
    print(f"{sum(promises)} of {len(promises)} promises kept")
    return 0 if promises and all(promises) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
