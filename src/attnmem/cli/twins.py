"""The score of the wrong twins, as ``attnmem verify --twins`` prints it."""

import json
import sys
from collections import Counter
from collections.abc import Mapping

from attnmem.cli.workers import shared_out
from attnmem.proof.record import Derivation
from attnmem.proof.twins import Fate, Twin, twins

SCHEMA = "attnmem.twin/1"


def run_twins(picked: tuple[Derivation, ...], *, as_json: bool) -> int:
    """Judge the twins of some derivations; 1 if one was missed."""
    count: Counter[Fate] = Counter()
    for judged in shared_out(_judged, picked):
        for twin in judged:
            count[twin.fate] += 1
            if as_json:
                print(json.dumps(row(twin)))
            elif twin.fate is Fate.MISSED:
                print(f"missed: {twin.key} step {twin.step}, {twin.change}: {twin.claim}; {twin.why}")
    if not as_json:
        print(legend(count))
    print(score(count), file=sys.stderr if as_json else sys.stdout)
    return 1 if count[Fate.MISSED] else 0


def _judged(derivation: Derivation) -> list[Twin]:
    return list(twins(derivation))


def row(twin: Twin) -> dict[str, object]:
    """A twin as one JSON object."""
    return {
        "schema": SCHEMA,
        "key": twin.key,
        "step": twin.step,
        "kind": twin.kind.value,
        "change": twin.change,
        "claim": twin.claim,
        "fate": twin.fate.value,
        "why": twin.why,
        "witness": dict(twin.witness) if twin.witness else None,
    }


def legend(count: Mapping[Fate, int]) -> str:
    """What the words of the score line mean, ``sharper`` only where it stands there.

    >>> legend(Counter({Fate.REFUTED: 3})).rpartition("; ")[2]
    'missed if neither is shown'
    """
    sharper = ", sharper: a tighter bound" if count[Fate.SHARPER] else ""
    return (
        "a twin is a changed step, or a wrong statement from print: refuted if shown false; true if it holds "
        f"all the same (equivalent: says as much, weaker: a looser bound, at least in places{sharper}); "
        "missed if neither is shown"
    )


def score(count: Mapping[Fate, int]) -> str:
    """The score line.

    >>> score(Counter({Fate.REFUTED: 3, Fate.WEAKER: 1}))
    'refuted 3, true 1 (equivalent 0, weaker 1), missed 0'
    """
    true = count[Fate.EQUIVALENT] + count[Fate.WEAKER] + count[Fate.SHARPER]
    kinds = f"equivalent {count[Fate.EQUIVALENT]}, weaker {count[Fate.WEAKER]}"
    kinds += f", sharper {count[Fate.SHARPER]}" if count[Fate.SHARPER] else ""
    return f"refuted {count[Fate.REFUTED]}, true {true} ({kinds}), missed {count[Fate.MISSED]}"
