"""A derivation as a reader sees it: statement first, then every step with what the checker said of it."""

from attnmem.proof.check import check
from attnmem.proof.record import Assumption, Derivation, Finding, Formula, Step, Verdict
from attnmem.proof.tightness import of_formula, of_step
from attnmem.show.formula import condition, relation, side, substitution
from attnmem.show.legend import label
from attnmem.show.markup import Cell, Display, Raw, badge, cell, command, joined, math, scrolling
from attnmem.show.questions import says
from attnmem.theory import derivation as find


def derivation(key: str) -> Display:
    """The named derivation, checked now and drawn step by step."""
    record = find(key)
    findings = check(record)
    overall = worst(findings)
    parts = [
        _heading(record, overall),
        scrolling(
            math(relation(record.states, record.letters), display=True), "statement", "attnmem-statement"
        ),
        _facts(record),
        _formulas(record),
        _steps(record, findings),
    ]
    html = (
        f'<section class="attnmem-derivation" id="derivation-{record.key}" data-kind="{overall.value}" '
        f'aria-label="{cell(record.title)}">'
    )
    return Display(_text(record, findings, overall), html + "".join(parts) + "</section>")


def worst(findings: tuple[Finding, ...]) -> Verdict:
    """The verdict of the whole: the weakest of its steps."""
    order = (Verdict.REFUTED, Verdict.UNDECIDED, Verdict.RECORDED, Verdict.PROVED)
    return min((found.verdict for found in findings), key=order.index)


def scope_of(scope: str) -> str:
    """Sizes in words: the record's ``all`` means every size."""
    return "all sizes" if scope == "all" else scope


def _heading(record: Derivation, overall: Verdict) -> str:
    verdict = badge(label(overall), overall.value).html
    scope = f'<span class="attnmem-scope">{cell(scope_of(record.scope))}</span>'
    title = f'<p class="attnmem-title">{cell(record.title)}</p>'
    return f'<div class="attnmem-heading">{title}<p class="attnmem-verdict">{verdict} {scope}</p></div>'


def _facts(record: Derivation) -> str:
    rows: list[tuple[str, Cell]] = [("Assumes", _assumptions(record))]
    if record.defines:
        rows.append(("Defines", math(substitution(record.defines, record.letters))))
    if record.rests_on:
        rows.append(("Rests on", joined((_link(d) for d in record.rests_on), ", ")))
    rows += [("Stops at", record.limits), ("Source", record.source)]
    return "<dl>" + "".join(f"<dt>{name}</dt><dd>{cell(value)}</dd>" for name, value in rows) + "</dl>"


def _assumptions(record: Derivation) -> Raw:
    if not record.assumes:
        return Raw("nothing beyond the domain of each symbol")
    return joined((_assumption(a, record) for a in record.assumes), "; ")


def _assumption(assumed: Assumption, record: Derivation) -> Cell:
    if assumed.condition is None:
        return assumed.text
    return joined((assumed.text, math(condition(assumed.condition, record.letters))), ", ")


def _link(other: Derivation) -> Raw:
    return Raw(f'<a href="#derivation-{other.key}">{cell(other.title)}</a>')


def _formulas(record: Derivation) -> str:
    items = "".join(f"<li>{_formula(f, record).html}</li>" for f in record.formulas)
    return f'<div class="attnmem-formulas"><p>Formulas to use</p><ul>{items}</ul></div>' if items else ""


def _formula(named: Formula, record: Derivation) -> Raw:
    letters = named.letters or record.letters
    call = " ".join(f"{letters[s].alias}=…" if s in letters else f"{s}=…" for s in named.arguments)
    tight = of_formula(named, record, lambda case: math(substitution(case, letters)).html)
    what = Raw(f"{cell(named.title)} ({says(named)}{f'; {tight}' if tight else ''}):")
    return joined((what, math(side(named.expression, letters)), command(f"attnmem eval {named.key} {call}")))


def _steps(record: Derivation, findings: tuple[Finding, ...]) -> str:
    faults = "".join(f'<p class="attnmem-fault">{cell(f.because)}</p>' for f in findings if f.step == 0)
    items = "".join(_step(record, record.all_steps[f.step - 1], f) for f in findings if f.step)
    return f'{faults}<ol class="attnmem-steps">{items}</ol>'


def _step(record: Derivation, step: Step, found: Finding) -> str:
    kind = found.verdict.value
    verdict = badge(label(found.verdict), kind)
    shown = math(relation(step, record.letters), display=True)
    because = f'<p class="attnmem-because">{cell(step.because)} {verdict.html}</p>'
    return f'<li data-kind="{kind}">{scrolling(shown, "formula")}{because}{_how(record, step, found)}</li>'


def _how(record: Derivation, step: Step, found: Finding) -> str:
    rows: list[tuple[str, Cell]] = [("method", found.method), ("scope", scope_of(found.scope))]
    if tight := of_step(step, lambda case: math(substitution(case, record.letters)).html):
        rows.append(("tightness", Raw(tight.removeprefix("tightness: ").removeprefix("tightness "))))
    if step.source:
        rows.append(("source", step.source))
    rows += [("certificate", found.certificate), ("evidence", found.evidence)]
    if found.witness:
        rows.append(("witness", ", ".join(f"{a} = {b}" for a, b in found.witness.items())))
    body = "".join(f"<dt>{name}</dt><dd>{cell(value)}</dd>" for name, value in rows if value)
    return f"<details><summary>{cell(found.method or 'how')}</summary><dl>{body}</dl></details>"


def _text(record: Derivation, findings: tuple[Finding, ...], overall: Verdict) -> str:
    lines = [f"{record.title} [{overall.value}, {scope_of(record.scope)}]"]
    for found in findings:
        shown = _plain(record.all_steps[found.step - 1]) if found.step else "fault"
        tight = f"; {record.in_letters(found.tightness)}" if found.tightness else ""
        lines.append(
            f"{found.step}. {shown}   ({found.because}; {found.verdict.value}, {found.method}{tight})"
        )
    return "\n".join([*lines, f"Stops at: {record.limits}", f"Source: {record.source}"])


def _plain(step: Step) -> str:
    return f"{step.left} {step.relation.value} {step.right}"
