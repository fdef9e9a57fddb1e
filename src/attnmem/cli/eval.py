"""Evaluate a named formula; standard output is the number alone."""

import argparse
import json
from collections.abc import Iterable
from typing import Any

from attnmem.compile.domain import declared
from attnmem.compile.latex import to_latex
from attnmem.compile.rounding import plain_text
from attnmem.errors import BadInput
from attnmem.evaluation import (
    MAX_DIGITS,
    Point,
    argument,
    as_decimal,
    as_float,
    called,
    checked_digits,
    in_letters,
    inputs,
)
from attnmem.proof.record import Formula
from attnmem.proof.tightness import of_formula
from attnmem.theory import FORMULAS, formula, home
from attnmem.units import one_of

SCHEMA = "attnmem.eval/1"
LIST_SCHEMA = "attnmem.formula/1"
FLOAT_DIGITS = 17
UNWRITTEN = ("1", "value")  # a pure number, and what has the unit of the values that go in


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "key", nargs="?", metavar="KEY", help="one formula; --list shows all, or those with KEY in their name"
    )
    parser.add_argument(
        "values",
        nargs="*",
        metavar="NAME=VALUE",
        help="exact numbers: 0.003, 1e-6, 1/3, 2**20, 2^20, 1Mi, 1M, 64k; of bytes also 64GB, 28MiB, 50GB/s",
    )
    parser.add_argument(
        "--digits", metavar="N", help=f"so many right digits, 1 to {MAX_DIGITS} (default: one float64)"
    )
    parser.add_argument("--unit", action="store_true", help="print the unit after the number")
    parser.add_argument("--json", action="store_true", help="one object a line, with a schema")
    parser.add_argument("--latex", action="store_true", help="print the formula instead of a value")
    parser.add_argument(
        "--list", action="store_true", help="formulas with their arguments, units and domains"
    )


def run(args: argparse.Namespace) -> int:
    """Exit 0 with the value; every refusal is one line and exit 2."""
    if args.list:
        for found in _named(args.key) if args.key else FORMULAS:
            print(json.dumps(_described(found)) if args.json else _listed(found))
        return 0
    if args.key is None:
        raise BadInput("which formula? attnmem eval KEY NAME=VALUE ...; --list shows them all")
    found = formula(args.key)
    if args.latex:
        text = to_latex(found.expression, found.letters)
        print(json.dumps({"schema": SCHEMA, "key": found.key, "latex": text}) if args.json else text)
        return 0
    digits = None if args.digits is None else _digits(args.digits)
    point = inputs(found, _pairs(found, args.values))
    value = _value(found, point, digits)
    print(json.dumps(_object(found, point, value, digits)) if args.json else _line(found, value, args.unit))
    return 0


def _named(text: str) -> list[Formula]:
    """The formula of that key, or all whose key holds the text; a text that none holds is refused."""
    exactly = [found for found in FORMULAS if found.key == text]
    return exactly or [found for found in FORMULAS if text and text in found.key] or [formula(text)]


def _value(found: Formula, point: Point, digits: int | None) -> str:
    """The number as text: the shortest that reads back as the nearest float64, or the digits asked for.

    Outside the range of float64 there is no such number, and 17 digits stand in its place.
    """
    if digits is None:
        value = as_float(found, point)
        if value is not None:
            return repr(value)
    return plain_text(as_decimal(found, point, digits or FLOAT_DIGITS))


def _pairs(found: Formula, words: Iterable[str]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            several = "; one formula at a time" if any(word == f.key for f in FORMULAS) else ""
            raise BadInput(f"{found.key}: wanted NAME=VALUE, not {word[:40]!r}{several}")
        argument(found, name)
        if name in pairs:
            raise BadInput(f"{found.key}: {name} is given twice")
        pairs[name] = value
    return pairs


def _digits(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise BadInput(f"--digits must be a whole number from 1 to {MAX_DIGITS}, not {text[:40]!r}")
    return checked_digits(int(text))


def _line(found: Formula, value: str, with_unit: bool) -> str:
    unit = one_of(found.unit) if value.rstrip("0").rstrip(".") == "1" else found.unit
    return f"{value} {unit}" if with_unit and found.unit not in UNWRITTEN else value


def _object(found: Formula, point: Point, value: str, digits: int | None) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "key": found.key,
        "value": value,
        "unit": found.unit,
        "inputs": {called(found, symbol): str(number) for symbol, number in point.items()},
        "digits": digits,
    }


def _described(found: Formula) -> dict[str, Any]:
    return {
        "schema": LIST_SCHEMA,
        "key": found.key,
        "title": found.title,
        "unit": found.unit,
        "side": found.side.value,
        "tightness": home(found.key).in_letters(of_formula(found, home(found.key))),
        "arguments": [
            {
                "name": called(found, symbol),
                "quantity": symbol.name,
                "meaning": declared(symbol).meaning,
                "unit": declared(symbol).unit,
                "domain": declared(symbol).domain,
            }
            for symbol in found.arguments
        ],
        "conditions": [in_letters(found, condition) for condition in found.conditions],
    }


def _listed(found: Formula) -> str:
    """One formula as a paragraph: its key, then a line an argument."""
    about = _described(found)
    rows = [f"{found.key}  [{found.unit}]  {found.title} ({found.side.value})"]
    rows += [f"    {about['tightness']}"] if about["tightness"] else []
    wide = max(8, *(len(a["name"]) for a in about["arguments"])) if about["arguments"] else 8
    rows += [f"    {a['name']:{wide}} {a['domain']}, {a['unit']}: {a['meaning']}" for a in about["arguments"]]
    rows += [f"    with {condition}" for condition in about["conditions"]]
    return "\n".join(rows)
