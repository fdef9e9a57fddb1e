"""What a model's attention holds, reads and writes, counted from its config."""

import argparse
import csv
import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from attnmem.errors import AttnmemError, BadInput, NotUnderstood, unknown
from attnmem.exact import exact_number
from attnmem.ledger import answers, as_json, bundled, by_hand, compare, formats, reader, strict_json, text
from attnmem.ledger.account import Account, account
from attnmem.ledger.bound import Bound, bounds
from attnmem.ledger.explain import explain
from attnmem.ledger.fit import Fit, budget_left, largest_batch, longest
from attnmem.ledger.layer import Model
from attnmem.ledger.notes import KEEPS
from attnmem.ledger.streams import Engine
from attnmem.units import parse_bandwidth, parse_bytes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "models",
        nargs="*",
        metavar="MODEL",
        help="a config file, - for standard input, or a bundled model's name",
    )
    add("--layers", metavar="STACK", help="a stack by hand, such as '69 kda(96,128,128) + 24 mla(512,64)'")
    add("--list", action="store_true", help="name the bundled models")
    asked = parser.add_argument_group("the question")
    asked.add_argument(
        "--tokens", metavar="N", help="context length, such as 131072 or 1Mi (default: the config's own)"
    )
    asked.add_argument("--batch", metavar="N", help="sequences (default: 1)")
    asked.add_argument("--tp", default="1", metavar="N", help="tensor-parallel devices (default: 1)")
    asked.add_argument("--page", default="1", metavar="N", help="tokens a page (default: 1, no rounding)")
    asked.add_argument("--bandwidth", metavar="RATE", help="memory bandwidth of a device, such as 4.8TB/s")
    asked.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="change a field of the config"
    )
    _how_kept(parser.add_argument_group("how it is kept"))
    _further(parser.add_argument_group("further questions"))
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="one object a line")
    shape.add_argument("--csv", action="store_true", help="one line a model, after a line of names")
    terms = "; ".join(by_hand.signature(name) for name in by_hand.TERMS)
    parser.epilog = f"Layers of a stack and their sizes, those in brackets optional: {terms}."


def _how_kept(group: Any) -> None:
    kv, index, state = (
        ", ".join(formats.names(known)) for known in (formats.KV, formats.INDEX, formats.STATE)
    )
    group.add_argument(
        "--kv-format", metavar="F", help=f"{kv} (default: what the config says of its cache, or bf16)"
    )
    group.add_argument("--index-format", metavar="F", help=f"{index} (default: bf16)")
    group.add_argument(
        "--state-format", metavar="F", help=f"{state} (default: what the config says, or fp32)"
    )
    group.add_argument("--conv-format", metavar="F", help="the same for convolution columns (default: bf16)")
    engines = "; ".join((f"{Engine.PAYLOAD}: what the model needs", *(f"{e}: {k}" for e, k in KEEPS.items())))
    group.add_argument("--engine", default="payload", metavar="E", help=f"{engines} (default: payload)")


def _further(group: Any) -> None:
    fit = "memory of a device: the longest context that fits, or with --tokens the largest batch"
    group.add_argument("--fit", metavar="SIZE", help=fit)
    group.add_argument("--weights", metavar="SIZE", help="of it taken by weights (default: none)")
    group.add_argument(
        "--bound", action="store_true", help="what a query-blind memory would need, beside what is kept"
    )
    group.add_argument("--delta", type=float, default=0.1, help="error rate of the bound (default: 0.1)")
    group.add_argument(
        "--explain", action="store_true", help="each number with its formula and the fields it read"
    )


@dataclass(frozen=True, slots=True)
class Answer:
    """One model's account with the further questions answered."""

    found: Account
    fit: Fit | None = None
    bound: tuple[Bound, ...] | None = None
    unbound: AttnmemError | None = None


def run(args: argparse.Namespace) -> int:
    """0; 1 if nothing fits; 2 for bad input; 3 for a config, field or format that is not understood."""
    if args.list:
        print("\n".join(bundled.names()))
        return 0
    asked: list[str | None] = [*args.models, *([None] if args.layers is not None else [])]
    if not asked:
        raise BadInput("give a config file, a bundled model (--list names them), or --layers")
    if args.explain and args.csv:
        raise BadInput("--explain has no columns for --csv; take --json, or neither")
    if args.weights is not None and args.fit is None:
        raise BadInput("--weights takes from the memory that --fit gives; --fit is not given")
    bandwidth = None if args.bandwidth is None else parse_bandwidth(args.bandwidth)
    found: list[Answer] = []
    code = 0
    for name in asked:
        try:
            found.append(_answer(name, args))
        except AttnmemError as error:
            code = max(code, error.exit_code)
            print(f"attnmem ledger: {error}", file=sys.stderr)
            if args.json:
                print(json.dumps(as_json.refusal(_shown(name, args), str(error))))
            continue
        if args.json:
            print(json.dumps(_object(found[-1], args, bandwidth)))
    if args.csv:
        _csv(found)
    elif not args.json and found:
        _text(found, args, bandwidth)
    for one in found:
        if one.unbound is not None:
            code = max(code, one.unbound.exit_code)
            print(f"attnmem ledger: {one.unbound}", file=sys.stderr)
    nothing = any(one.fit is not None and one.fit.value == 0 for one in found)
    return max(code, int(nothing))


