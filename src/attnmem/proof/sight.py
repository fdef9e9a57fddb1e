"""What is seen under one claim: each need is looked at once, on the claim's domain with its facts in it."""

from collections.abc import Iterable

from attnmem.proof.claim import Claim, spell
from attnmem.proof.domain import Domain
from attnmem.proof.needs import Need, seen
from attnmem.proof.record import Condition


class Sight:
    """A claim, and what has been looked at under it."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.domain = Domain((*claim.domain.conditions, *claim.facts), claim.domain.boxes)
        self.looked: dict[Need, bool] = {}

    def sees(self, need: Need, within: tuple[Condition, ...] = ()) -> bool:
        """Whether a need holds, as it stands or with defined names spelled out."""
        need = need.inside(within)
        if need not in self.looked:
            self.looked[need] = seen(need, self.domain) or (
                bool(need.part.free_symbols & self.claim.defines.keys()) and self._spelled(need)
            )
        return self.looked[need]

    def _spelled(self, need: Need) -> bool:
        return seen(Need(spell(need.part, self.claim.defines), need.signs, need.within), self.domain)

    def first_unseen(self, needs: Iterable[Need]) -> str:
        """The first need that is not seen, in words; empty if all are."""
        return next((str(need) for need in needs if not self.sees(need)), "")
