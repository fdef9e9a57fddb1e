"""The longest context or the largest batch whose allocated bytes fit a device, steps and all."""

from dataclasses import dataclass, replace
from fractions import Fraction

from attnmem.errors import BadInput
from attnmem.ledger.account import LONGEST, Account
from attnmem.units import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """``value`` of ``what`` is the largest that fits ``budget`` bytes; None means that no limit was met.

    ``weights`` bytes of the device are taken beside the budget.
    """

    what: str
    value: int | None
    budget: int
    allocated: Fraction
    found: Account
    weights: int = 0


def longest(account: Account, budget: int) -> Fit:
    """The longest context at the account's batch."""

    def fits(tokens: int) -> bool:
        return at_tokens(account, tokens).bytes_allocated(devices=account.terms.devices) <= budget

    if fits(LONGEST):
        return _fit("tokens", None, account, budget)
    below, above = 0, 1
    while fits(above):
        below, above = above, 2 * above
    while above - below > 1:
        middle = (below + above) // 2
        below, above = (middle, above) if fits(middle) else (below, middle)
    return _fit("tokens", below, at_tokens(account, max(below, 1)), budget)


def largest_batch(account: Account, budget: int) -> Fit:
    """The largest batch at the account's context."""
    one = replace(account, terms=replace(account.terms, batch=1))
    each = one.bytes_allocated(devices=one.terms.devices)
    if not each:
        return _fit("batch", None, one, budget)
    count = int(budget // each)
    return _fit("batch", count, replace(one, terms=replace(one.terms, batch=max(count, 1))), budget)


def budget_left(total: int, weights: int) -> int:
    """Bytes that weights leave on a device."""
    if not total:
        raise BadInput("a device of 0 B holds nothing: need an amount of memory above 0")
    if weights >= total:
        raise BadInput(f"weights of {weights:,} B leave nothing of {total:,} B a device")
    return total - weights


def at_tokens(account: Account, tokens: int) -> Account:
    """The same account at another context length."""
    rows = tuple(replace(numbers, tokens=tokens) for numbers in account.rows)
    return replace(account, tokens=tokens, rows=rows, context=counted(tokens, "tokens"))


def _fit(what: str, value: int | None, found: Account, budget: int) -> Fit:
    allocated = found.bytes_allocated(devices=found.terms.devices)
    return Fit(what=what, value=value, budget=budget, allocated=allocated, found=found)
