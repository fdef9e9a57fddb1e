"""``attnmem verify``: run the derivations; the exit code is the verdict."""

import argparse
import json
import sys
from collections import Counter
from time import perf_counter
from typing import Any

from attnmem.proof.record import Derivation, Finding, Verdict

SCHEMA = "attnmem.finding/1"
_PASSES = (Verdict.PROVED, Verdict.RECORDED)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``attnmem verify``."""
    parser.add_argument("keys", nargs="*", metavar="KEY", help="derivations to run (default: all)")
    parser.add_argument("--json", action="store_true", help="one finding a line")
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
        if not args.json:
            print(f"{each.key}: {each.title}")
        for found in found_here:
            findings.append(found)
            print(json.dumps(row(found)) if args.json else _line(found))
    if args.junit:
        from attnmem.cli.junit import write_junit

        write_junit(findings, args.junit)
    print(_totals(findings, perf_counter() - start), file=sys.stderr if args.json else sys.stdout)
    return 0 if all(f.verdict in _PASSES for f in findings) else 1


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


def _line(found: Finding) -> str:
    number = f"{found.step:3}" if found.step else "  -"
    text = f"{number}  {found.verdict.value:9}  {found.method}; scope {found.scope}; {found.seconds:.2f} s\n"
    text += f"     {found.because}"
    if found.tightness:
        text += f"\n     {found.tightness}"
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
    return f"{keys} derivations, {len(findings)} steps: {parts}; {seconds:.2f} s"
