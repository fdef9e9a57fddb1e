"""The status page: what was proved, by which method, for which sizes; made by a run, never typed."""

from collections import Counter

from attnmem.proof.check import check
from attnmem.proof.record import Derivation, Finding, Verdict
from attnmem.show.derivations import scope_of, worst
from attnmem.show.legend import label
from attnmem.show.markup import Cell, Display, Raw, badge, cell, code, table
from attnmem.theory import DERIVATIONS

COLUMNS = ("result", "verdict", "key", "chapter", "sizes", "steps", "methods")


def status(derivations: tuple[Derivation, ...] = DERIVATIONS) -> Display:
    """Every derivation of the book, checked now."""
    checked = [(d, check(d)) for d in derivations]
    rows = [_row(d, findings) for d, findings in checked]
    steps = Counter(found.verdict for _, findings in checked for found in findings)
    total = ", ".join(f"{steps[v]} {v.value}" for v in Verdict if steps[v])
    caption = f"{len(checked)} derivations, {sum(steps.values())} steps: {total}"
    lines = [f"{d.key}: {worst(findings).value}, {len(findings)} steps" for d, findings in checked]
    return Display("\n".join([caption, *lines]), table(COLUMNS, rows, caption, numeric=(5,)).html)


def _row(record: Derivation, findings: tuple[Finding, ...]) -> tuple[Cell, ...]:
    verdict = worst(findings)
    methods = dict.fromkeys(found.method.rpartition("then ")[2] for found in findings)
    return (
        Raw(f'<a href="{record.chapter}.html#derivation-{record.key}">{cell(record.title)}</a>'),
        badge(label(verdict), verdict.value),
        code(record.key),
        record.chapter,
        scope_of(record.scope),
        str(len(findings)),
        ", ".join(methods),
    )
