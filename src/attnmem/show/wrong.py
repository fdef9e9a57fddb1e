"""What the checker was made to reject: a slip in every step, and statements found in print."""

from collections import Counter
from itertools import islice

from attnmem.figures.numerals import numeral
from attnmem.proof.record import Derivation, Wrong
from attnmem.proof.twins import Fate, Twin
from attnmem.proof.twins import twins as judged
from attnmem.show.formula import relation
from attnmem.show.markup import Display, badge, cell, math, scrolling, table
from attnmem.theory import DERIVATIONS

FATES = (Fate.REFUTED, Fate.EQUIVALENT, Fate.WEAKER, Fate.SHARPER, Fate.MISSED)


def twins(derivations: tuple[Derivation, ...] = DERIVATIONS) -> Display:
    """The score of the wrong twins of every derivation, judged now, and the kinds of slip refuted."""
    scores = [(d, *_score(d)) for d in derivations]
    total = sum((fates for _, fates, _ in scores), Counter[Fate]())
    caption = f"{total.total()} wrong twins: {_counted(total)}"
    columns = ("result", *(f.value for f in FATES), "kinds refuted")
    rows = [(d.title, *(str(fates[f]) for f in FATES), kinds) for d, fates, kinds in scores]
    lines = [f"{d.key}: {_counted(fates)}, kinds refuted {kinds}" for d, fates, kinds in scores]
    shown = table(columns, rows, caption, numeric=range(1, len(columns)))
    return Display("\n".join([caption, *lines]), shown.html)


def _score(record: Derivation) -> tuple[Counter[Fate], str]:
    """How many twins met each fate; and, of the kinds of slip there were, those with one refuted."""
    found = [(twin.kind, twin.fate) for twin in judged(record)]
    refuted = {kind for kind, fate in found if fate is Fate.REFUTED}
    return Counter(fate for _, fate in found), f"{len(refuted)} of {len({kind for kind, _ in found})}"


def _counted(fates: Counter[Fate]) -> str:
    return ", ".join(f"{fates[f]} {f.value}" for f in FATES)


def misprints(chapter: str) -> Display:
    """A chapter's statements that are found in print and do not hold, each with a point where it fails."""
    found = [(d, w, t) for d in DERIVATIONS if d.chapter == chapter for w, t in _refuted(d)]
    text = "\n".join(f"{w.text}: {t.claim} {t.why}, {_point(d, t)}" for d, w, t in found)
    return Display(text, f'<ul class="attnmem-questions">{"".join(_item(*entry) for entry in found)}</ul>')


def _refuted(record: Derivation) -> list[tuple[Wrong, Twin]]:
    return list(zip(record.wrong, islice(judged(record), len(record.wrong)), strict=True))


def _item(record: Derivation, wrong: Wrong, twin: Twin) -> str:
    shown = scrolling(math(relation(wrong.step, record.letters), display=True), "formula")
    verdict = badge(twin.fate.value, twin.fate.value).html
    where = _point(record, twin) if twin.witness else twin.why
    return f'<li><p class="attnmem-question">{cell(wrong.text)}</p>{shown}<p>{verdict} {cell(where)}</p></li>'


def _point(record: Derivation, twin: Twin) -> str:
    """The witness in the derivation's letters, and what the two sides are there."""
    names = {symbol.name: letter.alias for symbol, letter in record.letters.items()}
    shown = {names.get(name, name): value for name, value in (twin.witness or {}).items()}
    sides = (shown.pop("left", ""), shown.pop("right", ""))
    place = ", ".join(f"{name} = {value}" for name, value in shown.items())
    seen = " against ".join(numeral(float(side), 4) for side in sides if side)
    return f"at {place}: {seen}" if place else seen