def _shown(name: str | None, args: argparse.Namespace) -> str:
    return args.layers if name is None else name


def _answer(name: str | None, args: argparse.Namespace) -> Answer:
    model = by_hand.stack(args.layers) if name is None else _model(name, args.set)
    found = account(
        model,
        None if args.tokens is None else _whole("tokens", args.tokens),
        batch=1 if args.batch is None else _whole("batch", args.batch),
        tp=_whole("tp", args.tp),
        page=_whole("page", args.page),
        engine=args.engine,
        kv_format=args.kv_format,
        index_format=args.index_format,
        state_format=args.state_format,
        conv_format=args.conv_format,
    )
    fitted = None if args.fit is None else _fit(found, args)
    found = found if fitted is None else fitted.found
    return _bounded(Answer(found, fitted), args.delta) if args.bound else Answer(found, fitted)


def _bounded(one: Answer, delta: float) -> Answer:
    """With the bound, or with the reason why it cannot be had: the ledger itself needs no algebra."""
    try:
        return replace(one, bound=bounds(one.found, delta))
    except NotUnderstood as error:
        return replace(one, unbound=error)


def _whole(name: str, text: str) -> int:
    number = exact_number(text)
    if number.denominator != 1:
        raise BadInput(f"--{name} {text}: need a whole number")
    return int(number)


def _fit(found: Account, args: argparse.Namespace) -> Fit:
    if args.tokens is not None and args.batch is not None:
        raise BadInput("--fit finds tokens or batch; both are given")
    weights = parse_bytes(args.weights or "0")
    left = budget_left(parse_bytes(args.fit), weights)
    fit = longest(found, left) if args.tokens is None else largest_batch(found, left)
    return replace(fit, weights=weights)


def _model(name: str, changes: list[str]) -> Model:
    if name == "-":
        data, shown = strict_json.parse(sys.stdin.buffer.read(strict_json.LARGEST_FILE + 1), "-"), "-"
    elif not Path(name).exists() and name in bundled.names():
        data, shown = strict_json.load(bundled.path(name)), name
    elif not Path(name).exists() and "/" not in name and not name.endswith(".json"):
        raise BadInput(f"no such file, and {unknown('bundled model', name[:80], bundled.names())}")
    else:
        data, shown = strict_json.load(Path(name)), reader.stem(name)
    if not changes:
        return reader.read(data, shown, where=name)
    return reader.changed(data, dict(map(_change, changes)), shown, where=name)


def _change(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise BadInput(f"--set {text!r}: need KEY=VALUE")
    try:
        return key.strip(), json.loads(value)
    except (ValueError, RecursionError):
        return key.strip(), value


def _object(one: Answer, args: argparse.Namespace, bandwidth: int | None) -> dict[str, Any]:
    found = as_json.answer(one.found, bandwidth)
    if one.fit is not None:
        found["fit"] = as_json.fitted(one.fit)
    if one.bound is not None:
        found["bound"] = as_json.bound(one.bound, args.delta)
    if args.explain:
        found["explained"] = as_json.explained(explain(one.found))
    return found


def _csv(found: list[Answer]) -> None:
    lines = [as_json.flat(as_json.answer(one.found)) for one in found]
    if lines:
        writer = csv.DictWriter(sys.stdout, list(lines[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)


def _text(found: list[Answer], args: argparse.Namespace, bandwidth: int | None) -> None:
    if len(found) > 1:
        print("\n".join(compare.table([one.found for one in found], bandwidth)))
    for one in found:
        lines = [] if len(found) > 1 else text.page(one.found, bandwidth)
        extra = [answers.fits(one.fit)] if one.fit is not None else []
        extra += [answers.bound_table(one.bound, args.delta)] if one.bound is not None else []
        extra += [answers.why(explain(one.found))] if args.explain else []
        if len(found) > 1 and extra:
            lines = ["", one.found.model.name]
        for block in extra:
            lines += ["", *block]
        if lines:
            print("\n".join(lines))
