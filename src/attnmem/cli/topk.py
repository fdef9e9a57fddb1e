"""How many keys a divergence budget needs, row by row."""

import argparse
import csv
import json
import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from attnmem.core.bucket import checked_width
from attnmem.core.npy import rows_of
from attnmem.core.scores import Scores, row_blocks
from attnmem.core.topk import checked_budget, tail_budget
from attnmem.errors import BadInput
from attnmem.exact import exact_number
from attnmem.recording import load
from attnmem.units import counted
from attnmem.witnesses.looseness import looseness
from attnmem.witnesses.topk import COLUMNS, WEIGHTS, TopK, blockwise, joined, noticed

SCHEMA = "attnmem.topk/1"
QUIET = 2.0  # seconds before progress is worth a line
BUCKETS = ("words         bucket rule: whole buckets of scores kept, none sorted",)
BOUND = (
    "              gap bound: divergence guaranteed by the counts and the gap between kept and dropped",
    "              certified: that guarantee is within the budget",
)
TERMINAL, FILE = 0.2, 10.0  # seconds between two reports


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "scores",
        nargs="?",
        metavar="SCORES.npy",
        help="scaled attention logits, before the softmax; last axis: keys; other axes: rows; "
        "- reads standard input",
    )
    parser.add_argument("--sample", action="store_true", help="use the bundled recording of a real model")
    parser.add_argument("--kl", default="0.01", metavar="NATS", help="divergence budget (default: 0.01)")
    parser.add_argument(
        "--bucket-width", default="0.1", metavar="NATS", help="width of a bucket (default: 0.1)"
    )
    parser.epilog = (
        "Columns of a row: n keys with weight; k_exact, the fewest that keep the budget; k_bucket, how many "
        "the bucket rule keeps; tail, kl and gap at k_exact: dropped mass, divergence in nats, lowest kept "
        "minus highest dropped score; kl_bound, the divergence guaranteed by n, k and gap; looseness, that "
        "bound divided by kl."
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="all rows, with a header line")
    form.add_argument("--json", action="store_true", help="all rows, one object a line, with a schema")


def run(args: argparse.Namespace) -> int:
    """Exit 0 with the counts; a file or an option that cannot be used is one line and exit 2."""
    kl, width = checked_budget(_number(args.kl)), checked_width(_number(args.bucket_width))
    if args.sample == (args.scores is not None):
        raise BadInput("give one .npy file of scores, - for standard input, or --sample")
    if args.sample:
        held = load().last_row
        return _print(args, held.size // held.shape[-1], row_blocks(held), kl, width)
    if args.scores == "-":
        if sys.stdin is None:
            raise BadInput("standard input is closed")
        header, blocks = rows_of(sys.stdin.buffer, "standard input")
        return _print(args, header.rows, blocks, kl, width)
    try:
        with open(args.scores, "rb") as file:
            header, blocks = rows_of(file, args.scores)
            return _print(args, header.rows, blocks, kl, width)
    except (OSError, ValueError) as error:
        if isinstance(error, BadInput | BrokenPipeError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"{args.scores!r} cannot be read: {reason}") from None


def _number(text: str) -> float | str:
    """The nearest float64 to a number written as for ``eval``; other text stays, to be refused by name."""
    try:
        return float(exact_number(text))
    except (BadInput, OverflowError):
        return text


def _print(
    args: argparse.Namespace, rows: int, blocks: Iterable[tuple[int, Scores]], kl: float, width: float
) -> int:
    blocks = noticed(blocks, lambda: print(f"attnmem topk: warning: {WEIGHTS}", file=sys.stderr))
    parts = _reported(blockwise(blocks, kl, width), rows)
    if args.csv:
        table = csv.writer(sys.stdout, lineterminator="\n")
        for at, part in enumerate(parts):
            if at == 0:
                table.writerow(COLUMNS)
            table.writerows(_records(part, ""))
    elif args.json:
        for part in parts:
            for record in _records(part, None):
                print(json.dumps({"schema": SCHEMA, **dict(zip(COLUMNS, record, strict=True))}))
    else:
        print(summary(joined(parts), kl, width))
    return 0


def _records(part: TopK, empty: Any) -> Iterator[tuple[Any, ...]]:
    """The rows of one block as Python numbers, with ``empty`` where there is none."""
    columns = [getattr(part, name).tolist() for name in COLUMNS]
    for record in zip(*columns, strict=True):
        yield tuple(empty if value != value else value for value in record)


def _reported(parts: Iterable[TopK], rows: int) -> Iterator[TopK]:
    """The parts as they come, with a word on standard error now and then if the work takes long."""
    terminal = sys.stderr.isatty()
    said, every, done = time.monotonic() + QUIET, TERMINAL if terminal else FILE, 0
    spoken = False
    for part in parts:
        yield part
        done += len(part)
        if time.monotonic() >= said and done < rows:
            print(f"{done} of {rows} rows", end="\r" if terminal else "\n", file=sys.stderr, flush=True)
            said, spoken = time.monotonic() + every, True
    if spoken and terminal:
        print(end="\x1b[K", file=sys.stderr, flush=True)


def summary(counts: TopK, kl: float, bucket_width: float) -> str:
    """A few lines for a reader: counts at the budget, what the bucket rule costs, how loose the bound is."""
    widths = (
        f"{counts.n.min()}" if counts.n.min() == counts.n.max() else f"{counts.n.min()} to {counts.n.max()}"
    )
    spread = looseness(counts, kl)
    share, factor = counts.k_exact / counts.n, counts.k_bucket / counts.k_exact
    bound: tuple[str, ...] = ("gap bound     no row drops a key", *BUCKETS)
    if spread.rows:
        bound = (
            f"gap bound     median {spread.median:.4g}, 90th percentile {spread.ninetieth:.4g}"
            f" times the divergence ({counted(spread.rows, 'rows')})",
            f"certified     {spread.certified:.1%} of the rows by the bound alone at that count",
            *BUCKETS,
            *BOUND,
        )
    lines = (
        f"rows          {len(counts)}, keys with weight {widths}",
        f"budget        KL at most {kl:g} nats: a dropped mass of at most {tail_budget(kl):.4g}",
        f"keys needed   {_spread(counts.k_exact)}",
        f"              {_spread(share)} of a row",
        f"bucket rule   {_spread(counts.k_bucket)}, buckets of {bucket_width:g}",
        f"              {_spread(factor)} times the keys needed",
        *bound,
    )
    return "\n".join(lines)


def _spread(values: np.ndarray[Any, Any]) -> str:
    middle, upper = np.quantile(values, (0.5, 0.9))
    return f"median {middle:.4g}, 90th percentile {upper:.4g}"
