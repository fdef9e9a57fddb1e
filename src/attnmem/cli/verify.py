"""``attnmem verify``: run the derivations; the exit code is the verdict."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from attnmem.proof.record import Derivation, Finding, Step, Verdict
from attnmem.units import counted

SCHEMA = "attnmem.finding/1"
WIDTH = 100  # of the line that spells a step out
_FROM_WORST = (Verdict.REFUTED, Verdict.UNDECIDED, Verdict.RECORDED, Verdict.PROVED)
_PASSES = (Verdict.PROVED, Verdict.RECORDED)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``attnmem verify``."""
    parser.add_argument("keys", nargs="*", metavar="KEY", help="derivations to run (default: all)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one finding a line")
    form.add_argument("--brief", action="store_true", help="a line for each derivation, its steps counted")
    parser.add_argument("--junit", metavar="FILE", help="also write the findings as a JUnit report")
    parser.add_argument("--twins", action="store_true", help="run the wrong twins of every step instead")


def run(args: argparse.Namespace) -> int:
    """0 if every step is proved or recorded; 1 if one is refuted or undecided, or a wrong twin is missed."""
    from attnmem.theory import DERIVATIONS, derivation

    picked = tuple(derivation(key) for key in args.keys) if args.keys else DERIVATIONS
    from attnmem.verification import founded

    picked = founded(picked)
    if args.twins:
        from attnmem.cli.twins import run_twins

        return run_twins(picked, as_json=args.json)
    return _run_steps(picked, args)


def _run_steps(picked: tuple[Derivation, ...], args: argparse.Namespace) -> int:
    from attnmem.cli.workers import shared_out
    from attnmem.proof.check import check

    start = perf_counter()
    findings: list[Finding] = []
    for each, found_here in zip(picked, shared_out(check, picked), strict=True):
        findings += found_here
        if args.brief:
            print(_brief(each, found_here))
            continue
        if not args.json:
            print(_head(each))
        for found in found_here:
            print(json.dumps(row(found)) if args.json else _line(found, each, spelled=bool(args.keys)))
    if args.junit:
        from attnmem.cli.junit import write_junit

        write_junit(findings, args.junit)
    print(_totals(findings, perf_counter() - start), file=sys.stderr if args.json else sys.stdout)
    return 0 if all(f.verdict in _PASSES for f in findings) else 1


def _head(of: Derivation) -> str:
    """What is claimed, under which assumptions, and where it stops, above what the steps say."""
    facts = {
        "states": _statement(of),
        "assumes": "; ".join(each.text for each in of.assumes),
        "rests on": ", ".join(each.key for each in of.rests_on),
        "stops at": of.limits,
    }
    lines = [f"     {name:8}  {told}" for name, told in facts.items() if told]
    return "\n".join([f"{of.key}: {of.title}", *lines])


def _statement(of: Derivation) -> str:
    """The statement in the names that ``eval`` takes; an operation has no short form."""
    from sympy.core.expr import Expr

    return _equation(of.states, of) if isinstance(of.states.left, Expr) else ""


def _equation(step: Step, of: Derivation) -> str:
    """``left relation right`` in the letters of the command line; an operation as it is asked for."""
    from sympy import Symbol
    from sympy.core.expr import Expr

    names = {symbol: Symbol(letter.alias) for symbol, letter in of.letters.items()}
    left, right = (
        str(side.xreplace(names)) if isinstance(side, Expr) else of.in_letters(str(side))
        for side in (step.left, step.right)
    )
    return f"{left} {step.relation.value} {right}"


def _cut(line: str) -> str:
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 1]}…"


def _brief(of: Derivation, found: Sequence[Finding]) -> str:
    """One line: the weakest verdict first, so that a column of them can be read down."""
    worst = next(v for v in _FROM_WORST if any(f.verdict is v for f in found))
    return f"{worst.value:9}  {of.key}: {of.title} ({counted(len(found), 'steps')})"


def row(found: Finding) -> dict[str, Any]:
    """A finding as one JSON object."""
    return {
        "schema": SCHEMA,
        "key": found.key,
        "step": found.step,
        "verdict": found.verdict.value,
        "method": found.method,
        "scope": found.scope,
        "evidence": found.evidence,
        "because": found.because,
        "seconds": round(found.seconds, 4),
        "certificate": found.certificate,
        "witness": dict(found.witness) if found.witness else None,
        "tightness": found.tightness,
    }


def _line(found: Finding, of: Derivation, *, spelled: bool) -> str:
    number = f"{found.step:3}" if found.step else "  -"
    text = f"{number}  {found.verdict.value:9}  {found.method}; scope {found.scope}; {found.seconds:.2f} s\n"
    if spelled and found.step:
        text += _cut(f"     {_equation(of.all_steps[found.step - 1], of)}") + "\n"
    text += f"     {found.because}"
    if found.tightness:
        text += f"\n     {of.in_letters(found.tightness)}"
    if found.evidence:
        text += f"\n     evidence: {found.evidence}"
    if found.witness:
        text += "\n     witness: " + ", ".join(f"{name} = {value}" for name, value in found.witness.items())
    if found.verdict not in _PASSES and found.certificate:
        text += f"\n     {found.certificate}"
    return text


def _totals(findings: list[Finding], seconds: float) -> str:
    count = Counter(f.verdict for f in findings)
    keys = len({f.key for f in findings})
    parts = ", ".join(f"{count[v]} {v.value}" for v in Verdict)
    of = f"{counted(keys, 'derivations')}, {counted(len(findings), 'steps')}"
    return f"{of}: {parts}; {seconds:.2f} s"
