"""Can a serving plan stay lossless, and what does lossy cost?"""

import argparse
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from attnmem.errors import BadInput
from attnmem.residency.answer import UNKNOWN, Answer, answer
from attnmem.residency.examples import EXAMPLES, example
from attnmem.residency.load import load
from attnmem.residency.report import as_data, curve_data
from attnmem.residency.scenario import Scenario
from attnmem.residency.selection import choose
from attnmem.residency.summary import as_lines, curve_lines, explained
from attnmem.residency.tradeoff import Point, trade_off
from attnmem.residency.watch import Watch

QUIET = 2.0  # seconds before progress is worth a line
BETWEEN = 1.0  # seconds between two lines of progress
GRACE = 2.0  # seconds the solver may take to notice that its time is over
SOLVER = "residency-solver"
PICTURES = (".svg", ".png", ".pdf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", nargs="?", metavar="SCENARIO", help="a .toml or .json file")
    parser.add_argument(
        "--example", metavar="NAME", help=f"write a commented scenario: {', '.join(EXAMPLES)}"
    )
    parser.add_argument(
        "--epsilon",
        type=float,
        default=0.0,
        metavar="NATS",
        help="what each read may miss, per sequence, layer, head and step (default: 0, lossless)",
    )
    parser.add_argument("--select", action="store_true", help="choose the blocks to read before, and apart")
    parser.add_argument("--curve", metavar="NATS,NATS,...", help="the cost of each of these budgets")
    parser.add_argument("--time-limit", type=float, default=float("inf"), metavar="S", help="seconds")
    parser.add_argument("--explain", action="store_true", help="what happens, step by step")
    parser.add_argument("--plot", metavar="FILE", help="draw the plan (.svg, .png or .pdf)")
    parser.add_argument("--json", action="store_true", help="one object, with a schema")


def run(args: argparse.Namespace) -> int:
    """Exit 0 if there is a plan, 1 if there is none, 4 if the time was too short to tell."""
    if args.example is not None:
        print(example(args.example), end="")
        return 0
    if args.scenario is None:
        raise BadInput("give a scenario file, or --example NAME to start from one")
    if args.curve is not None and args.select:
        raise BadInput("--curve chooses reads and evictions at once; it does not go with --select")
    if not args.time_limit > 0:
        raise BadInput(f"--time-limit: came {args.time_limit:g}, need more than 0 seconds")
    if args.plot and Path(args.plot).suffix not in PICTURES:
        raise BadInput(f"--plot: came {args.plot!r}, need a name that ends in {', '.join(PICTURES)}")
    scenario = load(args.scenario)
    watch = Watch(seconds=args.time_limit, tell=_progress())
    if args.curve is not None:
        return _curve(args, scenario, watch)
    whole, epsilon, stands_in = scenario, args.epsilon, False
    if args.select:
        (scenario, stands_in), epsilon = choose(scenario, epsilon), 0.0
    best = [Answer(scenario=scenario, epsilon=epsilon, verdict=UNKNOWN)]
    done = _interruptible(
        lambda: best.append(answer(scenario, epsilon=epsilon, watch=watch, found=best.append)), watch
    )
    last = best[-1].after_selection(args.epsilon, whole, stands_in) if args.select else best[-1]
    _print(args, last, done)
    return _leave(last.exit_code)


def _print(args: argparse.Namespace, found: Answer, done: bool) -> None:
    if args.json:
        print(json.dumps(as_data(found) | {"is_complete": done}, allow_nan=False))
    else:
        print("\n".join(as_lines(found)))
        if not done:
            print("  stopped before the search was over: this is the best found so far")
    if args.explain:
        print("\n".join(explained(found)), file=sys.stderr if args.json else sys.stdout)
    if args.plot:
        if found.solution.played is None:
            print("attnmem residency: there is no plan to draw", file=sys.stderr)
        else:
            from attnmem.cli.residency_chart import draw  # loads matplotlib, which nothing else here needs

            draw(found, args.plot)


def _curve(args: argparse.Namespace, scenario: Scenario, watch: Watch) -> int:
    """Exit 0 if some budget admits a plan, 1 if none does, 4 if that is not known."""
    try:
        epsilons = [float(word) for word in args.curve.split(",")]
    except ValueError:
        raise BadInput(f"--curve: came {args.curve!r}, need numbers with commas between them") from None
    points: list[Point] = []
    _interruptible(lambda: points.extend(trade_off(scenario, epsilons, watch)), watch)
    print(
        json.dumps(curve_data(tuple(points)), allow_nan=False)
        if args.json
        else "\n".join(curve_lines(tuple(points)))
    )
    if any(point.is_feasible for point in points):
        return _leave(0)
    known = len(points) == len(epsilons) and all(point.is_feasible is False for point in points)
    return _leave(1 if known else 4)


def _interruptible(work: Callable[[], object], watch: Watch) -> bool:
    """Run in a thread that may be left behind: on Ctrl-C, or when the time is over, what was found counts.

    The solver does not listen while it computes; a thread lets this one listen for it.
    """
    failed: list[BaseException] = []

    def guarded() -> None:
        try:
            work()
        except BaseException as error:  # handed to the caller below
            failed.append(error)

    thread = threading.Thread(target=guarded, name=SOLVER, daemon=True)
    thread.start()
    try:
        while thread.is_alive() and (
            watch.left > 0 or time.monotonic() < watch.started + watch.seconds + GRACE
        ):
            thread.join(0.05)
    except KeyboardInterrupt:
        print("attnmem residency: interrupted", file=sys.stderr)
        return False
    if failed:
        raise failed[0]
    return not thread.is_alive() and not watch.is_over


def _leave(code: int) -> int:
    """The exit code; at once, if the solver still computes, for it would not let the process end in order."""
    if any(thread.name == SOLVER and thread.is_alive() for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code


def _progress() -> Callable[[str], None]:
    """Lines on standard error, once the answer takes longer than one would wait in silence."""
    started = time.monotonic()
    said = [started + QUIET - BETWEEN]

    def tell(line: str) -> None:
        if (now := time.monotonic()) >= said[0] + BETWEEN:
            print(f"{now - started:7.1f} s  {line}", file=sys.stderr, flush=True)
            said[0] = now

    return tell
