"""A plan: what moves when. The one record that the solver writes and the checker reads."""

from dataclasses import dataclass

PREFETCH, DEMAND, EVICT, WRITEBACK = "prefetch", "demand", "evict", "writeback"
ACTIONS = (PREFETCH, DEMAND, EVICT, WRITEBACK)


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """``bytes`` of a block (whole copies of it where it stands for several) moved, or freed, in one step."""

    step: int
    block: str
    action: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves in the order of steps."""

    moves: tuple[Move, ...]
