"""Every figure of the book, in reading order."""

from attnmem.errors import BadInput, unknown
from attnmem.figures.figure import Figure
from attnmem.figures.records.topk_gap import TOPK_GAP_FIGURE
from attnmem.figures.records.topk_needed import TOPK_NEEDED_FIGURE

FIGURES: tuple[Figure, ...] = (TOPK_GAP_FIGURE, TOPK_NEEDED_FIGURE)


def figure(key: str) -> Figure:
    """The figure of that key; ``BadInput`` with the nearest keys if there is none."""
    for found in FIGURES:
        if found.key == key:
            return found
    raise BadInput(unknown("figure", key, (f.key for f in FIGURES)))
