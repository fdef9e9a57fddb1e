"""The special questions as text: why, what fits, and what a query-blind memory would need."""

from collections.abc import Sequence
from fractions import Fraction

from attnmem.ledger.bound import Bound
from attnmem.ledger.explain import Explained
from attnmem.ledger.fit import Fit
from attnmem.ledger.grid import grid, numbers, wrapped
from attnmem.ledger.strict_json import named
from attnmem.ledger.text_memory import exactly
from attnmem.ledger.traced import Read
from attnmem.units import both, counted, one_of, plain

MEANING = (
    "What a memory that has not seen the query must keep so that any value of any token can be read back "
    "with that error rate. It holds for arbitrary values. Keeping more is necessary, not sufficient; where "
    "keys and values are one shared vector (csa, hca) it is the value count only."
)


def why(found: Sequence[Explained]) -> list[str]:
    """Each number, its formula, and the fields that were read for it."""
    lines, of = ["where each number comes from"], ""
    for one in found:
        if one.of != of:
            of = one.of
            lines += ["", f"  {of}"]
        lines += wrapped(f"{one.what} {_number(one.value)} = {one.formula}", indent=4, hang=2)
        if one.reads:
            lines += wrapped(f"read: {', '.join(map(_field, one.reads))}", indent=6, hang=2)
    return lines


def _number(value: int | Fraction | float) -> str:
    return f"{value:,.1f}" if isinstance(value, float) else plain(value)


def _field(read: Read) -> str:
    return f"{read.path} = {named(read.value)}" if not isinstance(read.value, (list, dict)) else read.path


def fits(found: Fit) -> list[str]:
    """The answer with its slack."""
    beside = f"beside {both(found.weights)} of weights" if found.weights else "weights not counted"
    device = f"of a device's {both(found.budget + found.weights)}, {beside}"
    spent = f"{exactly(found.allocated)} {device}"
    unit = "tokens" if found.what == "tokens" else "sequences"
    other = (
        f"batch {found.found.terms.batch:,}"
        if found.what == "tokens"
        else f"{counted(found.found.tokens, 'tokens')} a sequence"
    )
    if found.value is None:
        return wrapped(f"fits: any number of {unit} at {other}: what is kept does not grow with it", indent=0)
    if found.value == 0:
        return wrapped(f"fits: nothing. One {one_of(unit)} at {other} already takes {spent}", indent=0)
    more = f"one {one_of(unit)} more does not fit"
    return wrapped(f"fits: {counted(found.value, unit)} at {other}, taking {spent}; {more}", indent=0)


def bound_table(found: Sequence[Bound], delta: float) -> list[str]:
    """Needed beside kept, layer by layer."""
    head = ["layers", "which", "kind", "tokens", "values", "needs", "keeps", "kept/needed"]
    rows = [head]
    for one in found:
        row = one.numbers.row
        ratio = "not given" if not one.needed else f"{float(one.kept) / one.needed:.3g}"
        rows.append(
            [
                str(row.count),
                numbers(row.positions, 16),
                str(row.layer.kind),
                f"{one.tokens:,}",
                "–" if one.width is None else f"{one.width:,}",
                "–" if one.needed is None else f"{one.needed:,.0f}",
                plain(one.kept),
                ratio,
            ]
        )
    title = (
        f"lower bound at error rate {delta:g}: (1 − H2({delta:g})) × tokens × value elements; bits a layer"
    )
    return [title, *grid(rows, "lllr"), *wrapped(MEANING)]
