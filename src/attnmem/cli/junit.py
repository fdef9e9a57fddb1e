"""Findings as a JUnit report, the form that build servers read."""

from collections.abc import Sequence
from itertools import groupby
from xml.etree import ElementTree

from attnmem.errors import BadInput
from attnmem.proof.record import Finding, Verdict


def write_junit(findings: Sequence[Finding], path: str) -> None:
    """One suite per derivation, one case per step; refuted is a failure, undecided an error."""
    root = ElementTree.Element("testsuites", name="attnmem verify")
    for key, group in groupby(findings, key=lambda f: f.key):
        _suite(root, key, tuple(group))
    try:
        ElementTree.ElementTree(root).write(path, encoding="utf-8", xml_declaration=True)
    except OSError as error:
        raise BadInput(f"cannot write the report to {path!r}: {error.strerror}") from error


def _suite(root: ElementTree.Element, key: str, findings: tuple[Finding, ...]) -> None:
    count = {v: sum(f.verdict is v for f in findings) for v in Verdict}
    suite = ElementTree.SubElement(
        root,
        "testsuite",
        name=key,
        tests=str(len(findings)),
        failures=str(count[Verdict.REFUTED]),
        errors=str(count[Verdict.UNDECIDED]),
        time=f"{sum(f.seconds for f in findings):.4f}",
    )
    for found in findings:
        name = f"step {found.step}: {found.because}"
        case = ElementTree.SubElement(
            suite, "testcase", classname=key, name=name, time=f"{found.seconds:.4f}"
        )
        if found.verdict in (Verdict.REFUTED, Verdict.UNDECIDED):
            kind = "failure" if found.verdict is Verdict.REFUTED else "error"
            ElementTree.SubElement(
                case, kind, message=f"{found.verdict.value}: {found.certificate or found.because}"
            )
