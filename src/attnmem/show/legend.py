"""What each verdict means, drawn as it is drawn beside a result."""

from attnmem.proof.record import Verdict
from attnmem.show.markup import Display, badge, table

MEANINGS = {
    Verdict.PROVED: "A method named beside it proved it. Nothing else is called proved.",
    Verdict.RECORDED: "A published theorem, quoted with its source and conditions. It is not proved here, "
    "and what rests on it is only as good as that source.",
    Verdict.REFUTED: "False: a point of the domain at which it fails is printed. No result of the book is.",
    Verdict.UNDECIDED: "No method proved it and no point refuted it. It counts as a failure.",
}
SHOWN = {Verdict.RECORDED: "recorded, not proved here"}


def label(verdict: Verdict) -> str:
    """The words on a verdict's badge."""
    return SHOWN.get(verdict, verdict.value)


def verdicts() -> Display:
    """The four answers of the checker, in the look they have beside a result."""
    rows = [(badge(label(v), v.value), meaning) for v, meaning in MEANINGS.items()]
    text = "\n".join(f"{label(v)}: {meaning}" for v, meaning in MEANINGS.items())
    return Display(text, table(("verdict", "meaning"), rows, "The four verdicts").html)
